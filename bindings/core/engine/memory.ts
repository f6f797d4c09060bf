/**
 * Linear memory as assembly/layout.ts lays it out, which this file repeats: profiles, input, results, and the arena with
 * programs and what compiling needs. Nobody else grows it or moves programs in it.
 */
import type { Dialect } from "../dialects.ts";
import { Arena, PAGE_BYTES } from "./arena.ts";
import { PROFILE_BYTES, profileOf } from "./profile.ts";
import { dialectOf, offsets, type Program } from "./program.ts";

export const MAX_URL_BYTES = 8192;
export const INPUT_BYTES = 65536;
/** Of a pattern that is compared with a path of any length: what FAILURE holds. */
export const MAX_PATTERN_BYTES: number = 3 * MAX_URL_BYTES;
/** That many bytes past the end of anything may be read, and mean nothing. */
export const PADDING = 64;
const PROFILES = 4096;
export const INPUT: number = PROFILES + 8 * PROFILE_BYTES + PADDING;
const RESULTS = INPUT + INPUT_BYTES + PADDING;
const CANONICAL = RESULTS + INPUT_BYTES + PADDING;
const FAILURE = CANONICAL + 3 * MAX_URL_BYTES + PADDING;
const ARENA = FAILURE + 6 * MAX_URL_BYTES + PADDING;

/** Before a program in the arena: the address of its index, and how often it has decided without one. */
const PREFIX_BYTES = 16;

/** What a `WebAssembly.Memory` is to this file. */
export interface ModuleMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const encoder = new TextEncoder();

export class LinearMemory {
  readonly arena: Arena;
  readonly #memory: ModuleMemory;
  /** Whose profile stands in memory, by identifier: making one takes 0.3 ms, and few processes use two. */
  readonly #profiled: Map<number, Dialect> = new Map();
  #bytes!: Uint8Array;
  #words!: Uint32Array;
  #input!: Uint8Array;

  /** @param maxBytes bound to which it grows as programs come. */
  constructor(memory: ModuleMemory, maxBytes: number) {
    this.#memory = memory;
    this.#view();
    this.arena = new Arena(ARENA, this.#bytes.length, maxBytes, (bytes) => this.#grow(bytes));
  }

  /** The views are of the memory as it is now: they are to be asked for again after every allocation. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get input(): Uint8Array {
    return this.#input;
  }

  /** The bytes of a URL written to the input, or -1 if there are too many. */
  writeText(url: string): number {
    if (url.length > MAX_URL_BYTES) return -1;
    const { written } = encoder.encodeInto(url, this.#input);
    return written > MAX_URL_BYTES ? -1 : written;
  }

  /** The same for a URL in UTF-8. */
  writeBytes(url: Uint8Array): number {
    const { length } = url;
    if (length > MAX_URL_BYTES) return -1;
    this.#input.set(url);
    return length;
  }

  /** The first `count` results; overwritten by the next decisions. */
  results(count: number): Uint8Array {
    return this.#bytes.subarray(RESULTS, RESULTS + count);
  }

  /** Dialects with one identifier spell paths alike, so that their programs can decide by each other's profile. */
  writeProfile(dialect: Dialect): void {
    if (this.#profiled.get(dialect.id) === dialect) return;
    this.#bytes.set(profileOf(dialect), PROFILES + dialect.id * PROFILE_BYTES);
    this.#profiled.set(dialect.id, dialect);
  }

  /** Copies a program in, with room for an index behind it, and returns its address; -1 if it is too large. */
  place(program: Program, indexRoomBytes: number): number {
    const needed = PREFIX_BYTES + program.bytes.length + indexRoomBytes;
    if (!this.arena.fits(needed)) return -1;
    const id = program.bytes[offsets.dialect]!;
    if (!this.#profiled.has(id)) this.writeProfile(dialectOf(program));
    const address = this.arena.allocate(needed) + PREFIX_BYTES;
    this.#words.fill(0, (address - PREFIX_BYTES) >> 2, address >> 2);
    this.#bytes.set(program.bytes, address);
    program.lap = this.arena.lap;
    program.address = address;
    return address;
  }

  /** From now on the program at `address` decides by the index at `index`. */
  setIndex(address: number, index: number): void {
    this.#words[(address - PREFIX_BYTES) >> 2] = index;
  }

  #grow(bytes: number): void {
    const missing = bytes - this.#bytes.length;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    this.#view();
  }

  #view(): void {
    const { buffer } = this.#memory;
    this.#bytes = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#input = this.#bytes.subarray(INPUT, INPUT + INPUT_BYTES);
  }
}
