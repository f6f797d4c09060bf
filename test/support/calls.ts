/** Every function, constructor and method of the package, by its entry and name, and what their errors have in common. */

import * as meta from "../../bindings/core/meta/index.ts";
import * as usage from "../../bindings/core/usage/index.ts";
import * as archive from "../../bindings/crawl/archive/index.ts";
import * as client from "../../bindings/crawl/client/index.ts";
import * as node from "../../bindings/crawl/client/node/index.ts";
import * as pace from "../../bindings/crawl/pace/index.ts";
import * as polite from "../../bindings/crawl/polite/index.ts";
import * as politeNode from "../../bindings/crawl/polite/node/index.ts";
import { parseSitemap, readSitemaps } from "../../bindings/crawl/sitemaps/index.ts";
import * as core from "../../bindings/index.ts";
import * as agents from "../../bindings/owners/agents/index.ts";
import * as lint from "../../bindings/owners/lint/index.ts";
import { archiveOf, byRules } from "../crawl/archive/build.ts";

// biome-ignore lint/suspicious/noExplicitAny: what a program without types could pass.
export type Anything = any;
export type Call = (...values: Anything[]) => unknown;

export const url = "https://h.example/";
export const robots: core.RobotsTxt = core.parse("User-agent: *\nDisallow: /a\nCrawl-delay: 1\n", { url });
export const rules: core.AgentRules = robots.agent("x");
export const one: client.RobotsClient = new client.RobotsClient({ agent: "x", fetch: async () => new Response("") });

/** The methods of an object, as functions. */
const methodsOf = (name: string, object: object): [string, Call][] =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(object))
    .filter(
      (key) =>
        key !== "constructor" &&
        typeof Object.getOwnPropertyDescriptor(Object.getPrototypeOf(object), key)?.value === "function",
    )
    .map((key) => [`${name}.${key}`, (...values) => (object as Anything)[key](...values)]);

const functionsOf = (name: string, module: object): [string, Call][] =>
  Object.entries(module).flatMap(([key, value]): [string, Call][] => {
    if (typeof value !== "function") return [];
    const isClass = /^class\b/.test(Function.prototype.toString.call(value));
    return [[`${name} ${key}`, isClass ? (...values) => new value(...values) : (...values) => value(...values)]];
  });

export const calls: readonly [string, Call][] = [
  ...Object.entries({
    core,
    client,
    node,
    pace,
    polite,
    politeNode,
    archive,
    agents,
    lint,
    meta,
    usage,
    matchers: core.matchers,
  }).flatMap(([name, module]) => functionsOf(name, module)),
  ...methodsOf("RobotsTxt", robots),
  ...methodsOf("AgentRules", rules),
  [
    "sitemaps readSitemaps",
    (...values) => (readSitemaps as Call as (...all: Anything[]) => AsyncGenerator)(...values).next(),
  ],
  ["sitemaps parseSitemap", parseSitemap as Call],
  ["AgentRules.fromBytes", (bytes) => core.AgentRules.fromBytes(bytes)],
  ...methodsOf("RobotsClient", one),
  ...methodsOf("Archive", archive.openArchive(await archiveOf([{ host: "h.example", state: byRules("") }]))),
  ...methodsOf("Pacer", new pace.Pacer()),
  ...methodsOf("Pace", new pace.Pace({ concurrency: 1e9, hostConcurrency: 1e9, addressConcurrency: 1e9 })),
];

/** The codes that errors of this package have. */
export const OURS: RegExp =
  /^ERR_(?:INVALID_ARG_TYPE|INVALID_ARG_VALUE|UNKNOWN_OPTION|INVALID_URL|SAVED_RULES|ARCHIVE|STORED_ENTRY|MISSING_PACKAGE|UNSUPPORTED|NOT_INITIALISED|ADDRESS_REFUSED|ROBOTS_REFUSED|REDIRECT|TOO_SLOW|NOT_DUE|SITEMAP|TIMEOUT|INPUT|RSL|USAGE)$/;

/** A pacer may wait for as long as a file asks. */
export const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
