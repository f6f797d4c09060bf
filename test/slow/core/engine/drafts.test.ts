/** Drafts answer as compiled rules do, whatever else their engine does in between: here in any order, and in little memory. */
import { describe, expect, it } from "vitest";
import { type Dialect, dialects } from "../../../../bindings/core/dialects.ts";
import type { WasmEngine } from "../../../../bindings/core/engine/wasm.ts";
import { fallback } from "../../../../bindings/core/program/fallback.ts";
import { AgentRules, parse } from "../../../../bindings/index.ts";
import { drafting, forced, withEngine } from "../../../support/engines.ts";
import fc from "../../../support/properties.ts";
import { sized } from "../../../support/sized.ts";

const LITTLE_MEMORY_BYTES = 600 * 2 ** 10;

const linesOf = (count: number, lineAt: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => lineAt(i)).join("");

const long = "z".repeat(40);

/** All but the fourth are long enough for a draft; the last one does not fit into little memory. */
const files = [
  linesOf(200, (i) => `Disallow: /a/path/of/a/page/that/is/as/long/as/in/many/files/${i}\n`),
  linesOf(100, (i) => `Disallow: /${i}/${long}*x$\nAllow: /${i}/y*\nDisallow: /%7e${i}?q=%2F&${long}\n`),
  `${linesOf(150, (i) => `Allow: /é/index.html?${i}${long}\nDisallow: /é/${i}\n`)}Crawl-delay: 7\nSitemap: http://h/s\n`,
  "Disallow: /a\nAllow: /a/b\n",
  linesOf(900, (i) => `Disallow: /${"*a".repeat(i % 9)}${i}${long}\n`),
].map((rules) => `User-agent: *\n${rules}`);

const urls = [
  ...[
    "/a/path/of/a/page/that/is/as/long/as/in/many/files/3",
    "/3/y",
    "/3/zx",
    "/~5?q=/",
    "/é/7",
    "/%C3%A9/index.html?7",
    "/robots.txt",
    "/aaaa88",
    "a",
  ],
  `/3/${"z".repeat(9000)}x`,
];

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const questions: Readonly<Record<string, (rules: AgentRules, url: string) => unknown>> = {
  isAllowed: (rules, url) => rules.isAllowed(url),
  "isAllowed, bytes": (rules, url) => rules.isAllowed(utf8(url)),
  explain: (rules, url) => rules.explain(url),
  isAllowedMany: (rules, url) => [...rules.isAllowedMany([url, "/3/y"])],
  isAllowedLines: (rules, url) => [...rules.isAllowedLines(utf8(`${url}\n/3/y\n`))],
  toBytes: (rules) => Buffer.from(rules.toBytes()).toString("latin1"),
  byteLength: (rules) => rules.byteLength,
  crawlDelay: (rules) => rules.crawlDelay,
  rules: (rules) => rules.rules.at(-1),
};

const rulesOf = (file: number, { name }: Dialect): AgentRules => parse(files[file]!, { dialect: name }).agent("x");
const isAllowedOnce = (file: number, { name }: Dialect, url: string): boolean =>
  parse(files[file]!, { dialect: name }).isAllowed(url, "x");

interface Step {
  readonly act: string;
  readonly host: number;
  readonly file: number;
  readonly url: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom("agent", "agent", "isAllowed", "isAllowed", "once", "limit", ...Object.keys(questions)),
  host: fc.nat(3),
  file: fc.nat(files.length - 1),
  url: fc.constantFrom(...urls),
});

/** What the fallback answers, which compiles at once. */
const known = new Map<string, unknown>();
function expectedFor(dialect: Dialect, act: string, file: number, url: string): unknown {
  const key = JSON.stringify([dialect.name, act, file, url]);
  if (!known.has(key))
    known.set(
      key,
      withEngine(fallback, () => questions[act]!(rulesOf(file, dialect), url)),
    );
  return known.get(key);
}

/** A crawler that keeps the rules of a few hosts. */
class Crawler {
  readonly #engine: WasmEngine;
  readonly #dialect: Dialect;
  readonly #hosts: { readonly rules: AgentRules; readonly file: number }[] = [];

  constructor(engine: WasmEngine, dialect: Dialect) {
    this.#engine = engine;
    this.#dialect = dialect;
  }

  take({ act, host, file, url }: Step): void {
    if (act === "limit") this.#engine.limitMemory((1 + host) * LITTLE_MEMORY_BYTES);
    else if (act === "once") this.#expect("isAllowed", file, url, () => isAllowedOnce(file, this.#dialect, url));
    else if (act === "agent" || this.#hosts[host] === undefined)
      this.#hosts[host] = { rules: withEngine(this.#engine, () => rulesOf(file, this.#dialect)), file };
    else this.#ask(act, this.#hosts[host], url);
  }

  #ask(act: string, { rules, file }: { readonly rules: AgentRules; readonly file: number }, url: string): void {
    this.#expect(act, file, url, () => questions[act]!(rules, url));
  }

  #expect(act: string, file: number, url: string, answer: () => unknown): void {
    expect(withEngine(this.#engine, answer)).toEqual(expectedFor(this.#dialect, act, file, url));
  }
}

it("are made of long files", () => {
  // A program is compiled as soon as it is placed.
  const isDraft = (_: string, i: number): boolean => AgentRules.programOf(rulesOf(i, dialects[0]!)).generation === 0;
  expect(withEngine(forced("auto"), () => files.map(isDraft))).toEqual([true, true, true, false, true]);
});

describe.each([
  ["long files", () => forced("auto")],
  ["long files, in little memory", () => forced("auto", LITTLE_MEMORY_BYTES)],
  ["all files", () => drafting()],
  ["all files, in little memory", () => drafting(LITTLE_MEMORY_BYTES)],
] as const)("drafts of %s", (_, engineOf) => {
  it("answer as compiled rules, in any order", () => {
    const property = fc.property(fc.constantFrom(...dialects), fc.array(step, { maxLength: 30 }), (dialect, steps) => {
      const crawler = new Crawler(engineOf(), dialect);
      for (const one of steps) crawler.take(one);
    });
    fc.assert(property, { numRuns: sized(40, 1000) });
  });
});
