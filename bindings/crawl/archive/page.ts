/** A page of a table: entries sorted by key, found by binary search. Its bounds are checked once, when it is read. */
import { u32At } from "../../base/little-endian.ts";
import { archiveError } from "./archive-error.ts";
import {
  ENTRY_HEAD_BYTES,
  FINGERPRINT_BYTES,
  type PageReference,
  REFERENCE_BYTES,
  type TableEntry,
} from "./table-writer.ts";

const TWO_32 = 2 ** 32;

/** Offsets beyond 2^53 lose digits, but lie outside every file. */
export const readReference = (bytes: Uint8Array, at: number): PageReference => ({
  offset: u32At(bytes, at) + TWO_32 * u32At(bytes, at + 4),
  length: u32At(bytes, at + 8),
  checksum: u32At(bytes, at + 12),
});

export class Page {
  readonly #bytes: Uint8Array;
  /** Where each entry starts, and where the last one ends. */
  readonly #starts: readonly number[];

  /** @throws RangeError unless entries fill the bytes. */
  constructor(bytes: Uint8Array) {
    const starts = [0];
    for (let at = 0; at < bytes.length; starts.push(at)) {
      if (at + ENTRY_HEAD_BYTES > bytes.length) throw halfEntry();
      at += ENTRY_HEAD_BYTES + u32At(bytes, at) + u32At(bytes, at + 4);
      if (at > bytes.length) throw halfEntry();
    }
    this.#bytes = bytes;
    this.#starts = starts;
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  /** What it takes in memory, roughly. */
  get heldBytes(): number {
    return 200 + this.#bytes.length + 8 * this.#starts.length;
  }

  entry(i: number): TableEntry {
    const key = this.#starts[i]! + ENTRY_HEAD_BYTES;
    const value = this.#valueAt(i);
    return { key: this.#bytes.subarray(key, value), value: this.#bytes.subarray(value, this.#starts[i + 1]) };
  }

  /** The number of the first entry whose key is not before `key`; `count` if all keys are before it. */
  firstFrom(key: Uint8Array): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The number of the last entry whose key is not after `key`; -1 if all keys are after it. */
  lastUpTo(key: Uint8Array): number {
    const from = this.firstFrom(key);
    return from < this.count && this.#compare(from, key) === 0 ? from : from - 1;
  }

  startsWith(i: number, group: Uint8Array): boolean {
    const key = this.#starts[i]! + ENTRY_HEAD_BYTES;
    if (this.#valueAt(i) - key < group.length) return false;
    for (let at = 0; at < group.length; at++) if (this.#bytes[key + at] !== group[at]) return false;
    return true;
  }

  /** The page to which an entry refers. @throws RangeError unless it is a reference. */
  reference(i: number): PageReference {
    const value = this.#valueAt(i);
    if (this.#starts[i + 1]! - value < REFERENCE_BYTES) throw archiveError("a reference to a page", "fewer bytes");
    return readReference(this.#bytes, value);
  }

  /** Whether a leaf may hold a group, by the fingerprints beside the reference to it. */
  mayHold(i: number, fingerprint: number): boolean {
    const end = this.#starts[i + 1]!;
    for (let at = this.#valueAt(i) + REFERENCE_BYTES; at + 1 < end; at += FINGERPRINT_BYTES)
      if ((this.#bytes[at]! | (this.#bytes[at + 1]! << 8)) === fingerprint) return true;
    return false;
  }

  /** The offset of an entry in the page. */
  startOf(i: number): number {
    return this.#starts[i]!;
  }

  /** How many fingerprints lie beside a reference. */
  fingerprints(i: number): number {
    return (this.#starts[i + 1]! - this.#valueAt(i) - REFERENCE_BYTES) / FINGERPRINT_BYTES;
  }

  #valueAt(i: number): number {
    const start = this.#starts[i]!;
    return start + ENTRY_HEAD_BYTES + u32At(this.#bytes, start);
  }

  #compare(i: number, key: Uint8Array): number {
    const start = this.#starts[i]!;
    const bytes = this.#bytes;
    const keyBytes = u32At(bytes, start);
    const length = Math.min(keyBytes, key.length);
    for (let at = 0, from = start + ENTRY_HEAD_BYTES; at < length; at++) {
      const difference = bytes[from + at]! - key[at]!;
      if (difference !== 0) return difference;
    }
    return keyBytes - key.length;
  }
}

const halfEntry = (): RangeError => archiveError("whole entries in a page", "half of one");
