/**
 * The WebAssembly engine: the only file that calls the module. The TypeScript fallback decides the few cases that do not
 * fit: rules too large for the arena, and patterns over 24 KiB with a URL over 8 KiB.
 */
import type { Dialect } from "../dialects.ts";
import { withCode } from "../errors.ts";
import type { Arena } from "./arena.ts";
import { CACHE_LINE_BYTES, INPUT_BYTES, LF, MAX_PATTERN_BYTES, PADDING, WANTS_INDEX } from "./constants.ts";
import {
  type DecisionCode,
  type Engine,
  isAllowedBy,
  NO_MATCH,
  NOT_A_URL,
  patternBytesOf,
  ROBOTS_TXT,
  RULE_STRIDE,
  type RuleList,
  spanOf,
} from "./engine.ts";
import { pathsOf } from "./fallback.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { endOfLine, splitLines, withoutCr } from "./lines.ts";
import { LinearMemory, type ModuleMemory } from "./memory.ts";
import { dialectOf, longestPatternBytes, type Program } from "./program.ts";

/** For guessing from its bytes how many lines a chunk has. */
const TYPICAL_LINE_BYTES = 64;
/** Entries of the module's tables start at multiples of this. */
const ALIGNMENT = 16;

interface Exports {
  readonly memory: ModuleMemory;
  programBytes(count: number, patternBytes: number): number;
  workBytes(count: number, patternBytes: number): number;
  compile(dialect: number, list: number, count: number, raw: number, to: number, work: number): number;
  decideInput(program: number, length: number): DecisionCode;
  decidePath(program: number, path: number, end: number, limit: DecisionCode): DecisionCode;
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

/** How programs decide: by scanning, by an index from the first decision on, or by whichever is cheaper in the long run. */
export type Layout = "scan" | "index" | "auto";

const aligned = (address: number, multiple: number): number => Math.ceil(address / multiple) * multiple;

export class WasmEngine implements Engine {
  readonly name: string;
  /** For tests and benchmarks: the module's own exports. */
  readonly exports: Exports;
  readonly #fallback: Engine;
  readonly #memory: LinearMemory;
  readonly #arena: Arena;
  readonly #layout: Layout;

  /** @param maxMemoryBytes the bound of the linear memory, which starts at 512 KiB and grows as programs are placed. */
  constructor(wasmModule: unknown, fallback: Engine, maxMemoryBytes: number, layout: Layout = "auto") {
    this.name = layout === "auto" ? "wasm" : `wasm, ${layout}`;
    this.#layout = layout;
    this.exports = new WebAssembly.Instance(wasmModule as WebAssembly.Module).exports as unknown as Exports;
    // Any module with a memory instantiates; reject foreign ones.
    if (typeof this.exports.decideInput !== "function")
      throw withCode(new TypeError("module: expected an export decideInput"), "ERR_INVALID_ARG_VALUE");
    this.#fallback = fallback;
    this.#memory = new LinearMemory(this.exports.memory, maxMemoryBytes);
    this.#arena = this.#memory.arena;
  }

  get memoryBytes(): number {
    return this.#memory.bytes.length;
  }

  /** Bounds the linear memory from now on. Memory beyond the bound stays allocated but is not used. */
  limitMemory(maxMemoryBytes: number): void {
    this.#arena.limit(maxMemoryBytes);
  }

  compile(rules: RuleList, dialect: Dialect): Uint8Array {
    const { table } = rules;
    const count = table.length / RULE_STRIDE;
    const { start, end } = spanOf(rules);
    // Before allocate(): a Uint8Array subclass may re-enter the engine.
    const span = rules.bytes.subarray(start, end);
    const patternBytes = patternBytesOf(rules);
    const programBytes = this.exports.programBytes(count, patternBytes);
    const workBytes = this.exports.workBytes(count, patternBytes);
    const needed = table.byteLength + span.length + programBytes + workBytes + 4 * PADDING;
    if (!this.#arena.fits(needed)) return this.#fallback.compile(rules, dialect);
    this.#memory.writeProfile(dialect);
    const list = this.#arena.allocate(needed);
    const { bytes } = this.#memory;
    const raw = list + table.byteLength;
    const to = raw + span.length + PADDING;
    const work = aligned(to + programBytes + PADDING, ALIGNMENT);
    bytes.set(span, raw);
    new Int32Array(bytes.buffer, list, table.length).set(table);
    const length = this.exports.compile(dialect.id, list, count, raw - start, to, work);
    this.#arena.release(list);
    return bytes.subarray(to, to + length);
  }

  decide(program: Program, url: string | Uint8Array): DecisionCode {
    const memory = this.#memory;
    const length = typeof url === "string" ? memory.writeText(url) : memory.writeBytes(url);
    if (length < 0) return this.#decideLong(program, url);
    const address = this.#ensureLoaded(program);
    if (address < 0) return this.#fallback.decide(program, url);
    const decision = this.exports.decideInput(address, length);
    return decision !== WANTS_INDEX ? decision : this.exports.decideInput(this.#withIndex(program, address), length);
  }

  /** Decides a URL that is too long for INPUT: its canonical path is made here and placed behind a copy of the program. */
  #decideLong(program: Program, url: string | Uint8Array): DecisionCode {
    const paths = pathsOf(url, dialectOf(program));
    if (paths.length === 0) return NOT_A_URL;
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

  /** Returns the address of the program in linear memory, or -1 if it is too large. */
  #ensureLoaded(program: Program): number {
    return this.#arena.isIntact(program.generation, program.address) ? program.address : this.#load(program);
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
    const index = aligned(moved + program.bytes.length + PADDING, CACHE_LINE_BYTES);
    const end = this.exports.buildIndex(moved, index, indexBytes);
    this.#memory.setIndex(moved, index);
    this.#arena.release(end + PADDING);
    return moved;
  }

  /** Joins as many URLs as fit into lines and decides them in one call, or decides one URL if they cannot be joined. */
  #decideSome(program: Program, urls: readonly string[], from: number, results: Uint8Array): number {
    let units = 0;
    let to = from;
    // A UTF-16 unit takes at most three bytes; a line end follows each URL.
    while (to < urls.length && (units + urls[to]!.length) * 3 + (to + 1 - from) <= INPUT_BYTES)
      units += urls[to++]!.length;
    const some = urls.slice(from, Math.max(to, from + 1));
    results.set(this.#decideJoined(program, some) ?? this.#decideEach(program, some), from);
    return from + some.length;
  }

  /** Returns undefined if a URL is too long or holds a line end, or if a CR could be taken for one. */
  #decideJoined(program: Program, urls: readonly string[]): Uint8Array | undefined {
    const text = `${urls.join("\n")}\n`;
    if (text.length > INPUT_BYTES || text.includes("\r")) return undefined;
    const { written } = encoder.encodeInto(text, this.#memory.input);
    if (this.exports.countLines(written) !== urls.length) return undefined;
    return this.#decideInput(program, written, () => urls);
  }

  /** The end of the longest run of whole lines from `from` that fits INPUT; -1 if the first line does not fit. */
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

  /** Decides the lines in the first `length` bytes of INPUT; `linesOf` returns them again if the module cannot. */
  #decideInput(program: Program, length: number, linesOf: () => readonly (string | Uint8Array)[]): Uint8Array {
    const address = this.#ensureLoadedFor(program, Math.ceil(length / TYPICAL_LINE_BYTES));
    const count = address < 0 ? -1 : this.exports.decideLines(address, length);
    return count < 0 ? this.#decideEach(program, linesOf()) : this.#memory.results(count);
  }

  /** Like #ensureLoaded, with an index if there will be enough decisions. */
  #ensureLoadedFor(program: Program, decisions: number): number {
    const address = this.#ensureLoaded(program);
    if (address < 0 || !this.exports.wantsIndex(address, decisions)) return address;
    return this.#withIndex(program, address);
  }

  #decideEach(program: Program, urls: readonly (string | Uint8Array)[]): Uint8Array {
    return Uint8Array.from(urls, (url) => (isAllowedBy(this.decide(program, url)) ? 1 : 0));
  }
}
