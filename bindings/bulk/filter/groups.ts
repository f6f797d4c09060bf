/** Spellings of origins in a block, numbered as they come: a hash table over bytes of the block itself. */
import { Ints } from "./ints.ts";
import { seed } from "./seed.ts";

const SEED: number = seed();
const FIRST_SLOTS = 8192;

export class Groups {
  /** Of each group's spelling, its first byte and the byte after its last. */
  readonly starts: Ints = new Ints();
  readonly ends: Ints = new Ints();
  readonly #hashes: Ints = new Ints();
  /** Open addressing: a group's number plus one, or 0. At most half full. */
  #table: Int32Array = new Int32Array(FIRST_SLOTS);
  #bytes: Uint8Array = new Uint8Array();

  get count(): number {
    return this.starts.length;
  }

  /** Forgets all groups. */
  restart(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.starts.length = 0;
    this.ends.length = 0;
    this.#hashes.length = 0;
    this.#table.fill(0);
  }

  /** The group of a spelling; a new one, the next number, when it is the first of its kind. */
  of(start: number, end: number): number {
    const hash = this.#hashOf(start, end);
    const mask = this.#table.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const group = this.#table[slot]! - 1;
      if (group < 0) return this.#add(slot, hash, start, end);
      if (this.#hashes.values[group] === hash && this.isSpelled(group, start, end)) return group;
    }
  }

  isSpelled(group: number, start: number, end: number): boolean {
    const known = this.starts.values[group]!;
    if (this.ends.values[group]! - known !== end - start) return false;
    const bytes = this.#bytes;
    for (let i = end - start - 1; i >= 0; i--) if (bytes[known + i] !== bytes[start + i]) return false;
    return true;
  }

  /** FNV-1a, its high bits mixed into the low ones, which choose the slot. */
  #hashOf(start: number, end: number): number {
    const bytes = this.#bytes;
    let hash = SEED;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    return hash ^ (hash >>> 15);
  }

  #add(slot: number, hash: number, start: number, end: number): number {
    const group = this.count;
    this.#table[slot] = group + 1;
    this.#hashes.push(hash);
    this.starts.push(start);
    this.ends.push(end);
    if (2 * this.count > this.#table.length) this.#growTable();
    return group;
  }

  #growTable(): void {
    this.#table = new Int32Array(2 * this.#table.length);
    const mask = this.#table.length - 1;
    for (let group = 0; group < this.count; group++) {
      let slot = this.#hashes.values[group]! & mask;
      while (this.#table[slot] !== 0) slot = (slot + 1) & mask;
      this.#table[slot] = group + 1;
    }
  }
}
