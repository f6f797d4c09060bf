/**
 * Compiled rules that worker threads share, so that each robots.txt is compiled once. An append-only table in shared
 * memory: readers take no lock, because a record is published by one atomic store after it is written. When the table is
 * full, each thread compiles for itself. Runs in Node only.
 *
 *   control   i32 bytes taken │ i32 slots taken │ i32 seed of the hash
 *   slots     i32 offset of a record + 1, or 0
 *   record    i32 hash │ i32 key bytes │ i32 program bytes │ i32 cause + 1, or 0 │ key │ program, padded to 4
 */
import { AgentRules } from "../../index.ts";
import { causes, type OriginRules } from "./origin-rules.ts";
import { randomSeed } from "./spelling-table.ts";

export const SHARED_BYTES: number = 256 * 2 ** 20;
/** The median record takes about 200 bytes. At most three slots in four are used. */
const BYTES_PER_SLOT = 256;
const HEADER_BYTES = 16;
const CONTROL_BYTES = 12;

export class SharedPrograms {
  readonly buffer: SharedArrayBuffer;
  readonly #control: Int32Array;
  readonly #slots: Int32Array;
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;

  /** @param buffer the table of another thread; a new one by default. */
  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(SHARED_BYTES)) {
    this.buffer = buffer;
    const slotCount = 2 ** Math.floor(Math.log2(buffer.byteLength / BYTES_PER_SLOT));
    this.#control = new Int32Array(buffer, 0, CONTROL_BYTES / 4);
    this.#slots = new Int32Array(buffer, CONTROL_BYTES, slotCount);
    this.#words = new Int32Array(buffer, CONTROL_BYTES + 4 * slotCount);
    this.#bytes = new Uint8Array(buffer, CONTROL_BYTES + 4 * slotCount);
    Atomics.compareExchange(this.#control, 2, 0, randomSeed());
  }

  get(origin: string): OriginRules | undefined {
    const key = Buffer.from(origin);
    const record = Atomics.load(this.#slots, this.#slotOf(this.#hashOf(key), key)) - 1;
    return record < 0 ? undefined : this.#rulesAt(record);
  }

  /** @returns the rules in the table, which are those of another thread if it was faster; without room, the rules given */
  add(origin: string, found: OriginRules): OriginRules {
    const key = Buffer.from(origin);
    const program = AgentRules.programOf(found.rules).bytes;
    const size = Math.ceil((HEADER_BYTES + key.length + program.length) / 4) * 4;
    if (Atomics.load(this.#control, 1) >= (3 * this.#slots.length) / 4) return found;
    const record = this.#take(size);
    if (record < 0) return found;
    const cause = found.cause === undefined ? 0 : causes.indexOf(found.cause) + 1;
    const hash = this.#hashOf(key);
    this.#words.set([hash, key.length, program.length, cause], record >> 2);
    this.#bytes.set(key, record + HEADER_BYTES);
    this.#bytes.set(program, record + HEADER_BYTES + key.length);
    return this.#rulesAt(this.#publish(record, hash, key));
  }

  #rulesAt(record: number): OriginRules {
    const word = record >> 2;
    const start = record + HEADER_BYTES + this.#words[word + 1]!;
    const cause = this.#words[word + 3]!;
    const rules = AgentRules.fromOwnBytes(this.#bytes.subarray(start, start + this.#words[word + 2]!));
    return cause === 0 ? { rules, isShared: true } : { rules, cause: causes[cause - 1]!, isShared: true };
  }

  /** Reserves room for a record; -1 if there is none. */
  #take(size: number): number {
    const taken = Atomics.load(this.#control, 0);
    if (taken + size > this.#bytes.length) return -1;
    return Atomics.compareExchange(this.#control, 0, taken, taken + size) === taken ? taken : this.#take(size);
  }

  /** @returns the record in the table: if another thread has published the same origin first, its record stays */
  #publish(record: number, hash: number, key: Uint8Array): number {
    for (;;) {
      const slot = this.#slotOf(hash, key);
      const found = Atomics.compareExchange(this.#slots, slot, 0, record + 1);
      if (found === 0) {
        Atomics.add(this.#control, 1, 1);
        return record;
      }
      if (this.#holds(found - 1, hash, key)) return found - 1;
    }
  }

  /** The slot of the origin, or the free slot where it belongs. */
  #slotOf(hash: number, key: Uint8Array): number {
    const mask = this.#slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const record = Atomics.load(this.#slots, slot) - 1;
      if (record < 0 || this.#holds(record, hash, key)) return slot;
    }
  }

  #holds(record: number, hash: number, key: Uint8Array): boolean {
    const word = record >> 2;
    if (this.#words[word] !== hash || this.#words[word + 1] !== key.length) return false;
    const start = record + HEADER_BYTES;
    return key.every((byte, i) => this.#bytes[start + i] === byte);
  }

  #hashOf(key: Uint8Array): number {
    let hash = this.#control[2]!;
    for (const byte of key) hash = Math.imul(hash ^ byte, 0x01000193);
    return hash;
  }
}
