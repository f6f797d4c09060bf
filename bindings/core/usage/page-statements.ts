/** Reads everything that a page states about uses of its content: headers and meta tags, each statement with its source. */

import { checkedList, checkedRecords, checkedStrings } from "../../base/arguments.ts";
import { wrongType } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { agentOf, EVERYBODY } from "../meta/directive-agents.ts";
import { hasGet, headerLines } from "../meta/header-lines.ts";
import { type Directive, parseRobotsMeta, parseXRobotsTag } from "../meta/index.ts";
import { parseContentSignal } from "../robots/fields/content-signal.ts";
import { parseContentUsage } from "../robots/fields/content-usage.ts";
import { labelsByUse, type Use } from "../robots/fields/preference.ts";
import type { UsageStatement } from "../robots/fields/usage.ts";
import { tdmReservation } from "./tdm.ts";

/** A meta tag of the page, with decoded character references. */
export interface MetaTag {
  readonly name: string;
  readonly content: string;
}

/** The sources of a page. All are optional. */
export interface PageSources {
  /** The headers of its response: `Headers`, or any object with `get(name)`. */
  readonly headers?: { get(name: string): string | null | undefined };
  /** Its meta tags; only those about robots and text and data mining are read. */
  readonly meta?: readonly MetaTag[];
  /** What /.well-known/tdmrep.json states about the page (`tdmStatements`). A header or meta tag of the page supersedes it. */
  readonly tdm?: readonly UsageStatement[];
  /** The product tokens of the crawler. Default: only what is stated for all crawlers. */
  readonly agent?: string | readonly string[];
}

const pageSources: KnownOptions<PageSources> = { headers: 1, meta: 1, tdm: 1, agent: 1 };

const parsers = { "content-usage": parseContentUsage, "content-signal": parseContentSignal } as const;

/** Directives that refuse training, see docs/meta.md. */
const REFUSING_WORDS: ReadonlySet<string> = new Set(["noai", "noimageai"]);

/**
 * Returns what the headers and meta tags of a page state about uses of its content: Content-Usage, Content-Signal,
 * tdm-reservation, and `noai` and `noimageai` of X-Robots-Tag and robots meta tags. Pass the result to `usageOf` as `statements`. No content of
 * the page makes it throw, and unknown values state nothing.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for sources of the wrong type.
 */
export function pageStatements(sources: PageSources): readonly UsageStatement[] {
  const { headers, meta = [], tdm: file = [], agent = [] } = checkedOptions("sources", sources, pageSources);
  if (headers !== undefined && !hasGet(headers)) throw wrongType("headers", "Headers", headers);
  const agents = new Set([EVERYBODY, ...checkedStrings("agent", [agent].flat()).map(agentOf)]);
  const tags = checkedRecords("meta", meta, ["name", "content"]);
  return [
    ...preferencesIn("content-usage", headerOf(headers, "content-usage")),
    ...preferencesIn("content-signal", headerOf(headers, "content-signal")),
    ...tdmOf(headerOf(headers, "tdm-reservation"), tags, checkedList("tdm", file)),
    ...refusals(parseXRobotsTag(headers).directives, agents),
    ...tags
      .filter(({ name }) => name.trim() !== "" && agents.has(agentOf(name)))
      .flatMap(({ name, content }) => refusals(parseRobotsMeta(content, { name }).directives, agents)),
  ];
}

/** Field lines are one list (RFC 9110 §5.3). */
const headerOf = (headers: PageSources["headers"], name: string): string => headerLines(headers, name).join(", ");

/** Only robots.txt has a path before the preferences. */
function preferencesIn(field: keyof typeof parsers, value: string): UsageStatement[] {
  const stated = value.trim().startsWith("/") ? undefined : parsers[field](value);
  return (Object.keys(labelsByUse[field]) as Use[]).flatMap((use) => {
    const allowed = stated?.uses[labelsByUse[field][use]];
    return allowed === undefined ? [] : { use, allowed, source: "header", field, value };
  });
}

/** TDMRep, "Processing priority": a header supersedes the file of the origin, and a meta tag supersedes both. */
function tdmOf(header: string, tags: readonly MetaTag[], file: readonly UsageStatement[]): readonly UsageStatement[] {
  const tag = tags.find(({ name }) => name.trim().toLowerCase() === "tdm-reservation");
  const stated = [tdm("meta", tag?.content), tdm("header", header), file];
  return stated.find((statements) => statements.length > 0) ?? [];
}

function tdm(source: "header" | "meta", value: string | null | undefined): UsageStatement[] {
  const reservation = tdmReservation(value);
  if (reservation === undefined) return [];
  return [{ use: "train-ai", allowed: !reservation.reserved, source, field: "tdm-reservation", value: value!.trim() }];
}

const refusals = (directives: readonly Directive[], agents: ReadonlySet<string>): UsageStatement[] =>
  directives
    .filter(({ name, agent }) => REFUSING_WORDS.has(name) && agents.has(agent))
    .map(({ name, source, text }) => ({ use: "train-ai", allowed: false, source, field: name, value: text }));
