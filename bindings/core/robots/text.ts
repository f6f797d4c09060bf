/**
 * From the body of a robots.txt to the bytes that are read: text becomes UTF-8, UTF-16 with a byte order mark is
 * bridged where the dialect allows it (RFC 9309 §2.3), and no more than the limit is kept (RFC 9309 §2.5).
 */
import type { Dialect } from "../dialects.ts";

/** RFC 9309 §2.5 and Google: at least 500 KiB must be read. */
export const MIN_MAX_BYTES = 512_000;

/** Lines are counted in 26 bits in compiled programs. */
export const MAX_MAX_BYTES: number = 2 ** 26;

const encoder = new TextEncoder();

/** The bytes to read; `truncated` tells that the file is longer than the limit. */
export interface Text {
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
}

/** @throws RangeError for a limit that RFC 9309 §2.5 forbids or that no memory bears. */
export function checkedMaxBytes(maxBytes: number): number {
  if (Number.isInteger(maxBytes) && maxBytes >= MIN_MAX_BYTES && maxBytes <= MAX_MAX_BYTES) return maxBytes;
  throw new RangeError(
    `maxBytes: expected an integer from ${MIN_MAX_BYTES} to ${MAX_MAX_BYTES}; got ${String(maxBytes)}`,
  );
}

export function textOf(body: string | Uint8Array, dialect: Dialect, maxBytes: number): Text {
  return limit(typeof body === "string" ? encode(body, maxBytes) : bridgeUtf16(body, dialect, maxBytes), maxBytes);
}

/** UTF-8, one byte over the limit at least where there is more. No character takes less than a byte. */
const encode = (text: string, maxBytes: number): Uint8Array =>
  encoder.encode(text.length > maxBytes ? text.slice(0, maxBytes + 1) : text);

function bridgeUtf16(bytes: Uint8Array, dialect: Dialect, maxBytes: number): Uint8Array {
  if (!dialect.lines.utf16 || !hasUtf16Mark(bytes)) return bytes;
  const read = bytes.subarray(0, 2 + 2 * (maxBytes + 1));
  return encode(new TextDecoder("utf-16le").decode(bytes[0] === 0xff ? read : swapPairs(read)), maxBytes);
}

export const hasUtf8Mark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

export const hasUtf16Mark = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

function swapPairs(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, i) => bytes[i ^ 1] ?? byte);
}

/** Cuts at the limit, before the line that would be cut in two: half a pattern is a broader one. */
function limit(bytes: Uint8Array, maxBytes: number): Text {
  if (bytes.length <= maxBytes) return { bytes, truncated: false };
  let end = maxBytes;
  while (end > 0 && !isLineEnd(bytes[end]!) && !isLineEnd(bytes[end - 1]!)) end--;
  return { bytes: bytes.subarray(0, end), truncated: true };
}

const isLineEnd = (byte: number): boolean => byte === 10 || byte === 13;
