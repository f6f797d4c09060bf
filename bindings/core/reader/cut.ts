/** Where a file is cut that is longer than the limit (RFC 9309 §2.5). */

import { CR, LF } from "../../base/characters.ts";

/**
 * How many of these bytes are read if there are more than `maxBytes`: those before the line that crosses the limit, because half
 * a pattern would be a broader pattern.
 */
export function endWithin(bytes: Uint8Array, maxBytes: number): number {
  let end = maxBytes;
  while (end > 0 && !isLineEnd(bytes[end]!) && !isLineEnd(bytes[end - 1]!)) end--;
  return end;
}

export const isLineEnd = (byte: number): boolean => byte === LF || byte === CR;

export const within = (bytes: Uint8Array, maxBytes: number): Uint8Array =>
  bytes.length > maxBytes ? bytes.subarray(0, endWithin(bytes, maxBytes)) : bytes;
