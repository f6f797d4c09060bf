/** Nothing a file or a URL holds throws, and large files are answered: anything worse than linear would not end. */

import { describe, expect, it } from "vitest";
import { urlOf } from "../../../../bindings/base/url.ts";
import robotsParser from "../../../../bindings/core/robots-parser/index.ts";
import fc, { anyCharacter } from "../../../support/properties.ts";
import { sized } from "../../../support/sized.ts";

const file = "https://example.com/robots.txt";
/** Any characters, lone surrogates among them, and words of the format. */
const anything: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom("\ud800", "\udc00", "\n", "User-agent: ", "Disallow: /", "Crawl-delay: ", "Host: ", "Sitemap: "),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));
const anyUrl = fc.oneof(
  anything,
  anything.map((path) => `https://example.com/${path}`),
);

it("any text, URL and agent get answers that agree with one another", () => {
  const property = (contents: string, fileUrl: string, url: string, ua: string) => {
    const robots = robotsParser(fileUrl, contents);
    const allowed = robots.isAllowed(url, ua);
    const explicit = robots.isExplicitlyDisallowed(url, ua);
    expect(robots.isDisallowed(url, ua)).toBe(!allowed);
    expect(allowed === false ? [true, false] : [allowed && false]).toContain(explicit);
    const line = robots.getMatchingLineNumber(url, ua);
    // A URL without a host, such as "sitemap: ", is refused by no rule (docs/dialects.md).
    const hasHost = /^https?:$/.test(urlOf(url, file)?.protocol ?? "");
    if (allowed === false && hasHost) expect(line).toBeGreaterThan(0);
    if (allowed === undefined) expect(line).toBe(-1);
    expect(robots.getCrawlDelay(ua) ?? 0).toBeGreaterThanOrEqual(0);
    expect(robots.getSitemaps()).not.toContain("");
    expect(robots.getPreferredHost()).not.toBe("");
  };
  fc.assert(fc.property(anything, fc.oneof(fc.constant(file), anyUrl), anyUrl, anything, property), { numRuns: 1000 });
});

describe("half a megabyte, weekly two, of", () => {
  const FILE_BYTES = sized(500_000, 2_000_000);
  const lines = (line: string): string => line.repeat(FILE_BYTES / line.length);
  const END = "\nUser-agent: x\nDisallow: /last\nCrawl-delay: 3\n";
  it.each([
    ["lone surrogates", lines("\udead")],
    ["agents", lines("User-agent: a\n")],
    ["the same agent with a delay", lines("User-agent: x\nCrawl-delay: 1\n")],
    ["groups", lines("User-agent: x\nDisallow: /a\n")],
    ["wildcards", `User-agent: x\nDisallow: /${lines("*a")}$\n`],
    ["hosts", lines("Host: a\n")],
    ["nothing", lines("\n")],
  ])("%s: the last group is found", (_, head) => {
    const robots = robotsParser(file, head + END);
    expect(robots.isAllowed("https://example.com/last", "x")).toBe(false);
    expect(robots.isAllowed("https://example.com/other", "x")).toBe(true);
    expect(robots.getCrawlDelay("x")).toBe(3);
  });

  it("sitemaps: all of them are handed out", () => {
    expect(robotsParser(file, lines("Sitemap: /s\n")).getSitemaps()).toHaveLength(Math.floor(FILE_BYTES / 12));
  });
});

it("a URL of many megabytes is decided as the same URL parsed", () => {
  const robots = robotsParser(file, "User-agent: *\nDisallow: /a\n");
  expect(robots.isAllowed(`https://example.com${"/".repeat(10_000_000)} `)).toBe(true);
  expect(robots.isAllowed(`https://example.com/a${"/".repeat(8_000)}\\`)).toBe(false);
});
