/**
 * From bytes to a program: the WebAssembly module reads lines, selects groups and compiles in one call, the TypeScript
 * fallback step by step, and the programs are equal byte for byte. On generated files, on all vectors, and on real files.
 * ROBOTS_CASES sets the number of generated files.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Dialect, dialects } from "../../../bindings/core/dialects.ts";
import { fallback } from "../../../bindings/core/engine/fallback.ts";
import { dialectWith, type Leniency } from "../../../bindings/core/robots/leniency.ts";
import { wasmEngine } from "../../support/engines.ts";
import { hasShared, realFiles } from "../../support/shared.ts";

const CASES = Number(process.env["ROBOTS_CASES"] ?? 4_000);

const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

/** Whether both engines compile the file to the same bytes. */
function compilesAlike(file: Uint8Array, agents: readonly string[], dialect: Dialect): boolean {
  const { bytes } = wasmEngine.compile(file, agents, dialect);
  return Buffer.compare(bytes, fallback.compile(file, agents, dialect).bytes) === 0;
}

const lenient: readonly Leniency[] = [
  { typos: true, prefixKeys: true, missingColon: true, nulEndsLine: true, indexHtml: true, mergeStar: false },
  { typos: false, prefixKeys: false, missingColon: false, nulEndsLine: false, lineCapBytes: 9, tokens: "strict" },
  { tokens: "google", mergeStar: true, indexHtml: true, cutTokens: false },
  { tokens: "extended", lineCapBytes: 30, cutTokens: true },
];

/** Each dialect, and each with leniency options. */
const variants: readonly (readonly [string, Dialect])[] = dialects.flatMap((dialect) => [
  [dialect.name, dialect] as const,
  ...lenient.map((leniency, i) => [`${dialect.name}, leniency ${i}`, dialectWith(dialect, leniency)] as const),
]);

const agentLists = [["x"], ["ExampleBot"], ["nobody", "x"], ["", "bot2"], ["Bot/2.1 (x)"], ["*"], ["a b", "MJ12bot"]];

const key = fc.constantFrom(
  ..."User-agent user-agent USERAGENT User Agent Disallow disallow Disalow dissallow Disallowed Allow allows Sitemap site-map Crawl-delay License LICENSE licensed Host é k Disallow\0 : #".split(
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

describe.each(variants)("%s", (_, dialect) => {
  it("compiles generated files alike", () => {
    const property = fc.property(file, fc.constantFrom(...agentLists), (bytes, agents) =>
      compilesAlike(bytes, agents, dialect),
    );
    fc.assert(property, { numRuns: Math.ceil(CASES / variants.length) });
  });

  it.each([
    ["nothing", ""],
    ["line ends only", "\r\n\r\r\n\n".repeat(5000)],
    ["a key of 300 bytes", `User-agent: x\n${"k".repeat(300)}: v\nDisallow: /`],
    ["a line of 100,000 bytes", `User-agent: x\nDisallow: /${"a".repeat(1e5)}\nDisallow: /b`],
    ["fields only", `User-agent: x\n${"a:\n".repeat(30_000)}`],
    ["short rules only", `User-agent: x\n${"allow:*\n".repeat(30_000)}`],
    ["rules that grow threefold", `User-agent: x\n${"Allow: /é\xff\xfeéé?%2f\n".repeat(5000)}`],
    ["stars only", `User-agent: x\nDisallow: ${"*".repeat(50_000)}\nDisallow: /${"a*".repeat(20_000)}`],
    ["3,000 agents", `${Array.from({ length: 3000 }, (__, i) => `User-agent: bot${i}\n`).join("")}Disallow: /x\n`],
    ["3,000 groups", "User-agent: x\nk: v\nDisallow: /a\n".repeat(3000)],
  ])("compiles %s alike", (__, text) => {
    for (const agents of agentLists) expect(compilesAlike(latin1(text), agents, dialect)).toBe(true);
  });
});

interface Vector {
  readonly robotsTxt: string;
  readonly agents: readonly string[];
}

describe.each(dialects)("the vectors of $name", (dialect) => {
  const vectors: Vector[] = JSON.parse(
    readFileSync(new URL(`../../cases/vectors/${dialect.name}.json`, import.meta.url), "utf8"),
  );
  it(`compile alike: ${vectors.length} of them`, () => {
    const different = vectors.filter(
      ({ robotsTxt, agents }) => !compilesAlike(new TextEncoder().encode(robotsTxt), agents, dialect),
    );
    expect(different).toEqual([]);
  });
});

describe.skipIf(!hasShared("corpus/robots.ndjson.gz"))("real files (skipped without the shared folder)", () => {
  it.each(dialects)("compile alike in $name", (dialect) => {
    const agents = [["ExampleBot"], ["Googlebot"], ["MJ12bot"]];
    for (const { host, bytes } of realFiles())
      for (const list of agents) expect(compilesAlike(bytes, list, dialect), host).toBe(true);
  });
});
