/**
 * A host may refuse to make the linear memory longer: by its own limit, or because it has no memory left. Then the engine goes
 * on with what it has, the TypeScript fallback decides what does not fit, and no verdict changes.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../../bindings/core/dialects.ts";
import { WasmEngine } from "../../../../bindings/core/engine/wasm.ts";
import { PAGE_BYTES } from "../../../../bindings/core/limits.ts";
import { fallback } from "../../../../bindings/core/program/fallback.ts";
import { parse } from "../../../../bindings/index.ts";
import { withEngine } from "../../../support/engines.ts";

const INITIAL_PAGES = 8;

/** The module of the package with a memory of at most `pages`: 16,384 in its memory section, in three bytes of LEB128. */
function moduleLimitedTo(pages: number): WebAssembly.Module {
  const bytes = readFileSync(new URL("../../../../build/engine.wasm", import.meta.url));
  const section = [5, 6, 1, 1, INITIAL_PAGES, 0x80, 0x80, 0x01];
  const at = bytes.indexOf(Buffer.from(section));
  expect(at).toBeGreaterThan(0);
  bytes.set([pages | 0x80, 0x80, 0], at + section.length - 3);
  return new WebAssembly.Module(bytes);
}

const engineLimitedTo = (pages: number): WasmEngine => new WasmEngine(moduleLimitedTo(pages), fallback, 64 * 2 ** 20);

/** Some programs fit, others do not, and together they are more than any of these memories. */
const rulesOf = (i: number): string =>
  Array.from({ length: 3 * 2 ** i }, (_, n) => `Disallow: /${i}/${n}*x$\nAllow: /${i}/${n}/y\n`).join("");
const files = Array.from({ length: 11 }, (_, i) => `User-agent: *\n${rulesOf(i)}`);
const urlsFor = (i: number): string[] => [`/${i}/1/x`, `/${i}/2/y`, `/${i}/0`, `/${i}/1${"/abc".repeat(2500)}x`];

const verdictsOf = (): (readonly number[])[] =>
  files.map((file, i) => {
    const rules = parse(file).agent("x");
    const urls = urlsFor(i);
    const lines = new TextEncoder().encode(urls.join("\n"));
    return [
      Number(parse(file).isAllowed(urls[0]!, "x")),
      ...urls.map((url) => Number(rules.isAllowed(url))),
      ...rules.isAllowedMany(urls),
      ...rules.isAllowedLines(lines),
      // Often enough for an index.
      ...Array.from({ length: 33 }, (_, n) => Number(rules.isAllowed(`/${i}/${n}/x`))),
    ];
  });

const expected = withEngine(fallback, verdictsOf);

describe.each([INITIAL_PAGES, INITIAL_PAGES + 1, INITIAL_PAGES + 13])("a memory of at most %d pages", (pages) => {
  const engine = engineLimitedTo(pages);

  it("decides as the TypeScript fallback, again and again", () => {
    for (let round = 0; round < 3; round++) expect(withEngine(engine, verdictsOf)).toEqual(expected);
    expect(engine.memoryBytes).toBeLessThanOrEqual(pages * PAGE_BYTES);
  });

  it("still holds the programs that fit", () => {
    const program = engine.compile("User-agent: *\nDisallow: /a\n", ["x"], dialectNamed("rfc9309")).program;
    expect(program.generation).toBeGreaterThan(0);
    expect(engine.decide(program, "/a", true)).toBe(fallback.decide(program, "/a", true));
  });
});

it("asks a host that refuses once", () => {
  const engine = engineLimitedTo(INITIAL_PAGES);
  let refused = 0;
  const { memory } = engine.exports as unknown as { memory: WebAssembly.Memory };
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    refused++;
    return grow(pages);
  };
  withEngine(engine, verdictsOf);
  expect(refused).toBe(1);
});
