/**
 * Every argument of every call, and everything inside it, is replaced in turn by values of the wrong kind: the call works, or
 * the error has a code of ours. ./codes.test.ts passes random values to the same calls.
 */
import { inspect } from "node:util";
import sax from "sax";
import * as structuredHeaders from "structured-headers";
import { expect, it } from "vitest";
import { parseRobotsMeta } from "../../bindings/core/meta/index.ts";
import { parseRsl, parseTdmFile } from "../../bindings/core/usage/index.ts";
import * as client from "../../bindings/crawl/client/index.ts";
import { Pacer } from "../../bindings/crawl/pace/index.ts";
import { parse } from "../../bindings/index.ts";
import { lint } from "../../bindings/owners/lint/index.ts";
import { archiveOf, byRules } from "../crawl/archive/build.ts";
import { type Anything, aMoment, type Call, calls, OURS, one, robots, rules, url } from "../support/calls.ts";

/** The part of sax that is used: the module has a hundred more. */
const xml = { parser: sax.parser };
const body = "User-agent: *\nDisallow: /a\nContent-Usage: /p search=n\nClean-param: a /p\n";
const { fields, cleanParams } = parse(body).agent("x");
const attempt = { url, redirects: [url] };
const response = { type: "response", status: 200, headers: {} } as const;
const robotsBody = { rules, sitemaps: [url], hash: "" };
const entry = client.succeed(client.rfc9309, 0, attempt, response, robotsBody);
const window = { fromMinute: 60, toMinute: 120 };
const limits = { intervalMs: 1, rates: [{ requests: 1, seconds: 1, window }], window, concurrency: 1 };
const parseOptions = { dialect: "rfc9309", leniency: { typos: true, lineCapBytes: 4096 }, maxBytes: 512_000, url };
const row = { token: "x", purpose: "search" };
const redis = { callBuffer: async () => null };
const lintOptions = {
  dialect: "rfc9309",
  url,
  ignore: [],
  response: { status: 200, redirects: [url] },
  agents: [row],
  template: "liquid",
};
const statement = { use: "search", allowed: true, source: "header", field: "content-usage", value: "search=y" };
const group = { agents: ["x"], allow: ["/a"], disallow: ["/b"], crawlDelay: 1, fields: [{ key: "a", value: "b" }] };
const turn = (): unknown => new Pacer().add(url, limits, 0);
const rsl = '<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license/></content></rsl>';
const rslDocument = parseRsl(rsl, { xml });
const archived = await archiveOf([{ host: "h.example", state: byRules("") }]);
const tdmFile = '[{"location": "/", "tdm-reservation": 1}]';
const now = new Date(0);
const call = { signal: new AbortController().signal };
const noArchive = async (): Promise<Response> => new Response(archived.slice());
const noValue = async (): Promise<undefined> => undefined;
const noResponse = async (): Promise<Response> => new Response("");

/** Arguments that each call accepts. They are made anew for each call, which may keep them. */
const accepted: Readonly<Record<string, () => readonly unknown[]>> = {
  "core robotsTxtUrl": () => [url],
  "core configure": () => [{ maxMemoryBytes: 2 ** 28 }],
  "core parse": () => [body, parseOptions],
  "core cleanUrl": () => [url, cleanParams],
  "core requestRateAt": () => [limits.rates, new Date()],
  "core usageOf": () => [fields, url, "search", { dialect: "rfc9309", crawlable: true, statements: [statement] }],
  "client RobotsClient": () => [
    {
      agent: ["x"],
      userAgent: "x",
      policy: { ...client.rfc9309 },
      maxBytes: 512_000,
      bodyTimeoutMs: 1,
      concurrency: 1,
    },
  ],
  "client memoryStore": () => [2 ** 20],
  "client cacheStore": () => [{ match: noValue, put: noValue, delete: noValue }],
  "client keyvStore": () => [{ get: noValue, set: noValue, delete: noValue }],
  "client kvStore": () => [{ get: noValue, put: noValue, delete: noValue }],
  "client redisStore": () => [redis, { prefix: "p" }],
  "client unstorageStore": () => [{ getItemRaw: noValue, setItemRaw: noValue, removeItem: noValue }],
  "client encodeEntry": () => [{ ...entry }, "key"],
  "client isFresh": () => [0, { ...entry }],
  "client start": () => [url, { ...entry }],
  "client step": () => [{ ...client.rfc9309 }, 0, { ...entry }, attempt, response],
  "client succeed": () => [{ ...client.rfc9309 }, 0, attempt, response, robotsBody],
  "client verdictOf": () => [{ ...client.rfc9309 }, { ...entry }],
  "client decodeEntry": () => [client.encodeEntry(entry, "key"), "key"],
  "node AddressRefused": () => ["h.example", ["127.0.0.1"]],
  "node isPublicAddress": () => ["127.0.0.1"],
  "node nodeFetch": () => [{ addresses: "public", connectTimeoutMs: 1, lookup: noValue }],
  "pace paceLimitsOf": () => [{ crawlDelay: 1, requestRates: limits.rates, visitTime: window }],
  "pace outcomeOf": () => [{ statusCode: 429, headers: { "retry-after": "1" } }, 0],
  "pace Pace": () => [
    {
      concurrency: 1,
      clock: () => 0,
      processes: 1,
      holdMs: 1000,
      storeTimeoutMs: 1,
      store: { hold: async () => "held", release: noValue },
    },
  ],
  "pace Pacer": () => [{ concurrency: 1, minIntervalMs: 0, maxIntervalMs: 1, jitter: 0, random: () => 0 }],
  "pace redisPaceStore": () => [redis, { prefix: "p" }],
  "polite politeFetch": () => [one, { minIntervalMs: 1, fetch: noResponse, maxRedirects: 1, timeoutMs: 1 }],
  "polite robotsOf": () => [new Response()],
  "politeNode politeAgent": () => [one, { minIntervalMs: 1, maxRedirects: 1, maxRetries: 1, onResponse: () => {} }],
  "archive originHash": () => [url],
  "archive originShard": () => [url, 2],
  "archive openArchive": () => [archived, { agent: "ExampleBot", dialect: "rfc9309", leniency: {} }],
  "archive fetchArchive": () => ["data:,", { agent: "ExampleBot", dialect: "rfc9309", fetch: noArchive }],
  "agents agentChain": () => ["Googlebot-Image"],
  "agents findAgent": () => ["Googlebot"],
  "agents habitsOf": () => [{ operator: "Google" }],
  "agents agentsFor": () => ["search", [row]],
  "agents reportAgents": () => [body, ["x", row]],
  "agents resolveAgent": () => ["x", { agents: [row] }],
  "core sitemapLines": () => [robots],
  "core paceLines": () => [robots],
  "agents reachOf": () => [robots, ["x"]],
  "agents compareVersions": () => [body, body, { urls: ["/a"] }],
  "agents verdictShifts": () => [body, body],
  "lint examplePath": () => ["/a*"],
  "lint newMistakes": () => [body, body],
  "sitemaps parseSitemap": () => [body, { xml, limits: { maxEntries: 5 } }],
  "client verdictOn": () => [200, "google"],
  "agents identityOf": () => ["GPTBot"],
  "agents parseAddressList": () => ["192.0.2.0/24"],
  "agents enforce": () => [
    robots,
    { userAgent: "GPTBot", url, address: "192.0.2.1", signatureAgent: url },
    { lists: {}, at: new Date(0), people: true, spoofed: "refuse", payment: true },
  ],
  "agents verifyCrawler": () => [
    { userAgent: "GPTBot", address: "192.0.2.1", signatureAgent: url },
    { lists: {}, names: { "a.example": ["192.0.2.1"] }, lookedUpAt: new Date(0), at: new Date(0) },
  ],
  "lint buildRobotsTxt": () => [
    { groups: [group], sitemaps: [`${url}sitemap.xml`], fields: group.fields, comment: "c" },
    { ...lintOptions, onFinding: () => {} },
  ],
  "core diffDialects": () => [body, ["x"], [url], { dialects: ["rfc9309", "google"], maxExplained: 1 }],
  "core diffVersions": () => [body, "", ["x"], [url], parseOptions],
  "lint changedVerdicts": () => [body, "", { dialect: "rfc9309" }],
  "lint applyFixes": () => [body, { ...lintOptions, repairs: true }],
  "lint countIgnored": () => [body, lintOptions],
  "lint lint": () => [body, lintOptions],
  "lint addGroups": () => [body, [group]],
  "lint removeAgents": () => [body, ["x"]],
  "lint mergeRobotsTxt": () => [[body], { dialect: "rfc9309" }],
  "lint toSarif": () => [[{ uri: "robots.txt", findings: lint("Disalow: /a") }], "1.0.0"],
  "meta parseRobotsMeta": () => ["noindex", { name: "robots", now }],
  "meta resolveRobots": () => [
    parseRobotsMeta("noindex").directives,
    { agent: ["x"], profile: "google", now, crawlable: true },
  ],
  "meta parseXRobotsTag": () => [["noindex"], { strict: true, now }],
  "meta parseRobotsTag": () => [["search=n"], { structuredHeaders, now }],
  "core decisionStream": () => [rules],
  "core trace": () => [robots, ["x"], url],
  "usage fieldUrls": () => [[{ key: "agentmap", value: url, line: 1 }], "Agentmap"],
  "usage licenseElements": () => [[{ rel: "license", type: "application/rsl+xml", href: url }], url],
  "usage licenseLinks": () => [[`<${url}>; rel="license"`], url],
  "usage pageStatements": () => [
    { headers: { get: () => null }, meta: [{ name: "robots", content: "noai" }], tdm: [statement], agent: ["x"] },
  ],
  "usage permissionStatements": () => [robots, url, [{ token: "x", use: "search" }]],
  "usage tdmReservation": () => ["1", url],
  "usage parseTdmFile": () => [tdmFile],
  "usage tdmStatements": () => [parseTdmFile(tdmFile), url],
  "usage parseRsl": () => [rsl, { xml }],
  "usage rslStatements": () => [rslDocument, url, url],
  "matchers toAllow": () => [body, url, { agent: ["x"], dialect: "rfc9309" }],
  "matchers toRefuse": () => [body, url, { agent: ["x"], dialect: "rfc9309" }],
  "RobotsTxt.agent": () => [["x", "y"]],
  "RobotsTxt.isAllowed": () => [url, ["x", "y"]],
  "RobotsTxt.covers": () => [url],
  "AgentRules.isAllowed": () => [url],
  "AgentRules.explain": () => [url],
  "AgentRules.isAllowedMany": () => [[url, url]],
  "AgentRules.isAllowedLines": () => [new Uint8Array(1)],
  "AgentRules.fromBytes": () => [rules.toBytes()],
  "sitemaps readSitemaps": () => [
    one,
    url,
    {
      xml,
      since: new Date(0),
      follow: () => true,
      hosts: "same",
      tryDefault: true,
      url,
      limits: { maxDepth: 1 },
      onSkip: () => {},
    },
  ],
  "RobotsClient.isAllowed": () => [url, call],
  "RobotsClient.isAllowedMany": () => [[url, url], { ...call, onSkip: () => {} }],
  "RobotsClient.explain": () => [url, call],
  "RobotsClient.peek": () => [url],
  "RobotsClient.get": () => [url, call],
  "RobotsClient.refresh": () => [url, call],
  "RobotsClient.invalidate": () => [url],
  "RobotsClient.seed": () => [url, body],
  "RobotsClient.tdmrep": () => [url, call],
  "Archive.find": () => [url],
  "Pacer.add": () => [url, limits, 0, "127.0.0.1"],
  "Pacer.limit": () => [url, limits, 0],
  "Pacer.intervalMs": () => [turn()],
  "Pacer.check": () => [url, limits],
  "Pacer.cancel": () => [turn(), 0],
  "Pacer.next": () => [0],
  "Pacer.end": () => [turn(), 0, { status: 200, retryAfterMs: 0 }],
  "Pacer.postpone": () => [turn(), 0, 0],
  "Pacer.recall": () => [url, 0, 0],
  "Pacer.dueAt": () => [url, 0],
  "Pacer.closedMs": () => [url, 0],
  "Pacer.paused": () => [0],
  "Pace.paused": () => [],
  "Pacer.isExclusive": () => [turn()],
  "Pace.acquire": () => [url, { limits, address: "127.0.0.1", maxWaitMs: 1000, isFirst: true, ...call }],
  "Pace.dueAt": () => [url],
  "Pace.limit": () => [url, limits],
};

/** An object whose methods return it. */
const endless: object = { get: () => endless };

const kinds: readonly unknown[] = [undefined, null, true, -1, Number.NaN, 5n, "", "nope", "\0\ud800", Symbol("s")];
const objects: readonly unknown[] = [
  () => 1,
  {},
  [],
  [null],
  [[]],
  new Map(),
  new Date(Number.NaN),
  Promise.resolve(1),
];
const wrong = [...kinds, ...objects, [Symbol("s")], Object.create(null), endless];

const show = (value: unknown): string => inspect(value, { depth: 4, breakLength: Number.POSITIVE_INFINITY });

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));

/** The value with each of its parts replaced in turn. */
function* variantsOf(value: unknown): Generator<unknown> {
  yield* wrong;
  if (!isPlain(value)) return;
  for (const [key, part] of Object.entries(value)) {
    for (const variant of variantsOf(part)) {
      yield Array.isArray(value) ? value.with(Number(key), variant) : { ...value, [key]: variant };
    }
  }
}

/** What the call threw, if it has no code of ours. */
async function bareErrorOf(call: Call, given: readonly unknown[]): Promise<unknown> {
  try {
    await Promise.race([call(...given), aMoment()]);
    return undefined;
  } catch (error) {
    return OURS.test((error as Anything)?.code) ? undefined : error;
  }
}

/** They take nothing, or only this package calls them. */
const WITHOUT_ARGUMENTS =
  /^core (?:AgentRules|RobotsTxt|engineInUse)$|^archive Archive$|\.(?:toJSON|toBytes|stats|verify|close)$/;

it("the table has every call that takes arguments", () =>
  expect(
    calls
      .map(([name]) => name)
      .filter((name) => !WITHOUT_ARGUMENTS.test(name))
      .sort(),
  ).toEqual(Object.keys(accepted).sort()));

const inTable = calls.filter(([name]) => accepted[name] !== undefined);

it.each(inTable)("%s accepts its arguments", async (name, call) => {
  await Promise.race([call(...accepted[name]!()), aMoment()]);
});

it.each(inTable)("%s: a wrong value anywhere", async (name, call) => {
  const trials = accepted[name]!().flatMap((value, place) =>
    [...variantsOf(value)].map((variant) => ({ place, variant })),
  );
  // At once, because some calls wait.
  const bare = await Promise.all(
    trials.map(async ({ place, variant }) => {
      const error = await bareErrorOf(call, accepted[name]!().with(place, variant));
      return error === undefined
        ? []
        : [`argument ${place + 1} is ${show(variant)}: ${String((error as Error)?.stack)}`];
    }),
  );
  expect(bare.flat()).toEqual([]);
});
