/** Both engines compile generated files and all vectors to the same bytes. ROBOTS_CASES sets the number of generated files. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";
import { agentLists, differenceOf, fixedUrls, latin1, variants } from "./differences.ts";

const CASES = Number(process.env["ROBOTS_CASES"] ?? sized(400, 1_500, 100));

const key = fc.constantFrom(
  ..."User-agent user-agent USERAGENT User Agent Disallow disallow Disalow dissallow Disallowed Allow allows Sitemap site-map Crawl-delay CRAWL-delay Request-rate Visit-time Visit-times License LICENSE licensed Host é k Disallow\0 : #".split(
    " ",
  ),
  "user agent",
  " Allow",
  "\tDisallow ",
  "",
);
const separator = fc.constantFrom(":", ":", ":", ": ", " : ", "\t", " ", "", "::", ":\v", ":\f ");
const value = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("*", "x", "X/1.0", "bot2", "ExampleBot", "* x", "MJ12bot", "a b", "Bot", ""),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ..."/ /a /a*b$ /é /%41 /?a=%2F /x/index.html /?%3a/index.htm * $ /** /a*$ /\0a /# #c /a#b 10".split(" "),
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary-ascii", maxLength: 40 }) },
);
const lineEnd = fc.constantFrom("\n", "\n", "\n", "\r\n", "\r", "\n\n", "\r\r", "\n \n", " # c\n", "\0\n", "");
const line = fc.tuple(key, separator, value, lineEnd).map((parts) => parts.join(""));
const mark = fc.constantFrom("", "", "", "\xef\xbb\xbf", "\xef\xbb", "\xef", "\n");
const file = fc.tuple(mark, fc.array(line, { maxLength: 30 })).map(([start, lines]) => latin1(start + lines.join("")));

const path = fc.array(fc.oneof(value, fc.constantFrom("/", "a", "b", "?", "%", "#", "XYZ")), { maxLength: 6 });
const url = fc
  .tuple(fc.constantFrom("/", "/", "http://h/", "https://h:8/", "HTTP://h/", "//", ""), path)
  .map(([start, pieces]) => latin1(start + pieces.join("")));

describe.each(variants)("%s", (_, dialect) => {
  it("compiles generated files alike", () => {
    const property = fc.property(file, fc.constantFrom(...agentLists), fc.array(url), (bytes, agents, urls) => {
      expect(differenceOf(bytes, agents, dialect, [...urls, ...fixedUrls])).toBeUndefined();
    });
    fc.assert(property, { numRuns: Math.ceil(CASES / variants.length) });
  });
});

interface Vector {
  readonly robotsTxt: string;
  readonly agents: readonly string[];
  readonly url: string;
}

describe.each(dialects)("the vectors of $name", (dialect) => {
  const vectors: Vector[] = JSON.parse(
    readFileSync(new URL(`../../cases/vectors/${dialect.name}.json`, import.meta.url), "utf8"),
  );
  it(`compile alike: ${vectors.length} of them`, () => {
    const different = vectors.flatMap(
      ({ robotsTxt, agents, url }) =>
        differenceOf(new TextEncoder().encode(robotsTxt), agents, dialect, [url, ...fixedUrls]) ?? [],
    );
    expect(different).toEqual([]);
  });
});
