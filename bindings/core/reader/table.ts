/**
 * Tables of numbers. Creating a typed array costs 2.3 µs (Node 20, 2026-11), more than reading a median file, so small
 * tables share a slab.
 */

/** A table that is kept keeps its slab, so a slab is small: 16 KiB. */
const SLAB_LENGTH = 4096;
const MAX_SHARED_LENGTH = SLAB_LENGTH / 8;

let slab = new Int32Array(SLAB_LENGTH);
let slabUsed = 0;

/** A zeroed table of exactly `length` numbers. */
export function newTable(length: number): Int32Array {
  if (length > MAX_SHARED_LENGTH) return new Int32Array(length);
  if (slabUsed + length > SLAB_LENGTH) {
    slab = new Int32Array(SLAB_LENGTH);
    slabUsed = 0;
  }
  slabUsed += length;
  return slab.subarray(slabUsed - length, slabUsed);
}
