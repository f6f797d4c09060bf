/** Linear memory: what is written where, and that no program is taken for another, however little room there is. */

import { describe, expect, it } from "vitest";
import { wasmModule } from "#wasm";
import { dialectNamed, dialects } from "../../../bindings/core/dialects.ts";
import { encodeDialect } from "../../../bindings/core/engine/dialect-bytes.ts";
import { byteLengthOf, LinearMemory } from "../../../bindings/core/engine/memory.ts";
import { WasmEngine } from "../../../bindings/core/engine/wasm.ts";
import {
  ARENA,
  DECISIONS_BEFORE,
  DIALECT_BYTES,
  DIALECTS,
  INPUT,
  INPUT_BYTES,
  MAX_SITEMAPS,
  MAX_URL_BYTES,
  PREFIX_BYTES,
  RESULTS,
} from "../../../bindings/core/layout.ts";
import { MIN_MEMORY_BYTES, MOST_BYTES_AS_NUMBERS, PAGE_BYTES } from "../../../bindings/core/limits.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { type Program, programOf } from "../../../bindings/core/program/program.ts";
import { Prefix } from "../../../bindings/core/robots-parser/prefix.ts";
import { below, holds, oneIn, pick, same, times } from "../../assembly/memory.ts";
import fc from "../../support/properties.ts";
import { written } from "../../support/written.ts";

const rfc9309 = dialectNamed("rfc9309");
const PAGES = MIN_MEMORY_BYTES / PAGE_BYTES;

/** A memory that is full of 0xff. */
function linearMemory(maxBytes: number = MIN_MEMORY_BYTES) {
  const real = new WebAssembly.Memory({ initial: PAGES });
  const memory = new LinearMemory(real, maxBytes);
  memory.bytes.fill(0xff);
  return { memory, real };
}
const compile = (file: string, dialect = rfc9309) => fallback.compile(file, ["x"], dialect).program;
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe("a URL is written to INPUT, and its length in bytes returned", () => {
  const { memory } = linearMemory();
  it.each<[title: string, url: string | Uint8Array, length: number]>([
    ["as UTF-8", "/\u00e9", 3],
    ["the longest text", "a".repeat(MAX_URL_BYTES), MAX_URL_BYTES],
    ["not one that is longer", "a".repeat(MAX_URL_BYTES + 1), -1],
    ["the longest in UTF-8", "\u00e9".repeat(MAX_URL_BYTES / 2), MAX_URL_BYTES],
    ["not one that is longer in UTF-8", `${"\u00e9".repeat(MAX_URL_BYTES / 2)}a`, -1],
    ["the longest bytes", Buffer.from("b".repeat(MAX_URL_BYTES)), MAX_URL_BYTES],
    ["not bytes that are more", Buffer.from("b".repeat(MAX_URL_BYTES + 1)), -1],
    ["nothing", "", 0],
  ])("%s", (_, url, length) => {
    expect(memory.writeUrl(url)).toBe(length);
    const written = Buffer.from(memory.bytes.subarray(INPUT, INPUT + length));
    if (length > 0) expect(written.equals(Buffer.from(url as string))).toBe(true);
  });
  it("INPUT has its length", () =>
    expect([memory.input.byteOffset, memory.input.length]).toEqual([INPUT, INPUT_BYTES]));
});

it("the URL in INPUT starts with a prefix if its text does, whatever was there before", () => {
  const { memory } = linearMemory();
  const piece = fc.string({ unit: fc.constantFrom("a", "b", "\u0161"), maxLength: 9 });
  const ascii = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 9 });
  let starting = 0;
  const property = fc.property(ascii, piece, fc.option(piece), (prefix, after, other) => {
    memory.writeUrl(prefix + after);
    const url = other ?? prefix + after;
    const starts = new Prefix(prefix).accepts(memory.inputWords, memory.writeUrl(url));
    expect(starts).toBe(url.startsWith(prefix));
    if (starts) starting++;
  });
  fc.assert(property, { numRuns: 2_000 });
  expect(starting).toBeGreaterThan(400);
});

it("files are written where they are wanted, one after another, also when the memory has grown", () => {
  const { memory } = linearMemory(8 * MIN_MEMORY_BYTES);
  const write = (file: string | Uint8Array, at: number): unknown[] => [
    memory.writeFile(file, at),
    text(memory.bytes.subarray(at, at + 3)),
  ];
  expect(write("a\u00e9", ARENA)).toEqual([3, "a\u00e9"]);
  expect(write("xyz", ARENA)).toEqual([3, "xyz"]);
  expect(write("abc", ARENA + 64)).toEqual([3, "abc"]);
  expect(write(Buffer.from("123"), ARENA + 128)).toEqual([3, "123"]);
  expect(text(memory.bytes.subarray(ARENA, ARENA + 3))).toBe("xyz");
  memory.allocate(2 * MIN_MEMORY_BYTES);
  expect(write("def", ARENA + 64)).toEqual([3, "def"]);
});

it("bytes are as long as they are, whatever a subclass says", () => {
  class Liar extends Uint8Array {
    override get byteLength(): number {
      return 1;
    }
  }
  const { memory } = linearMemory();
  expect([byteLengthOf(new Liar(7)), memory.writeFile(new Liar(7), ARENA)]).toEqual([7, 7]);
});

describe("a program", () => {
  const short = compile("User-agent: *\nDisallow: /a*b\nCrawl-delay: 2\n");
  const long = compile(`User-agent: *\nDisallow: /${"a".repeat(MOST_BYTES_AS_NUMBERS)}\n`);

  it.each([
    ["short", short],
    ["long", long],
  ])("that is %s is placed behind an empty prefix, and read back where it was made", (_, program) => {
    const { memory } = linearMemory();
    const address = memory.place(program, 40);
    expect([program.address, program.generation]).toEqual([address, memory.arena.generation]);
    expect(memory.bytes.slice(address, address + program.length)).toEqual(program.bytes);
    expect([...memory.bytes.subarray(address - PREFIX_BYTES, address)]).toEqual(Array(PREFIX_BYTES).fill(0));
    expect(memory.bytes[address + program.length + 39]).toBe(0xff);
    const made = memory.programAt(address, program.length);
    expect([made.address, made.generation]).toEqual([address, memory.arena.generation]);
    memory.bytes.fill(0xff, ARENA);
    const again = memory.place(made, 40);
    expect(memory.bytes.slice(again, again + program.length)).toEqual(program.bytes);
    expect(new Set(memory.bytes.subarray(again + program.length + 7, again + program.length + 40))).toEqual(
      new Set([0xff]),
    );
    expect(made.bytes).toEqual(program.bytes);
    expect(memory.place(short, 0)).toBeGreaterThanOrEqual(address + program.length + 40);
  });

  it("has room only if it fits with its prefix and its index", () => {
    const { memory } = linearMemory();
    const most = memory.arena.capacityBytes - PREFIX_BYTES - short.length;
    expect(memory.place(short, most + 1)).toBe(-1);
    expect(memory.place(short, most)).toBe(ARENA + PREFIX_BYTES);
  });

  it("brings the bytes of its dialect, once", () => {
    for (const dialect of dialects) {
      const { memory } = linearMemory();
      const at = DIALECTS + dialect.id * DIALECT_BYTES;
      const written = (): Uint8Array => memory.bytes.slice(at, at + DIALECT_BYTES);
      memory.place(compile("", dialect), 0);
      expect(written()).toEqual(encodeDialect(dialect));
      memory.bytes.fill(7, at, at + DIALECT_BYTES);
      memory.place(compile("", dialect), 0);
      memory.writeDialect(dialect);
      expect(new Set(written())).toEqual(new Set([7]));
      const other = { ...dialect, lineCapBytes: 5 };
      memory.writeDialect(other);
      expect(written()).toEqual(encodeDialect(other));
      expect(memory.bytes[at + DIALECT_BYTES]).toBe(0xff);
    }
  });

  it("has the address of its index first in its prefix, and its decisions where the module counts them", () => {
    const { memory } = linearMemory();
    const address = memory.place(short, 0);
    const word = (at: number): number => new Int32Array(memory.bytes.buffer, at, 1)[0]!;
    memory.setIndex(address, 12_345);
    expect([word(address - PREFIX_BYTES), word(address - DECISIONS_BEFORE)]).toEqual([12_345, 0]);
    memory.stopCounting(address);
    expect([word(address - PREFIX_BYTES), word(address - DECISIONS_BEFORE)]).toEqual([12_345, -1]);
  });
});

describe("what the module has put into memory", () => {
  it.each([
    [0, 0],
    [1, 2],
    [2, 4],
    [MAX_SITEMAPS, 2 * MAX_SITEMAPS],
    [MAX_SITEMAPS + 1, undefined],
  ])("%i sitemaps are spans from the second pair on: %j numbers", (count, length) => {
    const { memory } = linearMemory();
    const words = new Uint32Array(memory.bytes.buffer);
    words.forEach((_, i) => {
      words[i] = i;
    });
    words[RESULTS / 4] = count;
    const spans = memory.sitemapSpans();
    expect(spans?.length).toBe(length);
    expect(spans?.every((span, i) => span === RESULTS / 4 + 2 + i)).toBe(length === undefined ? undefined : true);
  });

  it("records are copied, and results are seen", () => {
    const { memory } = linearMemory();
    memory.bytes.set([1, 0, 0, 0, 2, 0, 0, 0], ARENA);
    const records = memory.recordsAt(ARENA, 8);
    memory.bytes.set([9, 8, 7], RESULTS);
    memory.bytes.fill(0, ARENA);
    expect([...records]).toEqual([1, 2]);
    expect([...memory.results(2)]).toEqual([9, 8]);
  });
});

describe("the memory grows", () => {
  it("by whole pages to what is asked for, and its views with it", () => {
    const { memory, real } = linearMemory(4 * MIN_MEMORY_BYTES);
    const address = memory.allocate(2 * MIN_MEMORY_BYTES);
    expect(memory.bytes.buffer).toBe(real.buffer);
    expect(memory.input.buffer).toBe(real.buffer);
    expect(memory.bytes.length).toBeGreaterThanOrEqual(address + 2 * MIN_MEMORY_BYTES);
    expect(memory.bytes.length).toBeLessThanOrEqual(4 * MIN_MEMORY_BYTES);
  });

  it("not where the host refuses to give more", () => {
    const { buffer } = new WebAssembly.Memory({ initial: PAGES });
    const grow = (): never => {
      throw new RangeError("refused");
    };
    const memory = new LinearMemory({ buffer, grow }, 4 * MIN_MEMORY_BYTES);
    expect(memory.allocate(2 * MIN_MEMORY_BYTES)).toBe(-1);
    expect(memory.arena.capacityBytes).toBeLessThan(MIN_MEMORY_BYTES);
    expect(memory.allocate(1000)).toBe(ARENA + PREFIX_BYTES);
  });
});

it("a program whose index finds no room, because the host refuses it, decides without one", () => {
  const lines = Array.from({ length: 9000 }, (_, i) => `Disallow: /${i}*a`);
  const program = compile(`User-agent: *\n${lines.join("\n")}\n`);
  const engine = new WasmEngine(wasmModule, fallback, 2 ** 24);
  Object.assign(engine.exports.memory, {
    grow: () => {
      throw new RangeError("refused");
    },
  });
  const before = engine.memoryBytes;
  for (let i = 0; i < 60; i++) {
    expect(engine.decide(program, `/${i}/a`) & 1).toBe(0);
    expect(engine.decide(program, `/${i}/b`) & 1).toBe(1);
  }
  expect([...engine.decideMany(program, ["/1a", "/x", "/8999a"])]).toEqual([0, 1, 0]);
  expect(engine.decide(compile("User-agent: *\nDisallow: /a"), "/a") & 1).toBe(0);
  expect([engine.memoryBytes, engine.decide(program, "/7a") & 1]).toEqual([before, 0]);
});

it("a long URL that takes the place of its program is decided by it all the same", () => {
  const first = compile("User-agent: *\nDisallow: /*xyz$\nDisallow: /b\n");
  const more = times(8, (i) => compile(`User-agent: *\nDisallow: /${`${i}`.repeat(40_000)}\nDisallow: /b${i}\n`));
  for (let count = 0; count <= more.length; count++) {
    const engine = new WasmEngine(wasmModule, fallback, MIN_MEMORY_BYTES);
    // A program remembers where it lies in the memory of one engine.
    const [program, ...others] = [first, ...more.slice(0, count)].map(({ bytes }) => programOf(bytes));
    const verdict = (one: Program, url: string): number => engine.decide(one, url, true) & 1;
    expect(verdict(program!, "/b")).toBe(0);
    for (const [i, other] of others.entries()) expect(verdict(other, `/b${i}`)).toBe(0);
    const long = `/${"y".repeat(20_000)}`;
    const verdicts = [`${long}xy`, `${long}xyz`, "/b", "/c"].map((url) => verdict(program!, url));
    expect(verdicts, `${count} others`).toEqual([1, 0, 0, 1]);
    for (const [i, other] of others.entries()) expect(verdict(other, `/b${i}`)).toBe(0);
  }
});

it("an engine with little memory decides what the fallback decides, whatever was asked before", () => {
  const ruleCounts = [1, 20, 300, 2500];
  const programs = dialects
    .slice(0, 2)
    .map(written)
    .flatMap((dialect) =>
      ruleCounts.map((count) => {
        const rules = times(
          count,
          () => `${pick(["Allow", "Disallow"])}: /${below(40)}${pick(["*", "/", "$", "%2a"])}a`,
        );
        return { dialect, file: `User-agent: *\n${rules.join("\n")}\n` };
      }),
    );
  const files = programs.map(({ file, dialect }) => ({ file, dialect, bytes: compile(file, dialect).bytes }));
  holds(1, () => {
    const engine = new WasmEngine(wasmModule, fallback, pick([MIN_MEMORY_BYTES, 1.5 * MIN_MEMORY_BYTES]));
    const cached = files.map(({ bytes }) => programOf(bytes));
    for (let step = 0; step < 40; step++) {
      const i = below(files.length);
      const { file, dialect } = files[i]!;
      const program = oneIn(4) ? engine.compile(file, ["x"], dialect).program : cached[i]!;
      const path = `/${below(40)}${pick(["", "/", "*", "%2a", "x"])}a${"y".repeat(pick([0, 9, 9000, 20_000]) * below(2))}`;
      const wanted = fallback.decide(program, path, true);
      const what = (): string => `step ${step}: ${path.slice(0, 30)} of ${path.length}, file ${i}`;
      for (const _ of times(pick([1, 3, 40]), () => 0)) same(engine.decide(program, path, true), wanted, what);
      const verdict = wanted < 0 ? 1 : wanted & 1;
      same(engine.decideMany(program, [path, "/", path])[2]!, verdict, what);
      same(engine.decideLines(program, Buffer.from(`${path}\n${path}`))[1]!, verdict, what);
      if (oneIn(4)) same(engine.decideFile(file, ["x"], dialect, path), verdict, what);
      same(engine.memoryBytes <= 1.5 * MIN_MEMORY_BYTES, true, what);
    }
  });
});
