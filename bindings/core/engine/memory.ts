/**
 * Linear memory as assembly/bytes/layout.ts lays it out: profiles, input, results, and the arena with programs and the tables
 * that compiling needs. Only this file grows the memory and moves programs in it.
 */

import { writeAscii } from "#wasm";
import { writeUtf8 } from "../../base/utf8.ts";
import type { Dialect } from "../dialects.ts";
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
} from "../layout.ts";
import { MOST_BYTES_AS_NUMBERS, PAGE_BYTES } from "../limits.ts";
import { dialectIdOf, dialectOf, Program } from "../program/program.ts";
import { Arena } from "./arena.ts";
import { encodeDialect } from "./dialect-bytes.ts";

/** The part of `WebAssembly.Memory` that this file uses. */
export interface ModuleMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const { get: byteLength } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "byteLength")!;

/** The length of the bytes themselves: a subclass may claim another, and would then overwrite other programs. */
export const byteLengthOf = (bytes: Uint8Array): number => byteLength!.call(bytes);

const NO_SPANS: readonly number[] = [];

export class LinearMemory {
  readonly arena: Arena;
  readonly #memory: ModuleMemory;
  /** The dialects whose profiles are in memory, by identifier: making one takes 0.3 ms, and few processes use two. */
  readonly #written: Map<number, Dialect> = new Map();
  #bytes!: Uint8Array;
  #words!: Uint32Array;
  #numbers!: Float64Array;
  #input!: Uint8Array;
  #inputWords!: Uint32Array;
  /** The memory from `#viewedAt` on: many texts in a row are written to the same address, and a new view takes 35 ns. */
  #viewed!: Uint8Array;
  #viewedAt!: number;

  /**
   * @param maxBytes bound to which it grows as programs come.
   */
  constructor(memory: ModuleMemory, maxBytes: number) {
    this.#memory = memory;
    this.#view();
    this.arena = new Arena(ARENA, this.#bytes.length, maxBytes, (bytes) => this.#grow(bytes));
  }

  /** A view of the memory as it is now: get it again after every allocation. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get input(): Uint8Array {
    return this.#input;
  }

  /** The memory from INPUT on, in four bytes a word. */
  get inputWords(): Uint32Array {
    return this.#inputWords;
  }

  /** Writes a URL to INPUT and returns its length in bytes, or -1 if it is too long. */
  writeUrl(url: string | Uint8Array): number {
    const { length } = url;
    if (length > MAX_URL_BYTES) return -1;
    if (typeof url !== "string") {
      this.#input.set(url);
      return length;
    }
    const written = writeUtf8(url, this.#input);
    return written > MAX_URL_BYTES ? -1 : written;
  }

  /** Writes a URL in ASCII to INPUT where `writesAscii`; returns its length, or -1 if it is too long. */
  writeAsciiUrl(url: string): number {
    if (url.length > MAX_URL_BYTES) return -1;
    writeAscii!(url, this.#input);
    return url.length;
  }

  /** Writes a file at `at`, where there is room for it, and returns its length in bytes. */
  writeFile(file: string | Uint8Array, at: number): number {
    if (typeof file === "string") return writeUtf8(file, this.#from(at));
    this.#bytes.set(file, at);
    return byteLengthOf(file);
  }

  #from(address: number): Uint8Array {
    if (this.#viewedAt !== address) this.#viewed = this.#bytes.subarray(address);
    this.#viewedAt = address;
    return this.#viewed;
  }

  /** The first `count` results; overwritten by the next decisions. */
  results(count: number): Uint8Array {
    return this.#bytes.subarray(RESULTS, RESULTS + count);
  }

  /** Where the sitemaps of the file that was read last start and end; undefined if there are too many. */
  sitemapSpans(): readonly number[] | undefined {
    const count = this.#words[RESULTS >> 2]!;
    if (count === 0) return NO_SPANS;
    if (count > MAX_SITEMAPS) return undefined;
    const first = (RESULTS >> 2) + 2;
    const spans = new Array<number>(2 * count);
    for (let i = 0; i < spans.length; i++) spans[i] = this.#words[first + i]!;
    return spans;
  }

  /** Whether the module accepts all of them as URLs, as every parser does then. */
  isPlain(): boolean {
    return this.#words[(RESULTS >> 2) + 1] === 0;
  }

  /** A copy of the records that the module has put at `address`. */
  recordsAt(address: number, length: number): Int32Array {
    return new Int32Array(this.#bytes.slice(address, address + length).buffer);
  }

  /** Dialects with the same identifier spell paths alike, so their programs can decide by each other's bytes. */
  writeDialect(dialect: Dialect): void {
    if (this.#written.get(dialect.id) === dialect) return;
    this.#bytes.set(encodeDialect(dialect), DIALECTS + dialect.id * DIALECT_BYTES);
    this.#written.set(dialect.id, dialect);
  }

  /**
   * Takes room for a program of at most `bytes` and for making it, and returns its address, or -1 if the memory cannot grow.
   * Precondition: it fits.
   */
  allocate(bytes: number): number {
    const address = this.arena.allocate(PREFIX_BYTES + bytes);
    return address < 0 ? address : address + PREFIX_BYTES;
  }

  /** The program that the module has made at `address`, where it decides. */
  programAt(address: number, length: number): Program {
    const program = new Program(
      this.#numbersAt(address, length) ?? this.#bytes.slice(address, address + length),
      length,
    );
    program.generation = this.arena.generation;
    program.address = address;
    return program;
  }

  /** The bytes as numbers, if they are not too many; programs start at multiples of 16. No array keeps the bits of a NaN. */
  #numbersAt(address: number, length: number): number[] | undefined {
    if (length > MOST_BYTES_AS_NUMBERS) return undefined;
    const memory = this.#numbers;
    const start = address >> 3;
    // No longer than it has to be: many are kept.
    const numbers = new Array<number>((length + 7) >> 3);
    for (let i = 0; i < numbers.length; i++) {
      const number = memory[start + i]!;
      if (Number.isNaN(number)) return undefined;
      numbers[i] = number;
    }
    return numbers;
  }

  /** Copies a program in, with room for an index behind it, and returns its address; -1 if it is too large. */
  place(program: Program, indexRoomBytes: number): number {
    const needed = program.length + indexRoomBytes;
    if (!this.arena.fits(PREFIX_BYTES + needed)) return -1;
    const id = dialectIdOf(program);
    if (!this.#written.has(id)) this.writeDialect(dialectOf(program));
    const address = this.allocate(needed);
    if (address < 0) return address;
    this.#words.fill(0, (address - PREFIX_BYTES) >> 2, address >> 2);
    program.copyTo(address, this.#bytes, this.#numbers);
    program.generation = this.arena.generation;
    program.address = address;
    return address;
  }

  /** Makes the program at `address` decide by the index at `index` from now on. */
  setIndex(address: number, index: number): void {
    this.#words[(address - PREFIX_BYTES) >> 2] = index;
  }

  /** Makes the program at `address` decide without an index for as long as it stays. */
  stopCounting(address: number): void {
    this.#words[(address - DECISIONS_BEFORE) >> 2] = -1;
  }

  /** Returns false if the host refuses, because of its own limit or for lack of memory. */
  #grow(bytes: number): boolean {
    const missing = bytes - this.#bytes.length;
    if (missing <= 0) return true;
    try {
      this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    } catch {
      return false;
    }
    this.#view();
    return true;
  }

  #view(): void {
    const { buffer } = this.#memory;
    this.#bytes = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#numbers = new Float64Array(buffer);
    this.#input = this.#bytes.subarray(INPUT, INPUT + INPUT_BYTES);
    this.#inputWords = new Uint32Array(buffer, INPUT);
    this.#viewedAt = -1;
  }
}
