/**
 * The canonical spelling of patterns and paths (RFC 9309 §2.2.2): which raw bytes are percent-encoded and which
 * escapes are decoded is the profile's, a table of one byte a byte value that the host fills in from the dialect.
 * One pass; the output is at most three times the input.
 */
import { step } from "./steps";

/** Bits of a byte's entry in the profile, for patterns; for URLs the same shifted by URL_SHIFT. */
export const ENCODE: u8 = 1;
export const DECODE: u8 = 2;
export const DECODE_IN_QUERY: u8 = 4;
export const URL_SHIFT: u8 = 3;
/** The byte is a wildcard where patterns have them. */
export const STAR: u8 = 64;

/** After the table of 256 entries: what is special in URLs and in patterns (special.ts), then flags. */
export const URL_SPECIAL_AT: usize = 256;
export const PATTERN_SPECIAL_AT: usize = 288;
export const PROFILE_FLAGS_AT: usize = 320;
export const PATTERN_UPPER_CASE: u32 = 1;
export const URL_UPPER_CASE: u32 = 2;
export const URL_NUL_ENDS: u32 = 4;
export const URL_SKIPS_SLASHES: u32 = 8;
export const WILDCARDS: u32 = 16;
export const LONGEST_FIRST: u32 = 32;
export const INDEX_HTML: u32 = 64;
export const ROBOTS_TXT_ALLOWED: u32 = 128;

/** Whether the last canonicalisation kept an escape that equals its byte in a query. */
export let keptQueryEscape: bool = false;

function hexDigit(byte: u8): i32 {
  if (<u8>(byte - 48) < 10) return byte - 48;
  const letter = <u8>((byte | 32) - 97);
  return letter < 6 ? letter + 10 : -1;
}

function writeEscape(to: usize, byte: u8): usize {
  store<u8>(to, 37);
  const high = byte >> 4;
  const low = byte & 15;
  store<u8>(to, high + (high > 9 ? 55 : 48), 1);
  store<u8>(to, low + (low > 9 ? 55 : 48), 2);
  return to + 3;
}

function copyEscape(from: usize, to: usize): usize {
  store<u16>(to, load<u16>(from));
  store<u8>(to, load<u8>(from, 2), 2);
  return to + 3;
}

/** Writes the canonical form of [from, end) at `to` and returns the end of what it wrote. */
export function canonicalise(from: usize, end: usize, to: usize, profile: usize, shift: u8, inQueryToo: bool): usize {
  const upperCase = (load<u32>(profile, PROFILE_FLAGS_AT) & (shift == 0 ? PATTERN_UPPER_CASE : URL_UPPER_CASE)) != 0;
  let inQuery = false;
  keptQueryEscape = false;
  while (from < end) {
    step();
    const byte = load<u8>(from);
    if (byte == 37 && end - from > 2) {
      const high = hexDigit(load<u8>(from, 1));
      const low = hexDigit(load<u8>(from, 2));
      if ((high | low) >= 0) {
        const decoded = <u8>((high << 4) | low);
        const entry = load<u8>(profile + decoded) >> shift;
        const equalInQuery = inQuery && (entry & DECODE_IN_QUERY) != 0;
        if ((entry & DECODE) != 0 || (equalInQuery && inQueryToo)) store<u8>(to++, decoded);
        else {
          to = upperCase ? writeEscape(to, decoded) : copyEscape(from, to);
          if (equalInQuery) keptQueryEscape = true;
        }
        from += 3;
        continue;
      }
    }
    const entry = load<u8>(profile + byte);
    if (((entry >> shift) & ENCODE) != 0) to = writeEscape(to, byte);
    else store<u8>(to++, shift == 0 && (entry & STAR) != 0 ? 0 : byte);
    if (byte == 63) inQuery = true;
    from++;
  }
  return to;
}
