/**
 * The WebAssembly engine: the only file that calls the module.
 * What does not fit (rules too large for the arena, patterns over 24 KiB with a URL over 8 KiB) is decided by the naive
 * engine, which answers the same.
 */
import type { Dialect } from "../dialects.ts";
import type { Arena } from "./arena.ts";
import {
  type Decision,
  type Engine,
  isAllowedBy,
  NO_MATCH,
  ROBOTS_TXT,
  RULE_STRIDE,
  type RuleList,
  spanOf,
} from "./engine.ts";
import { pathsOf } from "./fallback.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { endOfLine, splitLines, withoutCr } from "./lines.ts";
import { INPUT_BYTES, LinearMemory, MAX_PATTERN_BYTES, type ModuleMemory, PADDING } from "./memory.ts";
import { dialectOf, longestPatternBytes, type Program } from "./program.ts";

/** Nodes of an index are one long, and start where one starts. */
const CACHE_LINE_BYTES = 64;
/** For guessing from its bytes how many decisions a chunk will ask for. */
const TYPICAL_LINE_BYTES = 64;
/** Answered by the module when a program has decided often enough to be worth an index. */
const WANTS_INDEX = -0x80000000;

const LF = 10;

interface Exports {
  readonly memory: ModuleMemory;
  compile(dialect: number, table: number, count: number, raw: number, to: number, work: number): number;
  decideInput(program: number, length: number): Decision;
  decidePath(program: number, path: number, end: number, limit: Decision): Decision;
  decideLines(program: number, length: number): number;
  wantsIndex(program: number, decisions: number): number;
  indexBytes(program: number): number;
  buildIndex(program: number, to: number, room: number): number;
  countLines(length: number): number;
  empty(length: number): number;
  stepsTaken(): number;
  resetSteps(): void;
}

const encoder = new TextEncoder();

/** How programs decide: as they stand, by an index from the first decision on, or as is cheaper in the long run. */
export type Layout = "scan" | "index" | "auto";

export class WasmEngine implements Engine {
  readonly name: string;
  /** For tests and benchmarks: the module's own exports. */
  readonly exports: Exports;
  readonly #fallback: Engine;
  readonly #memory: LinearMemory;
  readonly #arena: Arena;
  readonly #layout: Layout;

  /** @param maxMemoryBytes bound of the linear memory; it starts at 512 KiB and grows as programs come. */
  constructor(wasmModule: unknown, fallback: Engine, maxMemoryBytes: number, layout: Layout = "auto") {
    this.name = layout === "auto" ? "wasm" : `wasm, ${layout}`;
    this.#layout = layout;
    this.exports = new WebAssembly.Instance(wasmModule as WebAssembly.Module).exports as unknown as Exports;
    // Most modules export a memory: an engine could be made of them.
    if (typeof this.exports.decideInput !== "function") throw new TypeError("module: expected an export decideInput");
    this.#fallback = fallback;
    this.#memory = new LinearMemory(this.exports.memory, maxMemoryBytes);
    this.#arena = this.#memory.arena;
  }

  get memoryBytes(): number {
    return this.#memory.bytes.length;
  }

  /** Bounds the linear memory from now on; what it has grown to already stays, but is not used beyond the bound. */
  limitMemory(maxMemoryBytes: number): void {
    this.#arena.limit(maxMemoryBytes);
  }

  compile(rules: RuleList, dialect: Dialect): Uint8Array {
    const { table } = rules;
    const count = table.length / RULE_STRIDE;
    const { start, end } = spanOf(rules);
    // Before there is anything in memory to lose: another kind of Uint8Array may ask the engine from in here.
    const patterns = rules.bytes.subarray(start, end);
    const rawBytes = end - start;
    // Two readings a rule, three bytes for each of a pattern, once in work and once written; originals; entries and keys.
    const tableBytes = table.byteLength;
    const outBytes = 32 + count * 24 + 8 * rawBytes;
    const workBytes = count * 80 + 6 * rawBytes;
    const needed = tableBytes + rawBytes + outBytes + workBytes + 4 * PADDING;
    if (!this.#arena.fits(needed)) return this.#fallback.compile(rules, dialect);
    this.#memory.writeProfile(dialect);
    const at = this.#arena.allocate(needed);
    const { bytes } = this.#memory;
    const raw = at + tableBytes;
    const to = raw + rawBytes + PADDING;
    const work = Math.ceil((to + outBytes + PADDING) / 16) * 16;
    bytes.set(patterns, raw);
    new Int32Array(bytes.buffer, at, table.length).set(table);
    const programBytes = this.exports.compile(dialect.id, at, count, raw - start, to, work);
    this.#arena.release(at);
    return bytes.subarray(to, to + programBytes);
  }

  decide(program: Program, url: string | Uint8Array): Decision {
    const memory = this.#memory;
    const length = typeof url === "string" ? memory.writeText(url) : memory.writeBytes(url);
    if (length < 0) return this.#decideLong(program, url);
    const address = this.#resident(program);
    if (address < 0) return this.#fallback.decide(program, url);
    const decision = this.exports.decideInput(address, length);
    return decision !== WANTS_INDEX ? decision : this.exports.decideInput(this.#withIndex(program, address), length);
  }

  /** A URL that INPUT does not hold: its path is spelled canonically here, and lies behind a copy of the program. */
  #decideLong(program: Program, url: string | Uint8Array): Decision {
    const paths = pathsOf(url, dialectOf(program));
    const room = Math.max(...paths.map((path) => path.length)) + 2 * PADDING;
    const address = longestPatternBytes(program) > MAX_PATTERN_BYTES ? -1 : this.#memory.place(program, room);
    if (address < 0) return this.#fallback.decide(program, url);
    const at = address + program.bytes.length + PADDING;
    this.#arena.release(at);
    return paths.reduce((decision, path) => {
      if (decision === ROBOTS_TXT) return decision;
      this.#memory.bytes.set(path, at);
      return this.exports.decidePath(address, at, at + path.length, decision);
    }, NO_MATCH);
  }

  decideMany(program: Program, urls: readonly string[]): Uint8Array {
    const results = new Uint8Array(urls.length);
    for (let from = 0; from < urls.length; ) from = this.#decideSome(program, urls, from, results);
    return results;
  }

  decideLines(program: Program, lines: Uint8Array): Uint8Array {
    const results = new GrowingBytes(Math.ceil(lines.length / TYPICAL_LINE_BYTES) + 16);
    for (let from = 0; from < lines.length; ) {
      const end = this.#chunkEnd(lines, from);
      if (end < 0) {
        const lineEnd = endOfLine(lines, from);
        results.append(this.#decideEach(program, [withoutCr(lines.subarray(from, lineEnd))]));
        from = lineEnd + 1;
      } else {
        results.append(this.#decideChunk(program, lines.subarray(from, end)));
        from = end;
      }
    }
    return results.bytes();
  }

  /** The address of the program in linear memory, or -1 if it is too large for it. */
  #resident(program: Program): number {
    return this.#arena.isIntact(program.lap, program.address) ? program.address : this.#load(program);
  }

  #load(program: Program): number {
    const address = this.#memory.place(program, 0);
    return address >= 0 && this.#layout === "index" ? this.#withIndex(program, address) : address;
  }

  /** Copies the program in anew with its index behind it, so that both are overwritten together. */
  #withIndex(program: Program, address: number): number {
    if (this.#layout === "scan") return address;
    const indexBytes = this.exports.indexBytes(address);
    const moved = this.#memory.place(program, PADDING + CACHE_LINE_BYTES + indexBytes);
    if (moved < 0) return address;
    const index = Math.ceil((moved + program.bytes.length + PADDING) / CACHE_LINE_BYTES) * CACHE_LINE_BYTES;
    const end = this.exports.buildIndex(moved, index, indexBytes);
    this.#memory.setIndex(moved, index);
    this.#arena.release(end + PADDING);
    return moved;
  }

  /** Joins as many URLs as fit into lines and decides them in one crossing; one alone where that is not possible. */
  #decideSome(program: Program, urls: readonly string[], from: number, results: Uint8Array): number {
    let units = 0;
    let to = from;
    // Three bytes a UTF-16 unit at most, and a line end.
    while (to < urls.length && (units + urls[to]!.length) * 3 + (to + 1 - from) <= INPUT_BYTES)
      units += urls[to++]!.length;
    const some = urls.slice(from, Math.max(to, from + 1));
    results.set(this.#decideJoined(program, some) ?? this.#decideEach(program, some), from);
    return from + some.length;
  }

  /** Undefined if a URL is too long or holds a line end, or might end in a CR that is not one's. */
  #decideJoined(program: Program, urls: readonly string[]): Uint8Array | undefined {
    const text = `${urls.join("\n")}\n`;
    if (text.length > INPUT_BYTES || text.includes("\r")) return undefined;
    const { written } = encoder.encodeInto(text, this.#memory.input);
    if (this.exports.countLines(written) !== urls.length) return undefined;
    return this.#decideInput(program, written, () => urls);
  }

  /** The end of the longest run of whole lines from `from` that fits INPUT; -1 if not one does. */
  #chunkEnd(lines: Uint8Array, from: number): number {
    if (lines.length - from < INPUT_BYTES) return lines.length;
    const lastLf = lines.lastIndexOf(LF, from + INPUT_BYTES - 1);
    return lastLf < from ? -1 : lastLf + 1;
  }

  #decideChunk(program: Program, chunk: Uint8Array): Uint8Array {
    const { input } = this.#memory;
    input.set(chunk);
    let length = chunk.length;
    if (chunk[length - 1] !== LF) input[length++] = LF;
    return this.#decideInput(program, length, () => splitLines(chunk));
  }

  /** Decides the lines in the first `length` bytes of INPUT; `linesOf` gives them again if the module cannot. */
  #decideInput(program: Program, length: number, linesOf: () => readonly (string | Uint8Array)[]): Uint8Array {
    const address = this.#residentFor(program, Math.ceil(length / TYPICAL_LINE_BYTES));
    const count = address < 0 ? -1 : this.exports.decideLines(address, length);
    return count < 0 ? this.#decideEach(program, linesOf()) : this.#memory.results(count);
  }

  /** Like #resident, with an index if there will be decisions enough. */
  #residentFor(program: Program, decisions: number): number {
    const address = this.#resident(program);
    if (address < 0 || !this.exports.wantsIndex(address, decisions)) return address;
    return this.#withIndex(program, address);
  }

  #decideEach(program: Program, urls: readonly (string | Uint8Array)[]): Uint8Array {
    return Uint8Array.from(urls, (url) => (isAllowedBy(this.decide(program, url)) ? 1 : 0));
  }
}
