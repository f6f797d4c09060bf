/** The rules of one crawler: which agents and batches they take, and what they show. */
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { type DialectName, dialects } from "../../../bindings/core/dialects.ts";
import { AgentRules, parse } from "../../../bindings/index.ts";

const file = `User-agent: *
Disallow: /all
User-agent: ExampleBot
Disallow: /b?x=%2F
Allow: /a/*
Disallow:
Disallow: /z$
User-agent: ExampleBot
Allow: /dir/index.html
`;

describe("rules.rules: the lines that apply, in file order", () => {
  it.each<[DialectName, readonly string[]]>([
    ["rfc9309", ["4 disallow /b?x=%2F", "5 allow /a/*", "6 disallow ", "7 disallow /z$", "9 allow /dir/index.html"]],
    ["google", ["4 disallow /b?x=%2F", "5 allow /a/*", "6 disallow ", "7 disallow /z$", "9 allow /dir/index.html"]],
    ["koster1996", ["4 disallow /b?x=%2F", "5 allow /a/*", "6 disallow ", "7 disallow /z$", "9 allow /dir/index.html"]],
    ["norobots1996", ["4 disallow /b?x=%2F", "5 allow /a/*", "6 disallow ", "7 disallow /z$"]],
    ["original1994", ["4 disallow /b?x=%2F", "6 disallow ", "7 disallow /z$"]],
  ])("%s", (dialect, lines) => {
    const rules = parse(file, { dialect }).agent("ExampleBot");
    const shown = ({ rules: list }: AgentRules) =>
      list.map(({ line, directive, pattern }) => `${line} ${directive} ${pattern}`);
    expect(shown(rules)).toEqual(lines);
    expect(shown(AgentRules.fromBytes(rules.toBytes()))).toEqual(lines);
  });

  it("none without a group", () => expect(parse("").agent("x").rules).toEqual([]));

  it("the same rules as the group has", () => {
    const lines = Array.from({ length: 300 }, (_, i) => `${i % 3 ? "Disallow" : "Allow"}: /${i % 7}?%2${i % 10}*${i}`);
    const robots = parse(`User-agent: a\n${lines.join("\n")}\n`);
    expect(robots.agent("a").rules).toEqual(robots.groups[0]!.rules);
  });

  it("30,000 rules whose spelling is not canonical", () => {
    const lines = Array.from({ length: 30_000 }, (_, i) => `Disallow: /%7e${i}`);
    const { rules } = parse(`User-agent: *\n${lines.join("\n")}`, { maxBytes: 2 ** 24 }).agent("x");
    expect(rules).toHaveLength(30_000);
    expect(rules.at(-1)).toEqual({ directive: "disallow", pattern: "/%7e29999", line: 30_001 });
  });
});

describe("JSON.stringify and console.log show agent, dialect and rule count", () => {
  it.each([
    ["ExampleBot", '{"agent":"ExampleBot","dialect":"rfc9309","ruleCount":5}'],
    ["Other", '{"agent":"*","dialect":"rfc9309","ruleCount":1}'],
  ])("%s", (agent, json) => {
    const rules = parse(file).agent(agent);
    expect(JSON.stringify(rules)).toBe(json);
    expect(inspect([rules], { breakLength: 999 })).toBe(`[ AgentRules ${json} ]`);
  });
  it("without a group", () => expect(JSON.stringify(parse("").agent("x"))).toBe('{"dialect":"rfc9309","ruleCount":0}'));
});

it("a structured clone loses the methods; toBytes and fromBytes keep them", () => {
  const rules = parse(file).agent("Other");
  expect(structuredClone(rules)).not.toHaveProperty("isAllowed");
  const received = AgentRules.fromBytes(structuredClone(rules.toBytes()));
  expect([received.isAllowed("/all"), received.isAllowed("/")]).toEqual([false, true]);
});

describe("a batch is any iterable of URLs", () => {
  const rules = parse(file).agent("Other");
  const urls = ["/all", "/", new URL("https://h.example/all/1"), new TextEncoder().encode("/all")];
  it.each<[string, Iterable<string | URL | Uint8Array>]>([
    ["an array", urls],
    ["a Set", new Set(urls)],
    [
      "a generator",
      (function* () {
        yield* urls;
      })(),
    ],
    ["the values of a Map", new Map(urls.map((url, i) => [i, url])).values()],
  ])("%s", (_, batch) => expect(Array.from(rules.isAllowedMany(batch))).toEqual([0, 1, 0, 0]));
});

describe("an agent is a product token", () => {
  const notTokens = [
    "Mozilla/5.0 (compatible; ExampleBot/1.0)",
    "ExampleBot; +https://example.com",
    "(ExampleBot)",
    "https://example.com/private",
    "Example://",
    "",
    " \t",
  ];
  const error = (agent: string) => ({
    name: "RangeError",
    code: "ERR_INVALID_ARG_VALUE",
    message: `agent: expected a product token such as "ExampleBot"; resolveAgent of robots-wasm/agents finds it in a User-Agent header; got ${JSON.stringify(agent)}`,
  });
  const checking = dialects.map(({ name }) => name).filter((name) => name !== "google");
  it.each(checking.flatMap((dialect) => notTokens.map((agent) => [dialect, agent] as const)))(
    "%s throws for %s",
    (dialect, agent) => {
      const robots = parse(file, { dialect });
      const expected = expect.objectContaining(error(agent));
      expect(() => robots.agent(agent)).toThrow(expected);
      expect(() => robots.agent(["ExampleBot", agent])).toThrow(expected);
      expect(() => robots.isAllowed("/all", agent)).toThrow(expected);
      expect(() => robots.isAllowed("/all", [agent])).toThrow(expected);
    },
  );

  it("swapped arguments throw", () => {
    expect(() => parse(file).isAllowed("ExampleBot", "https://h.example/all")).toThrow(
      /^agent: expected a product token/,
    );
  });

  it.each(["*", "FigTree/0.1 Robot/1.0 libwww-perl/5.04", "Example Bot", "MJ12bot", "ä"])("%j is accepted", (agent) => {
    for (const dialect of checking) expect(() => parse(file, { dialect }).agent(agent)).not.toThrow();
  });

  it("google accepts any text, as google/robotstxt does", () => {
    for (const agent of notTokens) expect(parse(file, { dialect: "google" }).isAllowed("/all", agent)).toBe(false);
    // An empty agent obeys user-agent lines without a token.
    expect(parse("User-agent: *\nDisallow:\nUser-agent:\nDisallow: /", { dialect: "google" }).isAllowed("/a", "")).toBe(
      false,
    );
  });
});

it("explain names the first rule as it names any other (RFC 9309 §2.2.2)", () => {
  const rules = parse("User-agent: *\nDisallow: /b\nAllow: /\n").agent("x");
  const lineOf = (url: string): number | undefined => rules.explain(url).rule?.line;
  expect(["/b", "/a"].map(lineOf)).toEqual([2, 3]);
});

it("explain says why no rule decides: /robots.txt (RFC 9309 §2.2.2), no match, no group, not a URL", () => {
  const reasonIn = (text: string, url: string): string => parse(text).agent("x").explain(url).reason;
  expect(reasonIn("User-agent: *\nDisallow: /\n", "/robots.txt")).toBe("robots-txt");
  expect(reasonIn("User-agent: *\nDisallow: /b\n", "/a")).toBe("no-match");
  expect(reasonIn("User-agent: y\nDisallow: /b\n", "/b")).toBe("no-group");
  expect(reasonIn("User-agent: *\nDisallow: /b\n", "b")).toBe("not-a-url");
});

it("isAllowedMany takes texts, bytes and URL objects in any mix", () => {
  const rules = parse("User-agent: *\nDisallow: /b\n").agent("x");
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  // The engines end a host at `;`, and a URL parser does not.
  const objects = ["http://h.example/b", "http://x;y.example/b"].map((url) => new URL(url));
  expect([...rules.isAllowedMany(["/a", bytes("/b"), "/b", bytes("/a"), ...objects])]).toEqual([1, 0, 0, 1, 0, 0]);
  // A URL object without a host is not a URL that is fetched, whether it holds `;` or not.
  expect([...rules.isAllowedMany(["file:///a", "file:///a;c"].map((url) => new URL(url)))]).toEqual([0, 0]);
});
