/** Lengths written as differences (Parquet, Encodings: DELTA_BINARY_PACKED). */
import { MAX_WIDTH, unpack } from "./bits.ts";
import type { Cursor } from "./cursor.ts";

/** Writers use 128; this bounds what one block can make us allocate. */
const MAX_BLOCK_VALUES = 2 ** 16;

/** Reads exactly `count` lengths, each from 0 to `most`. */
export function readLengths(cursor: Cursor, count: number, most: number): Uint32Array {
  const blockValues = cursor.varint();
  const miniblocks = cursor.varint();
  const perMiniblock = blockValues / miniblocks;
  if (!(blockValues <= MAX_BLOCK_VALUES && perMiniblock >= 8 && perMiniblock % 8 === 0))
    throw new Error(`blocks of ${blockValues} values in ${miniblocks} parts`);
  const written = cursor.varint();
  if (written !== count) throw new Error(`${written} of ${count} lengths`);
  const lengths = new Uint32Array(count);
  const deltas = new Uint32Array(perMiniblock);
  let length = cursor.zigzag();
  if (count > 0) lengths[0] = checked(length, most);
  for (let at = 1; at < count; ) {
    const least = cursor.zigzag();
    for (const width of cursor.take(miniblocks)) {
      if (at >= count) break;
      readMiniblock(cursor, width, deltas);
      for (let i = 0; i < perMiniblock && at < count; i++) {
        length = checked(length + least + deltas[i]!, most);
        lengths[at++] = length;
      }
    }
  }
  return lengths;
}

function readMiniblock(cursor: Cursor, width: number, deltas: Uint32Array): void {
  if (width > MAX_WIDTH) throw new Error(`deltas of ${width} bits`);
  unpack(cursor.take((deltas.length * width) / 8), width, deltas, 0, deltas.length);
}

function checked(length: number, most: number): number {
  if (!(length >= 0 && length <= most)) throw new Error(`the length ${length} instead of at most ${most}`);
  return length;
}
