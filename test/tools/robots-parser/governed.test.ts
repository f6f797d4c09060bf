/** URLs that are decided without parsing them are decided as if they had been parsed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import robotsParser from "../../../bindings/tools/robots-parser/index.ts";

/** A `URL` object is always parsed. Text that is not a URL stays text, and is parsed as well. */
function parsed(url: string): string {
  try {
    return new URL(url) as unknown as string;
  } catch {
    return url;
  }
}

const file = `User-agent: *
Disallow: /a
Disallow: /*'
Disallow: /*%5C
Allow: /a/b
Disallow: /a/b/../c
Disallow: /*?*b
Disallow: /*^
Disallow: /*%5E$
Allow: /%
Disallow: /"<>\`{|}[]
Disallow: /*%20
Disallow: /b//
Allow: /*;
Disallow: /b\\a
`;
const origins = [
  "https://example.com",
  "http://example.com",
  "https://example.com:8443",
  "http://x-y_z.example",
  "http://x;y.example",
  "http://[::1]:80",
  "http://[2001:db8::1]",
  "http://xn--bcher-kva.example",
];
const robotsOf = new Map(origins.map((origin) => [origin, robotsParser(`${origin}/robots.txt`, file)]));

const piece = fc.oneof(
  fc.constantFrom(
    "/",
    "/",
    "/a",
    "/b",
    "b",
    "c",
    ".",
    "..",
    "/.",
    "/./",
    "/../",
    "/%2e",
    "/.%2E/",
    "%2e",
    "%2F",
    "%27",
  ),
  fc.constantFrom(
    "'",
    "\\",
    "?",
    "#",
    "^",
    "|",
    '"',
    "<",
    ">",
    "`",
    "{",
    "}",
    "[",
    "]",
    "%",
    "%5e",
    ";",
    ":",
    "@",
    "$",
    "*",
  ),
  fc.constantFrom(
    " ",
    "\t",
    "\n",
    "\r",
    "\0",
    "\x1f",
    "\x7f",
    "\u0080",
    "é",
    "\u2028",
    "\ud800",
    "\udc00",
    "😀",
    "robots.txt",
  ),
  fc.string({ maxLength: 4, unit: "binary" }),
);
/** A file and a URL, of the same origin more often than not. */
const questions = fc
  .tuple(
    fc.constantFrom(...origins),
    fc.constantFrom("", "", "", "", " ", "\t"),
    fc.constantFrom(undefined, undefined, undefined, ...origins.slice(0, 2), "https://examplexcom"),
    fc.constantFrom("", "", "", "", ":80", ":443", "@evil.example", ".", ".evil.example", "\\", ";", "%2e"),
    fc.array(piece, { maxLength: 8 }),
  )
  .map(([origin, before, other, after, pieces]) => ({
    origin,
    url: before + (other ?? origin) + after + pieces.join(""),
  }));

describe("a URL as text is decided as the same URL parsed", () => {
  it("for each file and any text", () => {
    let governed = 0;
    fc.assert(
      fc.property(questions, ({ origin, url }) => {
        const robots = robotsOf.get(origin)!;
        if (robots.isAllowed(url) !== undefined) governed++;
        expect(robots.isAllowed(url)).toBe(robots.isAllowed(parsed(url)));
        expect(robots.getMatchingLineNumber(url)).toBe(robots.getMatchingLineNumber(parsed(url)));
      }),
      { numRuns: 20_000 },
    );
    expect(governed).toBeGreaterThan(1_000);
  });

  it("for every character, at the start, in the middle and at the end of a path and of a query", () => {
    const robots = robotsOf.get("https://example.com")!;
    for (let code = 0; code <= 0xffff; code += code < 0x180 ? 1 : 97) {
      const character = String.fromCharCode(code);
      for (const path of ["/#", "/#b", "/a#", "/a#/b", "/b?#", "/b?a#b", "/a/b/#./c"]) {
        const url = `https://example.com${path.replace("#", () => character)}`;
        expect([url, robots.isAllowed(url)]).toEqual([url, robots.isAllowed(parsed(url))]);
      }
    }
  });

  it("for URLs of many megabytes", () => {
    const robots = robotsOf.get("https://example.com")!;
    expect(robots.isAllowed(`https://example.com${"/".repeat(10_000_000)} `)).toBe(true);
    expect(robots.isAllowed(`https://example.com/a${"/".repeat(8_000)}\\`)).toBe(false);
  });
});
