/** Numbers the spellings of origins in a block: a hash table over the bytes of the block itself. */

/** A random start for hashes, so that nobody can construct URLs whose origins collide in a table. */
export const randomSeed = (): number => crypto.getRandomValues(new Int32Array(1))[0]! | 1;

const SEED: number = randomSeed();
const FIRST_SLOTS = 8192;
const FIRST_CAPACITY = 4096;

/** A growing list of 32-bit integers. Reset `length` to reuse it, so that reading a block allocates nothing. */
export class Int32List {
  /** Elements beyond `length` mean nothing. */
  values: Int32Array = new Int32Array(FIRST_CAPACITY);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) this.#grow();
    this.values[this.length++] = value;
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.values.length);
    larger.set(this.values);
    this.values = larger;
  }
}

export class SpellingTable {
  /** For each group, the first byte of its spelling and the byte after its last. */
  readonly starts: Int32List = new Int32List();
  readonly ends: Int32List = new Int32List();
  readonly #hashes: Int32List = new Int32List();
  /** Open addressing: a group's number plus one, or 0 for a free slot. At most half full. */
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

  /** The group of a spelling; a new spelling gets the next number. */
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

  /** FNV-1a with its high bits mixed into the low ones, which choose the slot. */
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
