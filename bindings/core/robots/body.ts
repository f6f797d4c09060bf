/**
 * Turns the body of a robots.txt into what is read: UTF-16 with a byte order mark is converted if the dialect allows it
 * (RFC 9309 §2.3), and the rest beyond the limit is dropped (RFC 9309 §2.5). Text stays text while it is short enough: the
 * engine writes its UTF-8 into linear memory, which takes a fifth of the time of making a new array for it.
 */

import { wrongValue } from "../../base/errors.ts";
import { bytesOf } from "../../base/utf8.ts";
import type { Dialect } from "../dialects.ts";
import { LEAST_READ_BYTES, MOST_READ_BYTES, READS_UTF16 } from "../layout.ts";

/** A UTF-16 unit takes at most three bytes of UTF-8. */
const MAX_UNIT_BYTES = 3;

/** Text, or bytes in UTF-8. */
export type Body = string | Uint8Array;

/** What to read; `truncated` means that the file is longer than the limit. */
export interface ReadBody {
  readonly body: Body;
  readonly truncated: boolean;
}

/** @throws RangeError for a limit that RFC 9309 §2.5 forbids or that is too large. */
export function checkedMaxBytes(maxBytes: number): number {
  if (Number.isInteger(maxBytes) && maxBytes >= LEAST_READ_BYTES && maxBytes <= MOST_READ_BYTES) return maxBytes;
  throw wrongValue("maxBytes", `an integer from ${LEAST_READ_BYTES} to ${MOST_READ_BYTES}`, maxBytes);
}

export function readBody(body: Body, dialect: Dialect, maxBytes: number): ReadBody {
  if (typeof body === "string" && body.length * MAX_UNIT_BYTES <= maxBytes) return { body, truncated: false };
  return cutAt(typeof body === "string" ? encode(body, maxBytes) : convertUtf16(body, dialect, maxBytes), maxBytes);
}

/** UTF-8. At least one byte over the limit if the text is longer, because every character takes at least one byte. */
const encode = (text: string, maxBytes: number): Uint8Array =>
  bytesOf(text.length > maxBytes ? text.slice(0, maxBytes + 1) : text);

function convertUtf16(bytes: Uint8Array, dialect: Dialect, maxBytes: number): Uint8Array {
  if (!(dialect.flags & READS_UTF16) || !hasUtf16Mark(bytes)) return bytes;
  const read = bytes.subarray(0, 2 + 2 * (maxBytes + 1));
  return encode(new TextDecoder("utf-16le").decode(bytes[0] === 0xff ? read : swapPairs(read)), maxBytes);
}

export const hasUtf8Mark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

export const hasUtf16Mark = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

function swapPairs(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, i) => bytes[i ^ 1] ?? byte);
}

/** Cuts before the line that crosses the limit: half a pattern would be a broader pattern. */
function cutAt(bytes: Uint8Array, maxBytes: number): ReadBody {
  if (bytes.length <= maxBytes) return { body: bytes, truncated: false };
  let end = maxBytes;
  while (end > 0 && !isLineEnd(bytes[end]!) && !isLineEnd(bytes[end - 1]!)) end--;
  return { body: bytes.subarray(0, end), truncated: true };
}

const isLineEnd = (byte: number): boolean => byte === 10 || byte === 13;
