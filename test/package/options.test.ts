/**
 * An option that does not exist is an error wherever the package takes options: a misspelt one would be ignored. The list of
 * option types comes from the declarations, so a new one that is not checked fails here.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sax from "sax";
import * as structuredHeaders from "structured-headers";
import { describe, expect, it } from "vitest";
import { parseRobotsMeta, parseRobotsTag, parseXRobotsTag, resolveRobots } from "../../bindings/core/meta/index.ts";
import { pageStatements } from "../../bindings/core/usage/index.ts";
import { fetchArchive, openArchive } from "../../bindings/crawl/archive/index.ts";
import { RobotsClient, redisStore } from "../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../bindings/crawl/client/node/index.ts";
import { Pace, Pacer, redisPaceStore } from "../../bindings/crawl/pace/index.ts";
import { politeFetch } from "../../bindings/crawl/polite/index.ts";
import { politeAgent } from "../../bindings/crawl/polite/node/index.ts";
import { parseSitemap, readSitemaps } from "../../bindings/crawl/sitemaps/index.ts";
import { configure, diffDialects, diffVersions, matchers, parse, usageOf } from "../../bindings/index.ts";
import {
  compareVersions,
  enforce,
  reportAgents,
  resolveAgent,
  verifyCrawler,
} from "../../bindings/owners/agents/index.ts";
import {
  addGroups,
  applyFixes,
  buildRobotsTxt,
  changedVerdicts,
  countIgnored,
  lint,
  mergeRobotsTxt,
} from "../../bindings/owners/lint/index.ts";
import { type Declaration, declarationOf, readModule, statementsOf } from "../../scripts/declarations.mjs";
import { entriesOf } from "../../scripts/entries.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What stands between each outermost pair of parentheses. */
function parameterListsOf(text: string): string[] {
  const lists: string[] = [];
  for (let at = 0, depth = 0, start = 0; at < text.length; at++) {
    if (text[at] === "(" && depth++ === 0) start = at + 1;
    else if (text[at] === ")" && --depth === 0) lists.push(text.slice(start, at));
  }
  return lists;
}

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"/g, "");
/** Parameters of callbacks are passed by the package, not to it. */
const withoutParameters = (text: string): string =>
  parameterListsOf(text).reduce((rest, list) => rest.replace(`(${list})`, ""), text);

const isType = ({ text }: Declaration): boolean => /^(?:export )?(?:declare )?(?:interface|type) /.test(text);

/** The types of this package that a text names. */
const typesIn = (text: string, file: string): Declaration[] =>
  [...new Set(text.match(/\b[A-Z]\w*/g))].flatMap((name) => {
    const found = declarationOf({ file, name });
    return found !== undefined && isType(found) ? [found] : [];
  });

const shapeOf = ({ text }: Declaration): string => withoutParameters(withoutComments(text));
/** Members that are required are missed when they are misspelt. */
const hasOptionalMembers = (type: Declaration): boolean => /\w\?:|\bPartial</.test(shapeOf(type));

const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const exported: Declaration[] = entriesOf(manifest).flatMap(({ types }) =>
  [...readModule(root + types).exported.values()].map((where) => declarationOf(where)!),
);
const parameterLists = exported
  .filter((one) => !isType(one))
  .flatMap(({ file, text }) => parameterListsOf(withoutComments(text)).map((list) => ({ file, list })));

/** The types that callers pass, at any depth. */
function passedTypes(): Declaration[] {
  const seen = new Map<string, Declaration>();
  const visit = (type: Declaration): void => {
    if (seen.has(type.name)) return;
    seen.set(type.name, type);
    typesIn(shapeOf(type), type.file).forEach(visit);
  };
  for (const { file, list } of parameterLists) typesIn(list, file).forEach(visit);
  return [...seen.values()];
}

/** The members that a type declares itself. */
const membersOf = ({ text }: Declaration): string[] =>
  statementsOf(text.slice(text.indexOf("{") + 1, -1)).flatMap(
    ({ text: member }) => /^(?:readonly )?(\w+)\??:/.exec(member)?.[1] ?? [],
  );

/** What a program without types could pass. */
// biome-ignore lint/suspicious/noExplicitAny: the point of this file.
type Anything = any;
type Call = (options: Anything) => unknown;

const client = new RobotsClient({ agent: "x", fetch: async () => new Response("") });
const url = "https://h.example/";
const archive = new Uint8Array();

/** Every call that takes a type, which gets options with one that does not exist. */
const calls: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  Configuration: { configure },
  ParseOptions: {
    parse: (options) => parse("", options),
    diffVersions: (options) => diffVersions("", "", "x", [], options),
  },
  Leniency: {
    parse: (leniency) => parse("", { leniency }),
    openArchive: (leniency) => openArchive(archive, { leniency }),
  },
  UsageOptions: { usageOf: (options) => usageOf([], "/", "search", options) },
  FetchArchiveOptions: {
    fetchArchive: (options) => fetchArchive(url, { fetch: async () => new Response(archive), ...options }),
  },
  OpenOptions: { openArchive: (options) => openArchive(archive, options) },
  RobotsTxtSource: { buildRobotsTxt: (source) => buildRobotsTxt({ groups: [], ...source }) },
  GroupSource: {
    buildRobotsTxt: (group) => buildRobotsTxt({ groups: [{ agents: "*", ...group }] }),
    addGroups: (group) => addGroups("", [{ agents: "*", ...group }]),
  },
  BuildOptions: { buildRobotsTxt: (options) => buildRobotsTxt({ groups: [] }, options) },
  LintOptions: {
    lint: (options) => lint("", options),
    countIgnored: (options) => countIgnored("", options),
    buildRobotsTxt: (options) => buildRobotsTxt({ groups: [] }, options),
  },
  LintResponse: { lint: (response) => lint("", { response }) },
  FixOptions: { applyFixes: (options) => applyFixes("", options) },
  MergeOptions: { mergeRobotsTxt: (options) => mergeRobotsTxt([], options) },
  ChangeOptions: { changedVerdicts: (options) => changedVerdicts("", "", options) },
  ClientOptions: { RobotsClient: (options) => new RobotsClient({ agent: "x", ...options }) },
  CallOptions: {
    isAllowed: (call) => client.isAllowed(url, call),
    explain: (call) => client.explain(url, call),
    get: (call) => client.get(url, call),
    refresh: (call) => client.refresh(url, call),
  },
  BatchOptions: { isAllowedMany: (call) => client.isAllowedMany([url], call) },
  RedisStoreOptions: { redisStore: (options) => redisStore({ callBuffer: async () => null }, options) },
  NodeFetchOptions: { nodeFetch },
  PaceOptions: { Pace: (options) => new Pace(options) },
  PacerOptions: { Pacer: (options) => new Pacer(options) },
  PaceLimits: {
    "Pacer.add": (limits) => new Pacer().add("x", limits, 0),
    "Pace.limit": (limits) => new Pace().limit(url, limits),
  },
  PaceOutcome: {
    "Pacer.end": (outcome) => {
      const pacer = new Pacer();
      pacer.end(pacer.add("x", {}, 0), 0, outcome);
    },
  },
  AdaptiveDelay: { Pacer: (adaptiveDelay) => new Pacer({ adaptiveDelay }) },
  TurnOptions: { "Pacer.add": (more) => new Pacer().add("x", {}, 0, undefined, more) },
  AcquireOptions: { "Pace.acquire": (call) => new Pace().acquire(url, call) },
  ParseSitemapOptions: { parseSitemap: (options) => parseSitemap("", { xml: sax, ...options }) },
  SitemapOptions: { readSitemaps: (options) => readSitemaps(client, archive, { xml: sax, ...options }).next() },
  VisitorOptions: { politeFetch: (options) => politeFetch(client, options) },
  PoliteOptions: { politeFetch: (options) => politeFetch(client, options) },
  PoliteAgentOptions: { politeAgent: (options) => politeAgent(client, options) },
  RedisPaceStoreOptions: { redisPaceStore: (options) => redisPaceStore({ callBuffer: async () => null }, options) },
  DialectDiffOptions: { diffDialects: (options) => diffDialects("", "x", [], options) },
  MatcherOptions: {
    toAllow: (options) => matchers.toAllow("", "/", { agent: "x", ...options }),
    toRefuse: (options) => matchers.toRefuse("", "/", { agent: "x", ...options }),
  },
  MetaOptions: { parseRobotsMeta: (options) => parseRobotsMeta("", options) },
  HeaderOptions: { parseXRobotsTag: (options) => parseXRobotsTag("", options) },
  ResolveOptions: { resolveRobots: (options) => resolveRobots([], options) },
  RobotsTagOptions: { parseRobotsTag: (options) => parseRobotsTag("", { structuredHeaders, ...options }) },
  PageSources: { pageStatements },
  AgentRow: {
    lint: (row) => lint("", { agents: [row] }),
    reportAgents: (row) => reportAgents("", [row]),
    resolveAgent: (row) => resolveAgent("x", { agents: [row] }),
  },
  CompareOptions: { compareVersions: (options) => compareVersions("", "", options) },
  CrawlerRequest: { verifyCrawler: (request) => verifyCrawler({ userAgent: "x", address: "::1", ...request }) },
  IdentityFacts: { verifyCrawler: (facts) => verifyCrawler({ userAgent: "x", address: "::1" }, facts) },
  EnforcedRequest: { enforce: (request) => enforce(parse(""), { userAgent: "GPTBot", url, ...request }) },
  EnforceOptions: { enforce: (options) => enforce(parse(""), { userAgent: "GPTBot", url }, options) },
  ResolveAgentOptions: { resolveAgent: (options) => resolveAgent("x", options) },
};

/** Types whose other members mean nothing to the package, and why. */
const exempt: Readonly<Record<string, string>> = {
  PaceStore: "an object with methods: listen is optional",
  Fetch: "a function of the caller",
  RandomAccess: "an object of the caller with methods",
  RequestPace: "an object of the caller with methods",
  OutcomeSource: "a response of a library of the caller",
  KnownAgent: "a result of this package; rows of callers are AgentRow",
  PoliteLease: "what a pace of the caller returns",
  RequestRate: "a result of this package",
  UsageStatement: "a result of this package",
  TdmReservation: "a result of this package",
  RslContent: "a result of this package",
  RslLicense: "a result of this package",
  RslPayment: "a result of this package",
  LinkElement: "an element of a page, which may be one of the DOM",
  Finding: "a result of this package",
  Statement: "a result of this package",
  Provenance: "a result of this package",
  FetchAttempt: "part of an action of this package, which its caller passes back",
  StoredEntry: "a result of this package",
  RobotsCopy: "a result of this package",
  RobotsBody: "a result of this package",
  SitemapValidators: "what a store of the caller keeps of a result of this package",
  FetchOutcome: "what a transport reports, as a variant of a union",
};

const types = passedTypes().filter(hasOptionalMembers);

it("every type with optional members that callers pass is checked, or is exempt for a reason", () =>
  expect(types.map(({ name }) => name).sort()).toEqual([...Object.keys(calls), ...Object.keys(exempt)].sort()));

it("options have a type with a name, so that the list above is complete", () =>
  expect(parameterLists.filter(({ list }) => /\{[^}]*\w\?:/.test(list))).toEqual([]));

async function refusalOf(call: Call, options: unknown): Promise<{ code?: string; message?: string }> {
  try {
    await call(options);
    return {};
  } catch (error) {
    return error as Error & { code?: string };
  }
}

describe.each(types.filter(({ name }) => calls[name] !== undefined).map((type) => [type.name, type] as const))(
  "%s",
  (name, type) => {
    it.each(Object.entries(calls[name]!))("%s refuses each option without its last letter", async (_, call) => {
      for (const member of membersOf(type)) {
        const wrong = member.slice(0, -1);
        const { code, message } = await refusalOf(call, { [wrong]: undefined });
        expect({ code, message }).toMatchObject({
          code: "ERR_UNKNOWN_OPTION",
          message: expect.stringMatching(new RegExp(`; got ${wrong}; did you mean ${member}\\?$`)),
        });
      }
    });

    it.each(Object.entries(calls[name]!))("%s reads no option from Object.prototype", async (_, call) => {
      const expected = await refusalOf(call, {});
      for (const member of membersOf(type)) {
        // No option has such a value, so that whoever reads it throws. Options are read before the first await.
        Object.assign(Object.prototype, { [member]: Symbol("polluted") });
        const outcome = refusalOf(call, {});
        Reflect.deleteProperty(Object.prototype, member);
        expect({ member, code: (await outcome).code }).toEqual({ member, code: expected.code });
      }
    });

    it.each(Object.entries(calls[name]!))("%s refuses a name that nothing resembles", async (_, call) =>
      expect(await refusalOf(call, { somethingElse: 1 })).toMatchObject({
        code: "ERR_UNKNOWN_OPTION",
        message: expect.stringMatching(/^\w[\w[\].]*: expected options among [\w, ]+; got somethingElse$/),
      }),
    );
  },
);

describe("options are an object of options", () => {
  it.each<[string, unknown]>([
    ["text", "google"],
    ["null", null],
    ["a list", ["google"]],
    ["an empty list", []],
    ["a Map", new Map([["dialect", "google"]])],
    ["a promise", Promise.resolve({ dialect: "google" })],
    ["a URL", new URL("https://h.example/robots.txt")],
    ["a function", () => ({})],
  ])("not %s", async (_, value) =>
    expect(await refusalOf((options) => parse("", options), value)).toMatchObject({
      code: "ERR_INVALID_ARG_TYPE",
      message: expect.stringMatching(/^options: expected an object; got \w+$/),
    }),
  );

  it("without a prototype, and with inherited options", () => {
    const bare = Object.assign(Object.create(null), { dialect: "google" });
    expect(parse("", bare).dialect).toBe("google");
    expect(parse("", Object.create({ dialect: "google" })).dialect).toBe("google");
    expect(() => parse("", Object.create({ dialekt: "google" }))).toThrow(/did you mean dialect\?$/);
  });

  it("not what a page adds to Object.prototype", () => {
    const added = { dialect: "google", leniency: { typos: true }, typos: true, added: 1 };
    const robots = "User-agent: *\nDissallow: /a";
    Object.assign(Object.prototype, added);
    const read = [
      parse(robots),
      parse(robots, {}),
      parse(robots, { leniency: {} }),
      parse(robots, { dialect: "google" }),
    ];
    const answers = read.map((one) => [one.dialect, one.isAllowed("/a", "x")]);
    for (const name of Object.keys(added)) Reflect.deleteProperty(Object.prototype, name);
    expect(answers).toEqual([
      ["rfc9309", true],
      ["rfc9309", true],
      ["rfc9309", true],
      ["google", false],
    ]);
  });
});
