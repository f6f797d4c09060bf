/**
 * Turns the body of a robots.txt into what is read: UTF-16 with a byte order mark is decoded if the dialect allows it
 * (RFC 9309 §2.3), and the rest beyond the limit is dropped (RFC 9309 §2.5).
 */

import { wrongValue } from "../../base/errors.ts";
import { isCompressed } from "../../base/gzip.ts";
import { bytesOf, hasUtf16Mark } from "../../base/utf8.ts";
import type { Dialect } from "../dialects.ts";
import { LEAST_READ_BYTES, MOST_READ_BYTES, READS_UTF16 } from "../layout.ts";
import { within } from "../reader/cut.ts";

/** Text, or bytes in UTF-8. */
export type Body = string | Uint8Array;

/** A file that refuses everything in every dialect. */
export const REFUSING = "User-agent: *\nDisallow: /";

/** What is read in place of a compressed file, whose rules nobody knows. */
export const COMPRESSED: Uint8Array = bytesOf(REFUSING);

/** What is read, in UTF-8; `truncated` means that the file is longer than the limit. */
interface ReadBytes {
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
}

/** @throws RangeError for a limit that RFC 9309 §2.5 forbids or that is too large. */
export function checkedMaxBytes(maxBytes: number): number {
  if (Number.isInteger(maxBytes) && maxBytes >= LEAST_READ_BYTES && maxBytes <= MOST_READ_BYTES) return maxBytes;
  throw wrongValue("maxBytes", `an integer from ${LEAST_READ_BYTES} to ${MOST_READ_BYTES}`, maxBytes);
}

/**
 * The part of a body that is read, or COMPRESSED. A body beyond the limit keeps one byte or UTF-16 unit too many, by which callers see that it was
 * cut. Text stays text: the engine encodes it in linear memory, which takes less time than making a new array.
 */
export function openBody(body: Body, dialect: Dialect, maxBytes: number): Body {
  if (isCompressed(body)) return COMPRESSED;
  const isUtf16 = typeof body !== "string" && dialect.flags & READS_UTF16 && hasUtf16Mark(body);
  const read = isUtf16 ? decodeUtf16(body, maxBytes) : body;
  if (read.length <= maxBytes) return read;
  return typeof read === "string" ? read.slice(0, maxBytes + 1) : read.subarray(0, maxBytes + 1);
}

export function readBytes(body: Body, dialect: Dialect, maxBytes: number): ReadBytes {
  const bytes = bytesOf(openBody(body, dialect, maxBytes));
  return { bytes: within(bytes, maxBytes), truncated: bytes.length > maxBytes };
}

function decodeUtf16(bytes: Uint8Array, maxBytes: number): string {
  const read = bytes.subarray(0, 2 + 2 * (maxBytes + 1));
  return new TextDecoder("utf-16le").decode(bytes[0] === 0xff ? read : swapPairs(read));
}

function swapPairs(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, i) => bytes[i ^ 1] ?? byte);
}
