/** URLs that are decided without parsing them are decided as if they had been parsed, whatever the engine. */

import { describe, expect, it } from "vitest";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import robotsParser, { type Robot } from "../../../bindings/core/robots-parser/index.ts";
import { wasmEngine, withEngine } from "../../support/engines.ts";
import fc, { anyCharacter } from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";

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
/** Of a file at a relative URL. */
const RELATIVE = "http://relative.invalid";
const robotsOf = new Map(
  [...origins, "", RELATIVE].map((origin) => [
    origin,
    robotsParser(`${origin.replace(RELATIVE, "")}/robots.txt`, file),
  ]),
);

/** Starts of URLs, some of which a parser makes those of an origin above. */
const otherStarts = [
  ...origins.slice(0, 2),
  "https://examplexcom",
  "HTTPS://example.com",
  "https://EXAMPLE.com",
  "https://user:password@example.com",
  "https://example.com:443",
  "https:example.com",
  "https:///example.com",
  "//example.com",
  RELATIVE,
  "",
];

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
  fc.string({ maxLength: 4, unit: anyCharacter }),
);
/** A file and a URL, of the same origin more often than not. */
const questions = fc
  .tuple(
    fc.constantFrom(...robotsOf.keys()),
    fc.constantFrom("", "", "", "", " ", "\t"),
    fc.option(fc.constantFrom(...otherStarts), { freq: 2, nil: undefined }),
    fc.constantFrom("", "", "", "", ":80", ":443", "@evil.example", ".", ".evil.example", "\\", ";", "%2e"),
    fc.array(piece, { maxLength: 8 }),
    fc.constantFrom(0, 0, 0, 0, 8150, 8192, 9000),
  )
  .map(([origin, before, other, after, pieces, atLeast]) => ({
    origin,
    url: (before + (other ?? origin) + after).padEnd(atLeast, "/long") + pieces.join(""),
  }));

const answers = (robots: Robot, url: string): unknown => [robots.isAllowed(url), robots.getMatchingLineNumber(url)];

describe("a URL as text is decided as the same URL parsed", () => {
  it.each([
    { engine: wasmEngine, numRuns: sized(1_500, 20_000, 500) },
    { engine: fallback, numRuns: sized(700, 2_000) },
  ])("for each file and any text, $engine.name engine", ({ engine, numRuns }) => {
    let governed = 0;
    const property = fc.property(questions, ({ origin, url }) => {
      const robots = robotsOf.get(origin)!;
      const [answer, whenParsed] = withEngine(engine, () => [answers(robots, url), answers(robots, parsed(url))]);
      expect(answer).toEqual(whenParsed);
      if (robots.isAllowed(url) !== undefined) governed++;
    });
    fc.assert(property, { numRuns });
    expect(governed).toBeGreaterThan(numRuns / 10);
  });

  it("where the host has a semicolon, at which the engine would end it", () => {
    const robots = robotsOf.get("http://x;y.example")!;
    expect(robots.isAllowed("http://x;y.example/a")).toBe(false);
    expect(robots.isAllowed("http://x;y.example/a/.")).toBe(false);
    expect(robots.getMatchingLineNumber("http://x;y.example/")).toBe(-1);
  });

  it("for values other than strings, as their text", () => {
    const robots = robotsOf.get("https://example.com")!;
    const [allowed, refused] = ["https://example.com/", "https://example.com/a"];
    for (const value of [new String(refused), { toString: () => refused }, [refused]] as unknown as string[])
      expect(robots.isAllowed(value)).toBe(false);
    expect(robots.isAllowed([allowed] as unknown as string)).toBe(true);
    for (const value of [undefined, null, 0, {}, []] as unknown as string[]) {
      expect(robots.isAllowed(value)).toBeUndefined();
      expect(robotsOf.get("")!.isAllowed(value)).toBe(robotsOf.get("")!.isAllowed(String(value)));
    }
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
});
