/**
 * Keeps what was made of texts, by their bytes: logs repeat a few headers and addresses. Comparing bytes four at a time takes a
 * fifth of the time that a `Map` takes for texts that were just cut from a line, because it has to hash them.
 */
import type { Line } from "./line.ts";
import { isSame } from "./same-bytes.ts";

const MAX_ENTRIES = 65_536;
/** Of all texts. When they are too many, all are forgotten. */
const MAX_POOL_BYTES = 2 ** 24;
/** Longer texts are not kept. */
const MAX_TEXT_BYTES = 1024;
/** More texts with one hash are an attack. Then all are forgotten, so that looking up stays fast. */
const MAX_PROBES = 64;

export class ByteCache<Value> {
  readonly #make: (text: string) => Value;
  /** Numbers of entries, from 1 on, by hash. At most half are in use. */
  #slots: Int32Array = new Int32Array(128);
  readonly #hashes: number[] = [];
  /** Where each text starts in the pool; the next one's start is its end. */
  readonly #starts: number[] = [0];
  readonly #values: Value[] = [];
  #pool: DataView = new DataView(new ArrayBuffer(2 ** 12));

  /** @param make is called with bytes, one a character; the text is a copy that keeps no block in memory */
  constructor(make: (text: string) => Value) {
    this.#make = make;
  }

  /** @param start of the text in the block */
  get({ view }: Line, start: number, end: number): Value {
    const length = end - start;
    const hash = hashOf(view, start, length);
    for (let probes = 0; probes < MAX_PROBES; probes++) {
      const entry = this.#slots[(hash + probes) & (this.#slots.length - 1)]! - 1;
      if (entry < 0) return this.#add(view, start, length, hash);
      if (this.#hashes[entry] === hash && this.#has(entry, view, start, length)) return this.#values[entry]!;
    }
    this.#forget();
    return this.#add(view, start, length, hash);
  }

  #has(entry: number, view: DataView, start: number, length: number): boolean {
    const from = this.#starts[entry]!;
    if (this.#starts[entry + 1]! - from !== length) return false;
    return isSame(this.#pool, from, view, start, length);
  }

  #add(view: DataView, start: number, length: number, hash: number): Value {
    const bytes = new Uint8Array(view.buffer, view.byteOffset + start, length);
    const value = this.#make(Buffer.from(bytes).toString("latin1"));
    if (length > MAX_TEXT_BYTES) return value;
    if (this.#values.length === MAX_ENTRIES || !this.#hasRoom(length)) this.#forget();
    const from = this.#starts.at(-1)!;
    new Uint8Array(this.#pool.buffer).set(bytes, from);
    this.#starts.push(from + length);
    this.#hashes.push(hash);
    this.#values.push(value);
    if (2 * this.#values.length > this.#slots.length) this.#grow();
    else this.#place(this.#values.length, hash);
    return value;
  }

  /** Puts the number of an entry into the first free slot. */
  #place(number: number, hash: number): void {
    let slot = hash;
    while (this.#slots[slot & (this.#slots.length - 1)] !== 0) slot++;
    this.#slots[slot & (this.#slots.length - 1)] = number;
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (const [entry, hash] of this.#hashes.entries()) this.#place(entry + 1, hash);
  }

  #hasRoom(length: number): boolean {
    const needed = this.#starts.at(-1)! + length;
    if (needed <= this.#pool.byteLength) return true;
    if (2 * this.#pool.byteLength > MAX_POOL_BYTES) return false;
    const larger = new Uint8Array(2 * this.#pool.byteLength);
    larger.set(new Uint8Array(this.#pool.buffer));
    this.#pool = new DataView(larger.buffer);
    return true;
  }

  #forget(): void {
    this.#slots.fill(0);
    this.#starts.length = 1;
    this.#hashes.length = 0;
    this.#values.length = 0;
  }
}

function hashOf(view: DataView, start: number, length: number): number {
  // Two at a time: a multiplication waits for the one before it.
  let [hash, other] = [length, 0];
  let at = start;
  for (const end = start + (length & ~7); at < end; at += 8) {
    hash = mixed(hash, view.getInt32(at, true));
    other = mixed(other, view.getInt32(at + 4, true));
  }
  for (; at < start + length; at++) hash = mixed(hash, view.getUint8(at));
  return mixed(hash, other);
}

/** The golden ratio spreads words, and the shift brings high bits down. */
const mixed = (hash: number, word: number): number => {
  const product = Math.imul(hash ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
};
