/**
 * From bytes to a program: the WebAssembly module reads lines, selects groups and compiles in one call, the TypeScript
 * fallback step by step, and the programs are equal byte for byte. From bytes to one verdict: the module compiles only the
 * rules that could match, and the verdict is that of the program. On generated files, on all vectors, and on real files.
 * ROBOTS_CASES sets the number of generated files.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Dialect, dialects } from "../../../bindings/core/dialects.ts";
import { isAllowedBy } from "../../../bindings/core/engine/engine.ts";
import { fallback } from "../../../bindings/core/engine/fallback.ts";
import { type Program, rulesOf } from "../../../bindings/core/engine/program.ts";
import { dialectWith, type Leniency } from "../../../bindings/core/robots/leniency.ts";
import { wasmEngine } from "../../support/engines.ts";
import { hasShared, realFiles } from "../../support/shared.ts";

const CASES = Number(process.env["ROBOTS_CASES"] ?? 4_000);

const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

/** Whether both engines compile the file to the same bytes, and the verdicts from the file are those of the program. */
function compilesAlike(
  file: Uint8Array,
  agents: readonly string[],
  dialect: Dialect,
  urls: readonly (string | Uint8Array)[] = fixedUrls,
): boolean {
  const program = fallback.compile(file, agents, dialect);
  if (Buffer.compare(wasmEngine.compile(file, agents, dialect).bytes, program.bytes) !== 0) return false;
  return urls.every(
    (url) => wasmEngine.decideFile(file, agents, dialect, url) === isAllowedBy(fallback.decide(program, url)),
  );
}

/** Paths that match the patterns below or nearly do, in all forms that a URL can have. */
const fixedUrls: readonly (string | Uint8Array)[] = [
  ..."/ /a /aXXb /ax /%C3%A9 /é /A /%41?a=/ /?a=%2F /?a=/ /x/ /x/index.html /x/index.htm?y /?:/ /$ /** /robots.txt".split(
    " ",
  ),
  ..."http://h http://h/ https://h/x/ http://h/a#/ http://h?a=%2f HTTP://H/a //h/a ftp://h/a x ?a ; #".split(" "),
  "",
  latin1("/\xff"),
  `/a${"a".repeat(9000)}b`,
];

/** URLs that the rules of a program are about: the pattern itself, longer, shorter, and beside it. */
const urlsAbout = (program: Program, count: number): string[] => {
  const rules = rulesOf(program);
  const step = Math.max(1, Math.floor(rules.length / count));
  return rules
    .filter((_, i) => i % step === 0)
    .flatMap(({ pattern }) => {
      const path = pattern.replaceAll("*", "/x-1").replace(/\$$/, "");
      return [path, `http://h${path}z?q=1`, path.slice(0, -1), `${path.slice(0, -1)}~`, path.replace("a", "%61")];
    });
};

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

const path = fc.array(fc.oneof(value, fc.constantFrom("/", "a", "b", "?", "%", "#", "XYZ")), { maxLength: 6 });
const url = fc
  .tuple(fc.constantFrom("/", "/", "http://h/", "https://h:8/", "HTTP://h/", "//", ""), path)
  .map(([start, pieces]) => latin1(start + pieces.join("")));

describe.each(variants)("%s", (_, dialect) => {
  it("compiles generated files alike", () => {
    const property = fc.property(file, fc.constantFrom(...agentLists), fc.array(url), (bytes, agents, urls) =>
      compilesAlike(bytes, agents, dialect, [...urls, ...fixedUrls]),
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
    for (const agents of agentLists) expect(compilesAlike(latin1(text), agents, dialect, ["/b"])).toBe(true);
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
    const different = vectors.filter(
      (vector) =>
        !compilesAlike(new TextEncoder().encode(vector.robotsTxt), vector.agents, dialect, [vector.url, ...fixedUrls]),
    );
    expect(different).toEqual([]);
  });
});

describe.skipIf(!hasShared("corpus/robots.ndjson.gz"))("real files (skipped without the shared folder)", () => {
  it.each(dialects)("compile alike in $name", (dialect) => {
    const agents = [["ExampleBot"], ["Googlebot"], ["MJ12bot"]];
    for (const { host, bytes } of realFiles())
      for (const list of agents) {
        const urls = urlsAbout(wasmEngine.compile(bytes, list, dialect), 1);
        expect(compilesAlike(bytes, list, dialect, urls), host).toBe(true);
      }
  });
});
