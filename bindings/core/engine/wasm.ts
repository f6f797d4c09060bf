/**
 * The WebAssembly engine: the only file that calls the module. The TypeScript fallback decides the few cases that do not
 * fit: rules or a URL too large for the arena, product tokens over 8 KiB, and patterns over 24 KiB with a URL over 8 KiB.
 */

import { writeAscii, writeUtf16 } from "#wasm";
import { LF } from "../../base/characters.ts";
import { withCode } from "../../base/errors.ts";
import { concat } from "../../base/little-endian.ts";
import { endOfLine, splitLines, withoutCr } from "../../base/split-lines.ts";
import { bytesOf, writeUtf8 } from "../../base/utf8.ts";
import type { Dialect } from "../dialects.ts";
import {
  CACHE_LINE_BYTES,
  INPUT_BYTES,
  MAX_EXPANSION,
  MAX_PATTERN_BYTES,
  MOST_READ_BYTES,
  PADDING,
  PATH_INDEX_BYTES,
  PATH_INDEX_FACTOR,
  PREFIX_BYTES,
  WANTS_ROOM,
} from "../layout.ts";
import { LONG_TEXT, MAX_TOKEN_UNITS, MOST_UNITS, ROOM_BYTES, ROOM_FACTOR, TYPICAL_LINE_BYTES } from "../limits.ts";
import {
  type Compiled,
  type DecisionCode,
  type Engine,
  NOT_NORMALISED,
  type UrlTest,
  verdictCode,
  verdictsOf,
} from "../program/engine.ts";
import { isWritten, longestPatternBytes, type Program } from "../program/program.ts";
import { endWithin } from "../reader/cut.ts";
import type { Records } from "../reader/records.ts";
import type { Arena } from "./arena.ts";
import { byteLengthOf, LinearMemory, type ModuleMemory } from "./memory.ts";
import { packTokens } from "./tokens.ts";

interface Exports {
  readonly memory: ModuleMemory;
  /** Only in the module for Node.js. Makes UTF-8 at `to` of UTF-16, and returns its length. `to + units + 16` is at most `from`. */
  encodeUtf16?(from: number, units: number, to: number): number;
  /** Returns the length of the program, or the negated room that is needed. */
  compileFile(dialect: number, at: number, fileBytes: number, tokensBytes: number, room: number): number;
  /** Returns the length of the table of records, or the negated room that is needed. */
  readFile(dialect: number, at: number, fileBytes: number, tokensBytes: number, room: number): number;
  /** Returns a verdict, or the negated room that is needed. */
  decideFile(
    dialect: number,
    at: number,
    fileBytes: number,
    tokensBytes: number,
    room: number,
    urlBytes: number,
  ): number;
  decideUrl(program: number, length: number, asWritten: number): DecisionCode;
  decideUrlAt(program: number, url: number, end: number, spelled: number, roomEnd: number): DecisionCode;
  decideLines(program: number, length: number, asWritten: number): number;
  wantsIndex(program: number, decisions: number): number;
  indexBytes(program: number): number;
  buildIndex(program: number, to: number, room: number): number;
  /** These two only in build/engine.steps.wasm, for tests. */
  stepsTaken(): number;
  resetSteps(): void;
}

/** Whether the host has a faster way for text in ASCII. */
export const writesAscii: boolean = writeAscii !== undefined;

const aligned = (address: number, multiple: number): number => Math.ceil(address / multiple) * multiple;

export class WasmEngine implements Engine {
  readonly name: string = "wasm";
  /** For tests and benchmarks: the module's own exports. */
  readonly exports: Exports;
  readonly #fallback: Engine;
  readonly #memory: LinearMemory;
  readonly #arena: Arena;
  /** Where the file that is being read lies, and its length. */
  #fileAt = 0;
  #fileBytes = 0;

  /** @param maxMemoryBytes the bound of the linear memory, which starts at 512 KiB and grows as programs are placed. */
  constructor(wasmModule: unknown, fallback: Engine, maxMemoryBytes: number) {
    this.exports = new WebAssembly.Instance(wasmModule as WebAssembly.Module).exports as unknown as Exports;
    // Any module with a memory instantiates; reject foreign ones.
    if (typeof this.exports.decideUrl !== "function")
      throw withCode(new TypeError("module: expected an export decideUrl"), "ERR_INVALID_ARG_VALUE");
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

  compile(
    file: string | Uint8Array,
    agents: readonly string[],
    dialect: Dialect,
    maxBytes: number = MOST_READ_BYTES,
  ): Compiled {
    const length = this.#readFile(file, agents, dialect, this.exports.compileFile, 0, maxBytes);
    if (length < 0) return this.#fallback.compile(file, agents, dialect, maxBytes);
    this.#arena.release(this.#fileAt + length);
    const program = this.#memory.programAt(this.#fileAt, length);
    const memory = this.#memory;
    const sitemapSpans = memory.sitemapSpans();
    return { program, sitemapSpans, isPlain: memory.isPlain(), fileBytes: this.#fileBytes };
  }

  readRecords(bytes: Uint8Array, dialect: Dialect): Records {
    const length = this.#readFile(bytes, [], dialect, this.exports.readFile, 0, MOST_READ_BYTES);
    if (length < 0) return this.#fallback.readRecords(bytes, dialect);
    this.#arena.release(this.#fileAt - PREFIX_BYTES);
    return { bytes, table: this.#memory.recordsAt(this.#fileAt, length) };
  }

  decideFile(
    file: string | Uint8Array,
    agents: readonly string[],
    dialect: Dialect,
    url: string | Uint8Array,
    maxBytes: number = MOST_READ_BYTES,
  ): number {
    const { decideFile } = this.exports;
    const urlBytes = this.#memory.writeUrl(url);
    const verdict = urlBytes < 0 ? urlBytes : this.#readFile(file, agents, dialect, decideFile, urlBytes, maxBytes);
    if (verdict < 0) return verdictCode(this.decide(this.compile(file, agents, dialect, maxBytes).program, url));
    this.#arena.release(this.#fileAt - PREFIX_BYTES);
    return verdict;
  }

  /**
   * Puts the file into the arena, at #fileAt, and calls `read`, again with more room as long as it asks for more. Returns what
   * `read` returned, or -1 if the arena is too small or a token is too long.
   */
  #readFile(
    file: string | Uint8Array,
    agents: readonly string[],
    dialect: Dialect,
    read: Exports["decideFile"],
    urlBytes: number,
    maxBytes: number,
  ): number {
    const memory = this.#memory;
    const tokens = packTokens(agents, dialect);
    memory.writeDialect(dialect);
    if (tokens.length > MAX_TOKEN_UNITS && agents.some(({ length }) => length > MAX_TOKEN_UNITS)) return -1;
    // ROOM_FACTOR bytes for each UTF-16 unit of a text suffice for its UTF-8.
    const units = typeof file === "string" ? file.length : byteLengthOf(file);
    for (let room = units * ROOM_FACTOR + ROOM_BYTES + tokens.length; this.#arena.fits(room + PREFIX_BYTES); ) {
      const at = memory.allocate(room);
      if (at < 0) break;
      const bytes = this.#writeFile(file, at);
      const length = bytes > maxBytes ? endWithin(memory.bytes.subarray(at), maxBytes) : bytes;
      this.#fileAt = at;
      this.#fileBytes = bytes;
      memory.bytes.set(tokens, at + length + PADDING);
      const result = read(dialect.id, at, length, tokens.length, room, urlBytes);
      if (result >= 0) return result;
      this.#arena.release(at);
      room = -result;
    }
    return -1;
  }

  /** Writes a file at `at`, where there is room for text in both encodings, and returns its length in UTF-8. */
  #writeFile(file: string | Uint8Array, at: number): number {
    const memory = this.#memory;
    const { encodeUtf16 } = this.exports;
    if (writeUtf16 === undefined || encodeUtf16 === undefined || typeof file !== "string" || file.length < LONG_TEXT)
      return memory.writeFile(file, at);
    const from = aligned(at + file.length + PADDING, CACHE_LINE_BYTES);
    writeUtf16(file, memory.bytes.subarray(from));
    return encodeUtf16(from, file.length, at);
  }

  /** V8 inlines all of this into callers, and calls `#decideAgain`. */
  decide(program: Program, url: string | Uint8Array, asWritten: boolean = false): DecisionCode {
    return this.#decideInput(program, url, this.#memory.writeUrl(url), asWritten);
  }

  decideAscii(program: Program, url: string): DecisionCode {
    return this.#decideInput(program, url, this.#memory.writeAsciiUrl(url), false);
  }

  decideIf(program: Program, url: string, test: UrlTest): DecisionCode {
    const length = this.#memory.writeUrl(url);
    return test.accepts(this.#memory.inputWords, length)
      ? this.#decideInput(program, url, length, false)
      : NOT_NORMALISED;
  }

  /** @param length of the URL in INPUT; -1 if it is too long for it */
  #decideInput(program: Program, url: string | Uint8Array, length: number, asWritten: boolean): DecisionCode {
    const address = length < 0 ? length : this.#ensureLoaded(program);
    const decision = address < 0 ? WANTS_ROOM : this.exports.decideUrl(address, length, asWritten ? 1 : 0);
    return decision > WANTS_ROOM ? decision : this.#decideAgain(program, url, asWritten, decision);
  }

  #decideAgain(program: Program, url: string | Uint8Array, asWritten: boolean, wanted: DecisionCode): DecisionCode {
    if (wanted === WANTS_ROOM) return this.#decideLong(program, url, asWritten);
    this.#withIndex(program, program.address);
    return this.decide(program, url, asWritten);
  }

  /** Decides a URL from the arena: behind it there is room for its canonical path, and for notes if there is plenty. */
  #decideLong(program: Program, url: string | Uint8Array, asWritten: boolean): DecisionCode {
    if (!asWritten && !isWritten(program)) return NOT_NORMALISED;
    const bytes = bytesOf(url);
    const length = byteLengthOf(bytes);
    const room = this.#roomForLong(program, length);
    const at = room < 0 ? -1 : this.#placeBeside(program, room);
    if (at < 0) return this.#fallback.decide(program, url, asWritten);
    const start = at + PADDING;
    this.#memory.bytes.set(bytes, start);
    this.#arena.release(at);
    return this.exports.decideUrlAt(program.address, start, start + length, start + length + PADDING, at + room);
  }

  /** Bytes for a URL of this length, with notes if there is plenty; -1 if it or the longest pattern is too long. */
  #roomForLong(program: Program, length: number): number {
    if (longestPatternBytes(program) > MAX_PATTERN_BYTES) return -1;
    const least = length * (1 + MAX_EXPANSION) + 4 * PADDING;
    const most = least + length * PATH_INDEX_FACTOR + PATH_INDEX_BYTES + 2 * program.length;
    const room = this.#arena.fits(3 * most) ? most : least;
    return this.#arena.fits(room) ? room : -1;
  }

  /** The address of so much room beside the program, which is loaded; -1 if both do not fit. */
  #placeBeside(program: Program, room: number): number {
    if (this.#ensureLoadedFor(program, 1) < 0) return -1;
    const at = this.#arena.allocate(room);
    if (at < 0 || this.#arena.isIntact(program.generation, program.address)) return at;
    // The room has taken the place of the program: then both are placed together, without an index.
    const address = this.#memory.place(program, room);
    return address < 0 ? -1 : address + program.length + PADDING;
  }

  decideMany(program: Program, urls: readonly string[]): Uint8Array {
    const results = new Uint8Array(urls.length);
    for (let from = 0; from < urls.length; ) from = this.#decideSome(program, urls, from, results);
    return results;
  }

  decideLines(program: Program, lines: Uint8Array): Uint8Array {
    const parts: Uint8Array[] = [];
    for (let from = 0; from < lines.length; ) {
      const end = this.#chunkEnd(lines, from);
      if (end < 0) {
        const lineEnd = endOfLine(lines, from);
        parts.push(verdictsOf(this, program, [withoutCr(lines.subarray(from, lineEnd))]));
        from = lineEnd + 1;
      } else {
        // The next chunk overwrites the results in memory.
        parts.push(this.#decideChunk(program, lines.subarray(from, end)).slice());
        from = end;
      }
    }
    return parts.length === 1 ? parts[0]! : concat(parts);
  }

  /** Returns the address of the program in linear memory, or -1 if it is too large. */
  #ensureLoaded(program: Program): number {
    const { generation, address } = program;
    return this.#arena.isIntact(generation, address) ? address : this.#memory.place(program, 0);
  }

  /** Copies the program in anew with its index behind it, so that both are overwritten together. */
  #withIndex(program: Program, address: number): number {
    const overhead = PADDING + CACHE_LINE_BYTES;
    const most = this.#arena.capacityBytes - program.length - PREFIX_BYTES - overhead;
    const room = Math.min(this.exports.indexBytes(address), most);
    const moved = room < 0 ? -1 : this.#memory.place(program, overhead + room);
    if (moved < 0) return address;
    const index = aligned(moved + program.length + PADDING, CACHE_LINE_BYTES);
    const end = this.exports.buildIndex(moved, index, room);
    if (end !== 0) this.#memory.setIndex(moved, index);
    else this.#memory.stopCounting(moved);
    this.#arena.release(end === 0 ? moved + program.length : end + PADDING);
    return moved;
  }

  /** Joins as many URLs as fit into lines and decides them in one call, or decides one URL if they cannot be joined. */
  #decideSome(program: Program, urls: readonly string[], from: number, results: Uint8Array): number {
    let units = 0;
    let to = from;
    // A line end follows each URL.
    while (to < urls.length && units + urls[to]!.length < MOST_UNITS) units += urls[to++]!.length + 1;
    const some = urls.slice(from, Math.max(to, from + 1));
    results.set(this.#decideJoined(program, some) ?? verdictsOf(this, program, some), from);
    return from + some.length;
  }

  /** Returns undefined if a URL is too long or holds a line end, or if a CR could be taken for one. */
  #decideJoined(program: Program, urls: readonly string[]): Uint8Array | undefined {
    const text = `${urls.join("\n")}\n`;
    if (text.length > MOST_UNITS || text.includes("\r")) return undefined;
    const length = writeUtf8(text, this.#memory.input);
    const verdicts = this.#decideBlock(program, length, () => urls);
    // A line end in a URL makes two of it.
    return verdicts.length === urls.length ? verdicts : undefined;
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
    return this.#decideBlock(program, length, () => splitLines(chunk));
  }

  /** Decides the lines in the first `length` bytes of INPUT; `linesOf` returns them again if the module cannot. */
  #decideBlock(program: Program, length: number, linesOf: () => readonly (string | Uint8Array)[]): Uint8Array {
    const address = this.#ensureLoadedFor(program, Math.ceil(length / TYPICAL_LINE_BYTES));
    const count = address < 0 ? -1 : this.exports.decideLines(address, length, 0);
    return count < 0 ? verdictsOf(this, program, linesOf()) : this.#memory.results(count);
  }

  /** Like #ensureLoaded, with an index if there will be enough decisions. */
  #ensureLoadedFor(program: Program, decisions: number): number {
    const address = this.#ensureLoaded(program);
    if (address < 0 || !this.exports.wantsIndex(address, decisions)) return address;
    return this.#withIndex(program, address);
  }
}
