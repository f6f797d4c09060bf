/**
 * Memory: programs come and go and nothing grows; the bound of the linear memory holds, and decisions do not depend on
 * it. ROBOTS_CYCLES sets how often rules are compiled and thrown away.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { fallback } from "../../../../bindings/core/program/fallback.ts";
import { programOf } from "../../../../bindings/core/program/program.ts";
import { configure, parse } from "../../../../bindings/index.ts";
import { forced, wasmEngine, withEngine } from "../../../support/engines.ts";

const CYCLES = Number(process.env["ROBOTS_CYCLES"] ?? 20_000);
const KIB = 2 ** 10;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const fileOf = (i: number): string => `User-agent: *\nDisallow: /${i}/\nAllow: /${i}/a*b$\nCrawl-delay: ${i % 9}\n`;

/** One collection marks array buffers as free; a thread of V8 may still be freeing them until the next. */
function heapBytes(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers, external } = process.memoryUsage();
  return heapUsed + arrayBuffers + external;
}

it(`is flat over ${CYCLES} files parsed, compiled, asked and forgotten`, () => {
  const cycle = (i: number): void => {
    const rules = parse(fileOf(i)).agent("ExampleBot");
    if (rules.isAllowed(`/${i}/page`)) throw new Error(`${i}: expected a refusal`);
    if (!rules.isAllowed("/other")) throw new Error(`${i}: expected a permission`);
  };
  const engine = forced("auto");
  engine.limitMemory(512 * KIB);
  withEngine(engine, () => {
    for (let i = 0; i < CYCLES / 4; i++) cycle(i);
    const memoryBefore = engine.memoryBytes;
    // What leaks grows every time; what V8 compiles meanwhile, on threads of its own, does not.
    const growths = Array.from({ length: 8 }, () => {
      const heapBefore = heapBytes();
      for (let i = 0; i < CYCLES; i++) cycle(i);
      return heapBytes() - heapBefore;
    });
    // One program kept in a hundred cycles would already be more.
    expect(Math.min(...growths)).toBeLessThan(CYCLES * 5 + 200 * KIB);
    expect(engine.memoryBytes).toBe(memoryBefore);
  });
});

describe("the bound of the linear memory", () => {
  const programs = Array.from({ length: 400 }, (_, i) => {
    const rules = Array.from({ length: 40 }, (__, n) => `Disallow: /${i}/${n * i}/*x\n`).join("");
    return parse(`User-agent: *\n${rules}`).agent("x").toBytes();
  });

  it("holds while more is asked for than fits, and nothing decides otherwise", () => {
    const engine = forced("index");
    engine.limitMemory(640 * KIB);
    const cached = programs.map(programOf);
    for (let round = 0; round < 3; round++) {
      for (const [i, program] of cached.entries()) {
        expect(engine.decide(program, `/${i}/${i}/ax`, true)).toBe(fallback.decide(program, `/${i}/${i}/ax`, true));
      }
    }
    expect(engine.memoryBytes).toBeLessThanOrEqual(640 * KIB);
  });

  it("holds nothing half made while the caller's own kind of bytes asks in between", () => {
    const engine = forced("auto");
    engine.limitMemory(512 * KIB);
    const cached = programs.map(programOf);
    const ask = (): number[] => cached.map((program, i) => engine.decide(program, `/${i}/${i}/ax`, true));
    const expected = ask();
    let isAsking = false;
    class Asking extends Uint8Array {
      override subarray(from?: number, to?: number): Uint8Array<ArrayBuffer> {
        if (isAsking) ask();
        return new Uint8Array(super.subarray(from, to));
      }
    }
    const body = new TextEncoder().encode(`User-agent: *\n${"Disallow: /another/rule\n".repeat(400)}`);
    const robots = parse(Asking.from(body));
    isAsking = true;
    const rules = withEngine(engine, () => robots.agent("x"));
    isAsking = false;
    expect(withEngine(engine, () => rules.isAllowed("/another/rule"))).toBe(false);
    // Those asked last are still in memory.
    for (let i = cached.length - 1; i >= 0; i--)
      expect(engine.decide(cached[i]!, `/${i}/${i}/ax`, true)).toBe(expected[i]);
  });

  it("can be lowered while programs lie beyond it", () => {
    const engine = forced("index");
    const cached = programs.map(programOf);
    const ask = (): number[] => cached.map((program, i) => engine.decide(program, `/${i}/0/ax`, true));
    const before = ask();
    const grown = engine.memoryBytes;
    engine.limitMemory(512 * KIB);
    expect(ask()).toEqual(before);
    expect(engine.memoryBytes).toBe(grown);
  });

  it.each([0, 512 * KIB - 1, 2 ** 30 + 1, 1e6 + 0.5, Number.NaN, "1e6"])("refuses %s", (maxMemoryBytes) => {
    expect(() => configure({ maxMemoryBytes: maxMemoryBytes as number })).toThrow(
      /^maxMemoryBytes: expected an integer from 524288 to 1073741824; got/,
    );
  });

  it("is set for the engine in use", () => {
    configure({ maxMemoryBytes: 64 * 2 ** 20 });
    configure({});
    expect(wasmEngine.memoryBytes).toBeLessThanOrEqual(64 * 2 ** 20);
  });
});
