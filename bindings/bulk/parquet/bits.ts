/** Numbers of a fixed width in bits, least significant bit first, as Parquet packs them. */

/** Of indexes and of deltas of lengths. */
export const MAX_WIDTH = 32;

/** Reads `count` numbers to `target` from `at` on. The bytes must hold them. Numbers stay exact: below 2^40. */
export function unpack(bytes: Uint8Array, width: number, target: Uint32Array, at: number, count: number): void {
  const range = 2 ** width;
  let bits = 0;
  let held = 0;
  let next = 0;
  for (let i = at; i < at + count; i++) {
    for (; held < width; held += 8) bits += bytes[next++]! * 2 ** held;
    target[i] = bits % range;
    bits = Math.floor(bits / range);
    held -= width;
  }
}
