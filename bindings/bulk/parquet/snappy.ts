/** Snappy (format_description.txt of google/snappy), with every length and distance checked. */
import { Cursor } from "./cursor.ts";

/** @throws an Error unless the input decodes to exactly `length` bytes */
export function unsnappy(input: Uint8Array, length: number): Uint8Array {
  const cursor = new Cursor(input);
  const written = cursor.varint();
  if (written !== length) throw new Error(`a page of ${written} bytes instead of ${length}`);
  const output = new Uint8Array(length);
  let at = 0;
  while (cursor.remaining > 0) {
    const tag = cursor.byte();
    at += (tag & 3) === 0 ? literal(cursor, tag >> 2, output, at) : copy(cursor, tag, output, at);
  }
  if (at !== length) throw new Error(`${at} of ${length} bytes of a page`);
  return output;
}

/** Lengths up to 60 are in the tag; longer ones follow in one to four bytes. */
function literal(cursor: Cursor, inTag: number, output: Uint8Array, at: number): number {
  const length = (inTag < 60 ? inTag : littleEndian(cursor, inTag - 59)) + 1;
  if (length > output.length - at) throw new Error("a page that is longer than it says");
  output.set(cursor.take(length), at);
  return length;
}

function copy(cursor: Cursor, tag: number, output: Uint8Array, at: number): number {
  const isShort = (tag & 3) === 1;
  const length = isShort ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
  const distance = isShort ? (tag >> 5) * 256 + cursor.byte() : littleEndian(cursor, (tag & 3) === 2 ? 2 : 4);
  copyBack(output, at, distance, length);
  return length;
}

const littleEndian = (cursor: Cursor, bytes: number): number =>
  cursor.take(bytes).reduceRight((sum, byte) => sum * 256 + byte, 0);

/** Copies `length` bytes from `distance` before `at`; they may overlap. */
export function copyBack(output: Uint8Array, at: number, distance: number, length: number): void {
  if (distance === 0 || distance > at) throw new Error(`a copy from ${distance} bytes before byte ${at}`);
  if (length > output.length - at) throw new Error("a page that is longer than it says");
  if (distance >= length) output.copyWithin(at, at - distance, at - distance + length);
  else for (let i = at; i < at + length; i++) output[i] = output[i - distance]!;
}
