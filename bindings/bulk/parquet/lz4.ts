/** LZ4 blocks (lz4_Block_format.md of lz4/lz4), alone or in the frames of Hadoop, with every length and distance checked. */
import { Cursor } from "./cursor.ts";
import { copyBack } from "./snappy.ts";

/** The shortest match (lz4_Block_format.md). */
const MIN_MATCH = 4;

/** A length of 15 continues in the next bytes. */
const CONTINUES = 15;

/** @throws an Error unless the input decodes to exactly `length` bytes */
export function unlz4(input: Uint8Array, length: number): Uint8Array {
  checkRatio(input, length);
  const output = new Uint8Array(length);
  const end = decodeBlock(input, output, 0);
  if (end !== length) throw new Error(`${end} of ${length} bytes of a page`);
  return output;
}

/** The codec LZ4 of Parquet: frames of Hadoop, or a block (Parquet, Compression). */
export function unlz4Hadoop(input: Uint8Array, length: number): Uint8Array {
  const frames = framesOf(input, length);
  if (frames === undefined) return unlz4(input, length);
  const output = new Uint8Array(length);
  frames.reduce((at, { block, bytes }) => {
    const end = decodeBlock(block, output.subarray(0, at + bytes), at);
    if (end !== at + bytes) throw new Error(`${end - at} of ${bytes} bytes of a page`);
    return end;
  }, 0);
  return output;
}

/** A byte adds at most 255 to a length. Checked before room for the page is allocated. */
function checkRatio(input: Uint8Array, length: number): void {
  if (length > 255 * input.length) throw new Error(`a page of ${length} bytes in ${input.length}`);
}

interface Frame {
  readonly block: Uint8Array;
  /** After decoding. */
  readonly bytes: number;
}

/** Each frame begins with both lengths, big-endian; undefined if the lengths do not add up to the page. */
function framesOf(input: Uint8Array, length: number): Frame[] | undefined {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const frames: Frame[] = [];
  let total = 0;
  for (let at = 0; at < input.length; ) {
    if (input.length - at < 8) return undefined;
    const bytes = view.getUint32(at);
    const end = at + 8 + view.getUint32(at + 4);
    total += bytes;
    if (end > input.length || total > length) return undefined;
    frames.push({ block: input.subarray(at + 8, end), bytes });
    at = end;
  }
  return total === length ? frames : undefined;
}

/** Writes from `at` on; returns the end. */
function decodeBlock(block: Uint8Array, output: Uint8Array, at: number): number {
  const cursor = new Cursor(block);
  while (cursor.remaining > 0) {
    const token = cursor.byte();
    const literals = lengthOf(cursor, token >> 4);
    if (literals > output.length - at) throw new Error("a page that is longer than it says");
    output.set(cursor.take(literals), at);
    at += literals;
    if (cursor.remaining === 0) break;
    const distance = cursor.byte() + 256 * cursor.byte();
    const length = lengthOf(cursor, token & 15) + MIN_MATCH;
    copyBack(output, at, distance, length);
    at += length;
  }
  return at;
}

function lengthOf(cursor: Cursor, inToken: number): number {
  if (inToken < CONTINUES) return inToken;
  let length = inToken;
  let byte: number;
  do {
    byte = cursor.byte();
    length += byte;
  } while (byte === 255);
  return length;
}
