/** What code written for robots-parser relies on, asked of both packages: tables, then files and URLs made up at random. */

import theirs from "robots-parser";
import { describe, expect, it } from "vitest";
import ours, { type Robot } from "../../../bindings/core/robots-parser/index.ts";
import fc from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

type Parser = (url: string, contents: string) => Omit<Robot, "isExplicitlyDisallowed">;
/** Without `isExplicitlyDisallowed`, which their repository has and 3.0.1 has not. */
const parsers: readonly (readonly [string, Parser])[] = [
  ["robots-parser", theirs as unknown as Parser],
  ["robots-wasm/robots-parser", ours],
];

const file = `User-agent: *
Disallow: /private
Allow: /private/open
Crawl-delay: 2

User-agent: FooBot
User-agent: BarBot/2.1 # a comment
Disallow: /*.gif$
Disallow:
Crawl-delay: 0.5
Sitemap: /sitemap.xml
Sitemap: https://example.com/other.xml
Host: First.example
Host: Second.example
`;
const at = "https://example.com";

describe.each(parsers)("%s", (_, parse) => {
  const robots = parse(`${at}/robots.txt`, file);

  describe("isAllowed, isDisallowed, getMatchingLineNumber", () => {
    it.each([
      [`${at}/`, undefined, true, -1],
      [`${at}/private/x`, undefined, false, 2],
      [`${at}/private/open`, undefined, true, 3],
      [`${at}/private/open`, "OtherBot/1.0", true, 3],
      [`${at}/private`, "*", false, 2],
      [`${at}/private`, "", false, 2],
      [`${at}/private`, null as unknown as string, false, 2],
      [new URL(`${at}/private`) as unknown as string, undefined, false, 2],
      [`${at}/private`, "FooBot", true, -1],
      [`${at}/a.gif`, "foobot", false, 8],
      [`${at}/a.gif`, "FooBot/9", false, 8],
      [`${at}/a.gif?b`, "BarBot", true, -1],
      [`${at}/a/../b.gif#c`, "BarBot/2.1", false, 8],
      [`${at}:443/private`, undefined, false, 2],
      ["HTTPS://EXAMPLE.COM/private", undefined, false, 2],
    ])("%s, row %#", (url, ua, allowed, line) => {
      expect(robots.isAllowed(url, ua)).toBe(allowed);
      expect(robots.isDisallowed(url, ua)).toBe(!allowed);
      expect(robots.getMatchingLineNumber(url, ua)).toBe(line);
    });
  });

  itEach<string>("%s is not governed: no verdict, so not allowed, so disallowed, without a line", (url) => {
    expect(robots.isAllowed(url)).toBeUndefined();
    expect(robots.isDisallowed(url)).toBe(true);
    expect(robots.getMatchingLineNumber(url)).toBe(-1);
  });

  it.each([
    [undefined, 2],
    ["OtherBot", 2],
    ["FooBot/1.0", 0.5],
    ["barbot", 0.5],
  ])("getCrawlDelay, row %#", (ua, delay) => expect(robots.getCrawlDelay(ua)).toBe(delay));

  it("getSitemaps: as written, in a list that is the caller's", () => {
    robots.getSitemaps().push("more");
    expect(robots.getSitemaps()).toEqual(["/sitemap.xml", "https://example.com/other.xml"]);
  });

  it("getPreferredHost: the last, in lower case", () => expect(robots.getPreferredHost()).toBe("second.example"));

  it("a relative file governs relative URLs only", () => {
    const relative = parse("/robots.txt", "User-agent: *\nDisallow: /a");
    expect(["/a", "/b", `${at}/a`].map((url) => relative.isAllowed(url))).toEqual([false, true, undefined]);
  });

  itEach<[title: string, contents: string]>("%s refuses nothing and says nothing", (_, contents) => {
    const empty = parse(`${at}/robots.txt`, contents);
    expect(empty.isAllowed(`${at}/a`)).toBe(true);
    expect(empty.getMatchingLineNumber(`${at}/a`)).toBe(-1);
    expect([empty.getCrawlDelay(), empty.getSitemaps(), empty.getPreferredHost()]).toEqual([undefined, [], null]);
  });

  it.each([
    ["an object", {} as unknown as string],
    ["a number", 7 as unknown as string],
  ])("a text that is %s is a TypeError", (_, contents) => {
    expect(() => parse(`${at}/robots.txt`, contents)).toThrow(TypeError);
  });

  itEach<[ua: string, isP: boolean, isM: boolean]>(
    "a whole header is read up to its slash, and any other text is a name: %s",
    (ua, isP, isM) => {
      const robots = parse(`${at}/robots.txt`, "User-agent: *\nDisallow: /p\nUser-agent: Mozilla\nDisallow: /m\n");
      expect([robots.isAllowed(`${at}/p`, ua), robots.isAllowed(`${at}/m`, ua)]).toEqual([isP, isM]);
    },
  );
  it.each(["constructor", "__proto__", "toString"])("an agent can be called %s", (ua) => {
    expect(robots.isAllowed(`${at}/private`, ua)).toBe(false);
    expect(parse(at, `User-agent: ${ua}\nDisallow: /\n`).isAllowed(`${at}/a`, ua)).toBe(false);
  });
});

describe("isExplicitlyDisallowed", () => {
  const robots = ours(`${at}/robots.txt`, "User-agent: *\nDisallow: /\n\nUser-agent: FooBot\nDisallow: /private\n");
  it.each([
    [`${at}/private`, "FooBot/1.0", true],
    [`${at}/open`, "FooBot", false],
    [`${at}/private`, "OtherBot", false],
    [`${at}/private`, "*", true],
    ["https://other.example/private", "FooBot", undefined],
  ])("%s for %s", (url, ua, expected) => expect(robots.isExplicitlyDisallowed(url, ua)).toBe(expected));
});

describe("files and URLs at random, where robots-parser follows the standard", () => {
  const agent = fc.constantFrom("FooBot", "foobot/1.0", "BarBot", "MJ12bot", "archive.org_bot", "*");
  /** No escapes of what need not be escaped, no `[ ]`, no `%2A`, no `%24`: they are in docs/robots-parser.md. */
  const piece = fc.constantFrom(
    "/",
    "a",
    "b",
    "B",
    ".",
    "..",
    "é",
    "%C3%a9",
    "%2f",
    "%",
    " ",
    "=",
    "&",
    "😀",
    '"',
    "~",
    "-",
  );
  const wild = fc.oneof({ weight: 3, arbitrary: piece }, { weight: 1, arbitrary: fc.constantFrom("*", "$", "?a") });
  const pattern = fc
    .tuple(fc.constantFrom("/", "/", "/", "*"), fc.array(wild, { maxLength: 6 }))
    .map(([start, rest]) => start + rest.join(""));
  const key = (name: string) => fc.constantFrom(name, name.toLowerCase(), name.toUpperCase(), ` ${name} `);
  const line = (name: string, value: fc.Arbitrary<string>) =>
    fc.tuple(key(name), value, fc.constantFrom("", " ", " # text")).map(([k, v, end]) => `${k}: ${v}${end}`);
  const rule = fc.oneof(
    line("Disallow", pattern),
    line("Allow", pattern),
    line("Disallow", fc.constant("")),
    line("Crawl-delay", fc.constantFrom("1", "0.5", "soon", "1e1")),
  );
  const aside = fc.oneof(
    line("Sitemap", fc.constantFrom("/s.xml", "https://example.com/é.xml", "")),
    line("Host", fc.constantFrom("Example.com", "b.example:80", "")),
    fc.constantFrom("", "# comment", "no colon", "Unknown: x", ": empty"),
  );
  const group = fc
    .tuple(
      fc.array(line("User-agent", agent), { minLength: 1, maxLength: 3 }),
      fc.oneof(line("Disallow", pattern), line("Allow", pattern)),
      fc.array(fc.oneof(rule, rule, aside), { maxLength: 6 }),
    )
    .map(([agents, first, rest]) => [...agents, first, ...rest]);
  const text = fc
    .tuple(fc.array(aside, { maxLength: 2 }), fc.array(group, { maxLength: 4 }), fc.constantFrom("\n", "\r", "\r\n"))
    .map(([head, groups, end]) => [...head, ...groups.flat()].join(end));
  const path = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`);
  const url = fc
    .tuple(
      fc.constantFrom(at, at, at, `${at}:443`, "http://example.com", "https://EXAMPLE.com", ""),
      path,
      fc.constantFrom("", "?a", "?a=é", "#a", "?b&a#?c"),
    )
    .map((parts) => parts.join(""));

  it("every method returns the same", () => {
    const property = (contents: string, urls: string[], agents: string[]) => {
      const answers = parsers.map(([, parse]) => {
        const robots = parse(`${at}/robots.txt`, contents);
        const verdicts = agents.flatMap((ua) =>
          urls.map((one) => [
            robots.isAllowed(one, ua),
            robots.isDisallowed(one, ua),
            robots.getMatchingLineNumber(one, ua),
          ]),
        );
        const delays = agents.map((ua) => robots.getCrawlDelay(ua));
        return [verdicts, delays, robots.getSitemaps(), robots.getPreferredHost()];
      });
      expect(answers[1]).toEqual(answers[0]);
    };
    const urls = fc.array(url, { minLength: 1, maxLength: 6 });
    const agents = fc.array(fc.oneof(agent, fc.constant("OtherBot")), { minLength: 1, maxLength: 3 });
    fc.assert(fc.property(text, urls, agents, property), { numRuns: 1000 });
  });
});
