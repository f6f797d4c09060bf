/**
 * Decodes the chunked transfer coding (RFC 9112 §7.1) of a body in memory.
 */
import { CR, LF, SEMICOLON, SPACE, TAB } from "../../base/characters.ts";

export interface Dechunked {
  readonly bytes: Buffer;
  /** Whether the last chunk is there. */
  readonly isWhole: boolean;
}

/** Joins the chunks; undefined if the body does not start with a chunk: some archives join them but keep the header. */
export function decodeChunked(coded: Buffer): Dechunked | undefined {
  if (sizeAt(coded, 0, lineEndAfter(coded, 0)) === undefined) return undefined;
  // One buffer for all: bodies of tiny chunks have millions.
  const joined = Buffer.allocUnsafe(coded.length);
  let length = 0;
  const until = (isWhole: boolean): Dechunked => ({ bytes: joined.subarray(0, length), isWhole });
  for (let at = 0; ; ) {
    const lineEnd = lineEndAfter(coded, at);
    const size = sizeAt(coded, at, lineEnd);
    if (size === undefined || lineEnd === coded.length) return until(false);
    const end = lineEnd + 2 + size;
    length += coded.copy(joined, length, lineEnd + 2, Math.min(end, coded.length));
    // Trailers do not belong to the body.
    if (size === 0) return until(true);
    if (coded[end] !== CR || coded[end + 1] !== LF) return until(false);
    at = end + 2;
  }
}

function lineEndAfter(coded: Buffer, at: number): number {
  const end = coded.indexOf("\r\n", at, "latin1");
  return end < 0 ? coded.length : end;
}

/** The size of a chunk from the line before it; undefined for any other line. */
function sizeAt(coded: Buffer, start: number, lineEnd: number): number | undefined {
  let at = start;
  let size = 0;
  for (let digit = digitOf(coded[at]!); at < lineEnd && digit >= 0; digit = digitOf(coded[++at]!))
    size = 16 * size + digit;
  if (at === start) return undefined;
  while (at < lineEnd && (coded[at] === SPACE || coded[at] === TAB)) at++;
  return at === lineEnd || coded[at] === SEMICOLON ? size : undefined;
}

/** -1 for every byte that is not a hexadecimal digit. */
function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
