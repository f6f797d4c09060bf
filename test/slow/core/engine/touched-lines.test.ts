/**
 * A decision reads few lines of memory, which is what counts where many hosts are asked in turns. The module is instrumented, so the
 * lines are counted, not timed: those of the index, which lies behind its program.
 */
import { describe, expect, it } from "vitest";
import { LINE_BYTES, touchingEngine } from "../../../../bench/touched.mjs";
import { WasmEngine } from "../../../../bindings/core/engine/wasm.ts";
import { INDEX_BEFORE } from "../../../../bindings/core/layout.ts";
import { fallback } from "../../../../bindings/core/program/fallback.ts";
import { parse } from "../../../../bindings/index.ts";
import { withEngine } from "../../../support/engines.ts";

const { engine, touchedBy } = touchingEngine(
  "build/engine.wasm",
  (module) => new WasmEngine(module, fallback, 2 ** 22),
);

/** Enough for any program to get its index. */
const DECISIONS = 200;

const indexOf = (program: number): number =>
  new DataView(engine.exports.memory.buffer).getUint32(program - INDEX_BEFORE, true);

/** How many lines of its index, and of its program, a decision about `url` touches; undefined without an index. */
function linesFor(patterns: readonly string[], url: string): { index: number; program: number } | undefined {
  return withEngine(engine, () => {
    const rules = parse(`User-agent: *\n${patterns.map((one) => `Disallow: ${one}\n`).join("")}`).agent("x");
    for (let i = 0; i < DECISIONS; i++) rules.isAllowed("https://example.com/");
    const { lines, program } = touchedBy(() => rules.isAllowed(url));
    const index = indexOf(program);
    if (index === 0) return undefined;
    const prefix = program - INDEX_BEFORE;
    const own = [...lines].filter((line) => line + LINE_BYTES > prefix);
    return {
      index: own.filter((line) => line >= index).length,
      program: own.filter((line) => line < index).length,
    };
  });
}

const letters = (count: number): string[] =>
  [..."abcdefghijklmnopqrstuvwxyz"].slice(0, count).map((one) => `/${one}/x/`);

describe("a decision with an index touches", () => {
  it.each([
    ["one line where no rule begins as the path does", letters(10), "/zebra/1", 1],
    ["one line for the root", letters(10), "/", 1],
    ["two where a rule does", letters(10), "/c/x/1", 2],
    ["two where a rule does, and there are few", letters(2), "/b/x/1", 2],
    ["one more for more than sixteen first bytes", letters(20), "/zebra/1", 2],
    [
      "two more for each set of what follows a wildcard",
      ["/*?order=", "/*&order=", "/*.pdf$", ...letters(4)],
      "/zebra/1",
      3,
    ],
  ] as const)("%s", (_, patterns, path, lines) => {
    expect(linesFor(patterns, `https://example.com${path}`)?.index).toBe(lines);
  });

  it("and of the program no more than its first bytes", () => {
    for (let rules = 1; rules <= 26; rules++)
      expect(linesFor(letters(rules), "https://example.com/zebra")?.program).toBeLessThanOrEqual(2);
  });
});

it("few rules with wildcards get no index, so a hostile URL is not sifted before they are scanned", () => {
  expect(linesFor(["/*?order=", "/a"], "https://example.com/a")).toBeUndefined();
});
