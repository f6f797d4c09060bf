/** Misuse throws, at every entry: the error says what was expected and what was given, and has a code. */
import sax from "sax";
import * as structuredHeaders from "structured-headers";
import { describe, expect, it } from "vitest";
import { parseRobotsMeta, parseRobotsTag, parseXRobotsTag, resolveRobots } from "../../bindings/core/meta/index.ts";
import robotsParser from "../../bindings/core/robots-parser/index.ts";
import { licenseLinks, pageStatements, parseRsl } from "../../bindings/core/usage/index.ts";
import {
  cacheStore,
  keyvStore,
  kvStore,
  RobotsClient,
  redisStore,
  rfc9309,
  unstorageStore,
} from "../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../bindings/crawl/client/node/index.ts";
import {
  AgentRules,
  cleanUrl,
  configure,
  diffDialects,
  diffVersions,
  parse,
  RobotsTxt,
  robotsTxtUrl,
  trace,
  usageOf,
} from "../../bindings/index.ts";
import { agentChain, reportAgents, resolveAgent } from "../../bindings/owners/agents/index.ts";
import { applyFixes, lint, toSarif } from "../../bindings/owners/lint/index.ts";

/** What a program without types could pass. */
// biome-ignore lint/suspicious/noExplicitAny: the point of this file.
type Anything = any;
const rules = (): Anything => parse("User-agent: *\nDisallow: /a\n").agent("x");

type Misuse = [string, (value: Anything) => unknown, unknown, string];

describe("what a site may answer is no misuse", () => {
  const lines = ["Disallow: /robots.txt", "Sitemap:https://h.example/robots.txt", "robots.txt\n", "/robots.txt/x"];
  it.each(lines)("parse(%j)", (line) => expect(parse(line).isAllowed("/", "x")).toBe(true));
  it.each(["robots.txt", "https://h.example/robots.txt"])("%j as bytes, to lint, reports and the drop-in", (name) => {
    expect(parse(new TextEncoder().encode(name)).isAllowed("/", "x")).toBe(true);
    expect(lint(name).length).toBeGreaterThan(0);
    expect(reportAgents(name)[0]!.access).toBe("allowed");
    expect(robotsParser("https://h.example/robots.txt", name).isAllowed("https://h.example/")).toBe(true);
  });
});

describe.each<[string, readonly Misuse[]]>([
  [
    "robots-wasm",
    [
      ["parse", (body) => parse(body), undefined, "body: expected a string or a Uint8Array; got undefined"],
      ["parse", (body) => parse(body), null, "body: expected a string or a Uint8Array; got null"],
      [
        "parse(response)",
        (body) => parse(body),
        new Response(""),
        "body: expected a string or a Uint8Array; got Response: pass await response.bytes()",
      ],
      [
        "parse(promise)",
        (body) => parse(body),
        Promise.resolve(""),
        "body: expected a string or a Uint8Array; got Promise",
      ],
      [
        "new RobotsTxt",
        (body) => new (RobotsTxt as Anything)(body),
        "x",
        "RobotsTxt: expected a call of parse(body); got new",
      ],
      ["new RobotsTxt()", () => new (RobotsTxt as Anything)(), 0, "RobotsTxt: expected a call of parse(body); got new"],
      [
        "new AgentRules",
        (bytes) => new (AgentRules as Anything)(bytes),
        new Uint8Array(1),
        "AgentRules: expected a call of RobotsTxt.agent() or AgentRules.fromBytes(); got new",
      ],
      [
        "a User-Agent header as agent",
        (agent) => parse("").agent(agent),
        "Mozilla/5.0 (compatible; ExampleBot/1.0)",
        'agent: expected a product token such as "ExampleBot"; resolveAgent of robots-wasm/agents finds it in a User-Agent header; got "Mozilla/5.0 (compatible; ExampleBot/1.0)"',
      ],
      [
        "isAllowed with swapped arguments",
        (url) => parse("").isAllowed("ExampleBot", url),
        "https://h.example/",
        'agent: expected a product token such as "ExampleBot"; resolveAgent of robots-wasm/agents finds it in a User-Agent header; got "https://h.example/"',
      ],
      ...[
        "robots.txt",
        "/srv/www/robots.txt",
        "C:\\www\\robots.txt",
        "https://h.example/robots.txt",
        "./Robots.TXT",
      ].map(
        (name): Misuse => [
          "the name of a file",
          (body) => parse(body),
          name,
          `body: expected the content of a robots.txt; did you mean readFile or fetch?; got ${JSON.stringify(name)}`,
        ],
      ),
      ["configure()", (options) => configure(options), undefined, "configuration: expected an object; got undefined"],
      ["configure", (options) => configure(options), 2 ** 20, "configuration: expected an object; got number"],
      ["options", (options) => parse("", options), "google", "options: expected an object; got string"],
      ["options", (options) => parse("", options), null, "options: expected an object; got null"],
      ["leniency", (leniency) => parse("", { leniency }), true, "leniency: expected an object; got boolean"],
      ["url", (url) => parse("", { url }), "/robots.txt", "url: expected an absolute URL with a host; got /robots.txt"],
      ["isAllowed", (url) => rules().isAllowed(url), 7, "url: expected a string, a URL or a Uint8Array; got number"],
      [
        "isAllowedMany",
        (urls) => rules().isAllowedMany(urls),
        "/a",
        "urls: expected an array or another iterable; got string",
      ],
      [
        "isAllowedMany",
        (urls) => rules().isAllowedMany(urls),
        null,
        "urls: expected an array or another iterable; got null",
      ],
      [
        "isAllowedMany",
        (urls) => rules().isAllowedMany(urls),
        Object.assign(["/a"], { length: 2 }),
        "url: expected a string, a URL or a Uint8Array; got undefined",
      ],
      ["isAllowedLines", (lines) => rules().isAllowedLines(lines), "/a", "lines: expected a Uint8Array; got string"],
      ["isAllowedLines", (lines) => rules().isAllowedLines(lines), null, "lines: expected a Uint8Array; got null"],
      ["fromBytes", (bytes) => AgentRules.fromBytes(bytes), "x", "saved rules: expected a Uint8Array; got string"],
      ["robotsTxtUrl", (url) => robotsTxtUrl(url), undefined, "url: expected a string or a URL; got undefined"],
      ["cleanUrl", (url) => cleanUrl(url, []), null, "url: expected a string or a URL; got null"],
      ["cleanUrl", (params) => cleanUrl("/a?b", params), undefined, "cleanParams: expected an array; got undefined"],
      ["usageOf", (fields) => usageOf(fields, "/", "search"), undefined, "fields: expected an array; got undefined"],
      ["usageOf", (field) => usageOf([field], "/", "search"), null, "fields[0]: expected an object; got null"],
      [
        "usageOf",
        (value) => usageOf([{ key: "content-usage", value, line: 1 }], "/", "search"),
        5,
        "fields[0].value: expected a string; got number",
      ],
      [
        "usageOf",
        (statement) => usageOf([], "/", "search", { statements: [statement] }),
        {},
        "statements[0].use: expected a string; got undefined",
      ],
      [
        "usageOf",
        (options) => usageOf([], "/", "search", options),
        "google",
        "options: expected an object; got string",
      ],
      [
        "usageOf",
        (crawlable) => usageOf([], "/", "search", { crawlable }),
        0,
        "crawlable: expected a boolean; got number",
      ],
      [
        "configure",
        (maxMemoryBytes) => configure({ maxMemoryBytes }),
        1,
        "maxMemoryBytes: expected an integer from 524288 to 1073741824; got 1",
      ],
    ],
  ],
  [
    "robots-wasm/client",
    [
      ["options", (options) => new RobotsClient(options), undefined, "options: expected an object; got undefined"],
      [
        "agent",
        (agent) => new RobotsClient({ agent }),
        undefined,
        "agent: expected a product token or a non-empty list of them; got undefined",
      ],
      [
        "agent",
        (agent) => new RobotsClient({ agent, policy: "google" }),
        "Mozilla/5.0 (compatible; ExampleBot/1.0)",
        'agent: expected a product token such as "ExampleBot"; resolveAgent of robots-wasm/agents finds it in a User-Agent header; got "Mozilla/5.0 (compatible; ExampleBot/1.0)"',
      ],
      [
        "policy",
        (policy) => new RobotsClient({ agent: "x", policy }),
        "gogle",
        "policy: expected one of rfc9309, google, google2019, koster1996, norobots1996; got gogle",
      ],
      [
        "userAgent",
        (userAgent) => new RobotsClient({ agent: "x", userAgent }),
        "a\nb",
        'userAgent: expected a header\'s text; got "a\\nb"',
      ],
      [
        "policy",
        (freshMs) => new RobotsClient({ agent: "x", policy: { ...rfc9309, freshMs } }),
        Number.NaN,
        "policy.freshMs: expected a number; got NaN",
      ],
      ["fetch", (fetch) => new RobotsClient({ agent: "x", fetch }), 1, "fetch: expected a function; got number"],
      [
        "onEvent",
        (onEvent) => new RobotsClient({ agent: "x", onEvent }),
        {},
        "onEvent: expected a function; got object",
      ],
      ["store", (store) => new RobotsClient({ agent: "x", store }), 1, "store: expected an object; got number"],
      [
        "store",
        (store) => new RobotsClient({ agent: "x", store }),
        { get: () => undefined },
        "store: expected functions get, set and delete; got set: undefined",
      ],
      [
        "maxBytes",
        (maxBytes) => new RobotsClient({ agent: "x", maxBytes }),
        1000,
        "maxBytes: expected an integer from 512000 to 67108864; got 1000",
      ],
      ["redisStore", (connection) => redisStore(connection), undefined, "client: expected an object; got undefined"],
      [
        "unstorageStore",
        (storage) => unstorageStore(storage),
        {},
        "storage: expected functions getItemRaw, setItemRaw and removeItem; got getItemRaw: undefined",
      ],
      ["keyvStore", (keyv) => keyvStore(keyv), "redis://", "keyv: expected an object; got string"],
      ["kvStore", (binding) => kvStore(binding), undefined, "namespace: expected an object; got undefined"],
      [
        "cacheStore",
        (cache) => cacheStore(cache),
        new Map(),
        "cache: expected functions match, put and delete; got match: undefined",
      ],
      ["nodeFetch", (options) => nodeFetch(options), "public", "options: expected an object; got string"],
      [
        "bodyTimeoutMs",
        (bodyTimeoutMs) => new RobotsClient({ agent: "x", bodyTimeoutMs }),
        2 ** 31,
        "bodyTimeoutMs: expected an integer from 1 to 2147483647; got 2147483648",
      ],
      [
        "firstByteTimeoutMs",
        (firstByteTimeoutMs) => new RobotsClient({ agent: "x", firstByteTimeoutMs }),
        2_592_000_000,
        "firstByteTimeoutMs: expected an integer from 1 to 2147483647; got 2592000000",
      ],
      [
        "concurrency",
        (concurrency) => new RobotsClient({ agent: "x", concurrency }),
        0,
        "concurrency: expected an integer from 1 on; got 0",
      ],
    ],
  ],
  [
    "robots-wasm, differences",
    [
      [
        "urls",
        (urls) => diffDialects("", "x", urls),
        undefined,
        "urls: expected an array or another iterable; got undefined",
      ],
      ["dialects", (dialects) => diffDialects("", "x", [], { dialects }), [], "dialects: expected at least two; got 0"],
      ...["all", -1, Number.NaN].map(
        (value): Misuse => [
          "maxExplained",
          (maxExplained) => diffDialects("", "x", [], { maxExplained }),
          value,
          `maxExplained: expected a number of at least 0; got ${value}`,
        ],
      ),
      ["options", (options) => diffDialects("", "x", [], options), null, "options: expected an object; got null"],
      [
        "dialects",
        (dialects) => diffDialects("", "x", [], { dialects }),
        "google",
        "dialects: expected an array; got string",
      ],
      [
        "urls",
        (urls) => diffVersions("", "", "x", urls),
        "/a",
        "urls: expected an array or another iterable; got string",
      ],
    ],
  ],
  [
    "robots-wasm/lint",
    [
      ["lint", (body) => lint(body), 1, "body: expected a string or a Uint8Array; got number"],
      ["options", (options) => lint("", options), "google", "options: expected an object; got string"],
      ["ignore", (ignore) => lint("", { ignore }), "trailing-star", "ignore: expected an array; got string"],
      ["files", (files) => toSarif(files, "1"), undefined, "files: expected an array; got undefined"],
      ["files", (files) => toSarif(files, "1"), lint("x"), "files: expected objects with uri and findings; got object"],
      ["ignore", (ignore) => lint("", { ignore }), ["x"], "ignore: expected codes of findings; got x"],
      ["profile", (profile) => lint("", { profile }), "old", "profile: expected one of modern, bing, all; got old"],
      ["applyFixes", (body) => applyFixes(body), null, "body: expected a string or a Uint8Array; got null"],
    ],
  ],
  [
    "robots-wasm/meta",
    [
      ["content", (content) => parseRobotsMeta(content), null, "content: expected a string; got null"],
      ["options", (name) => parseRobotsMeta("", name), "googlebot", "options: expected an object; got string"],
      ["options", (options) => parseXRobotsTag("", options), null, "options: expected an object; got null"],
      ["options", (agent) => resolveRobots([], agent), "Googlebot", "options: expected an object; got string"],
      ["name", (name) => parseRobotsMeta("", { name }), "", 'name: expected a product token; got ""'],
      [
        "header",
        (header) => parseXRobotsTag(header),
        3,
        "header: expected a string, an array of strings or Headers; got number",
      ],
      [
        "header",
        (header) => parseRobotsTag(header, { structuredHeaders }),
        3,
        "header: expected a string, an array of strings or Headers; got number",
      ],
      ["options", (options) => parseRobotsTag("", options), "now", "options: expected an object; got string"],
      ["text", (text) => parseRsl(text, { xml: sax }), 1, "text: expected a string; got number"],
      ["xml", (xml) => parseRsl("", { xml }), undefined, missing("xml", "sax with parser", "undefined", "sax@1")],
      ["xml", (xml) => parseRsl("", { xml }), null, missing("xml", "sax with parser", "null", "sax@1")],
      [
        "structuredHeaders",
        (structuredHeaders) => parseRobotsTag("", { structuredHeaders }),
        { parseList: parseRsl },
        missing("structuredHeaders", "structured-headers with parseList and Token", "object", "structured-headers@2"),
      ],
      ["directives", (one) => resolveRobots(one), parseRobotsMeta(""), "directives: expected an array; got object"],
      [
        "profile",
        (profile) => resolveRobots([], { profile }),
        "Google",
        "profile: expected one of google, bing, yandex, amazon; got Google",
      ],
    ],
  ],
  [
    "robots-wasm/usage",
    [
      ["sources", (sources) => pageStatements(sources), "noai", "sources: expected an object; got string"],
      ["meta", (meta) => pageStatements({ meta }), "noai", "meta: expected an array; got string"],
      [
        "header",
        (header) => licenseLinks(header),
        [1],
        "header: expected a string, an array of strings or Headers; got Array",
      ],
      [
        "statements",
        (statements) => usageOf([], "/", "search", { statements }),
        "noai",
        "statements: expected an array; got string",
      ],
    ],
  ],
  [
    "robots-wasm/agents",
    [
      ["token", (token) => agentChain(token), ["GPTBot"], "token: expected a product token; got Array"],
      ["name", (name) => resolveAgent(name), 1, "name: expected a product token or a User-Agent header; got number"],
      [
        "robots",
        (robots) => reportAgents(robots),
        1,
        "robots: expected the result of parse, or the body of a robots.txt; got number",
      ],
    ],
  ],
  [
    "robots-wasm, traces",
    [
      [
        "robots",
        (robots) => trace(robots, "x", "/"),
        undefined,
        "robots: expected the result of parse(); got undefined",
      ],
      [
        "url",
        (url) => trace(parse(""), "x", url),
        undefined,
        "url: expected a string, a URL or a Uint8Array; got undefined",
      ],
      ["robots", (robots) => trace(robots, "x", "/"), rules(), "robots: expected the result of parse(); got object"],
    ],
  ],
])("%s", (_, cases) => {
  it.each(cases)("%s: %s", (_, call, value, message) => {
    let thrown: unknown;
    try {
      call(value);
    } catch (error) {
      thrown = error;
    }
    expect(thrown instanceof TypeError || thrown instanceof RangeError).toBe(true);
    expect((thrown as Error).message).toBe(message);
    expect(thrown).toHaveProperty("code", expect.stringMatching(/^ERR_/));
  });
});

/** What a call says that needs a package. */
function missing(option: string, name: string, got: string, install: string): string {
  return `${option}: expected the package ${name}; got ${got}: run npm install ${install} and pass it`;
}

describe("calls that return promises reject", () => {
  const client = new RobotsClient({ agent: "x", fetch: async () => new Response("") });
  it.each<[string, () => Promise<unknown>, string]>([
    [
      "urls",
      () => client.isAllowedMany("https://h.example/" as Anything),
      "urls: expected an array or another iterable of URLs; got string",
    ],
    [
      "urls",
      () => client.isAllowedMany(null as Anything),
      "urls: expected an array or another iterable of URLs; got null",
    ],
    ["call", () => client.get("https://h.example/", null as Anything), "call: expected an object; got null"],
    ["call", () => client.isAllowed("https://h.example/", 5 as Anything), "call: expected an object; got number"],
  ])("%s", (_, call, message) =>
    expect(call()).rejects.toMatchObject({ name: "TypeError", message, code: expect.any(String) }),
  );
});
