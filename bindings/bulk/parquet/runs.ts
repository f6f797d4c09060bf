/** The hybrid of run lengths and packed bits that holds definition levels and dictionary indexes (Parquet, Encodings: RLE). */
import { MAX_WIDTH, unpack } from "./bits.ts";
import type { Cursor } from "./cursor.ts";

/** Packed values come in groups of eight. */
const GROUP_VALUES = 8;

/**
 * Reads exactly `count` numbers and whatever follows them. Only the last group may be padded, and only empty runs may follow:
 * DuckDB writes one.
 */
export function readRuns(cursor: Cursor, width: number, count: number): Uint32Array {
  if (width > MAX_WIDTH) throw new Error(`numbers of ${width} bits`);
  const values = new Uint32Array(count);
  for (let at = 0; at < count || cursor.remaining > 0; ) {
    const header = cursor.varint();
    const length = Math.floor(header / 2);
    at += header % 2 === 0 ? repeat(cursor, width, values, at, length) : readPacked(cursor, width, values, at, length);
  }
  return values;
}

function repeat(cursor: Cursor, width: number, values: Uint32Array, at: number, length: number): number {
  if (length > values.length - at) throw new Error(`a run of ${length} values instead of ${values.length - at}`);
  const bytes = cursor.take(Math.ceil(width / 8));
  const value = bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
  if (value >= 2 ** width) throw new Error(`a number of more than ${width} bits`);
  values.fill(value, at, at + length);
  return length;
}

/** Some writers leave out the bytes of the padding. */
function readPacked(cursor: Cursor, width: number, values: Uint32Array, at: number, groups: number): number {
  const count = Math.min(groups * GROUP_VALUES, values.length - at);
  if (groups * GROUP_VALUES - count >= GROUP_VALUES) throw new Error(`${groups} groups instead of ${count} values`);
  const needed = Math.ceil((count * width) / 8);
  const bytes = cursor.take(Math.max(needed, Math.min(groups * width, cursor.remaining)));
  unpack(bytes, width, values, at, count);
  return count;
}
