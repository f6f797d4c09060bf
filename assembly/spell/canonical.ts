/**
 * The canonical spelling of patterns and paths (RFC 9309 §2.2.2). The dialect, a table with one entry for each byte value,
 * says which raw bytes are percent-encoded and which escapes are decoded; the host fills it in from the dialect.
 * One pass; the output is at most MAX_EXPANSION times as long as the input.
 */
import { copyBlock, indexOf } from "../bytes/bytes";
import { PERCENT, QUESTION, WILDCARD } from "../bytes/characters";
import {
  BYTE_IS_WILDCARD,
  DECODE,
  DECODE_IN_QUERY,
  DIALECT_FLAGS_AT,
  ENCODE,
  PATTERN_NONCANONICAL_AT,
  PATTERN_UPPER_CASE,
  URL_NONCANONICAL_AT,
  URL_UPPER_CASE,
} from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { noncanonicalIn } from "./noncanonical";

/**
 * What `canonicalise` returns: the end of what it wrote, and a bit that says whether it kept an escape that equals its
 * byte in a query, so that the text has a second reading. Memory has at most 2^30 bytes, so the bit is free.
 */
type EndAndFlag = usize;
const SECOND_READING: usize = 1 << 31;

export function endOf(canonical: EndAndFlag): usize {
  return canonical & ~SECOND_READING;
}

export function hasSecondReading(canonical: EndAndFlag): bool {
  return (canonical & SECOND_READING) != 0;
}

/** The value of a hexadecimal digit, or -1. */
export function hexDigit(byte: u32): i32 {
  const letter = (byte | 32) - 97;
  // Without a branch: digits and letters alternate in the escapes of most texts.
  return select<i32>(byte - 48, select<i32>(letter + 10, -1, letter < 6), byte - 48 < 10);
}

function writeEscape(to: usize, byte: u32): usize {
  store<u32>(to, PERCENT | (digitOf(byte >> 4) << 8) | (digitOf(byte & 15) << 16));
  return to + 3;
}

function digitOf(value: u32): u32 {
  return value + (value > 9 ? 55 : 48);
}

function copyEscape(from: usize, to: usize): usize {
  store<u32>(to, load<u32>(from));
  return to + 3;
}

/**
 * Writes the canonical form of [from, end) at `to`; `shift` is 0 for a pattern and URL_SHIFT for a URL. Bytes that are not
 * special are copied sixteen at a time: up to fifteen bytes after the form are overwritten as well.
 */
export function canonicalise(
  from: usize,
  end: usize,
  to: usize,
  dialectAt: usize,
  form: u32,
  decodesQuery: bool,
): EndAndFlag {
  const upperCase = (load<u32>(dialectAt, DIALECT_FLAGS_AT) & (form == 0 ? PATTERN_UPPER_CASE : URL_UPPER_CASE)) != 0;
  const special = dialectAt + (form == 0 ? PATTERN_NONCANONICAL_AT : URL_NONCANONICAL_AT);
  const start = from;
  let query: usize = 0;
  let secondReading: usize = 0;
  while (from < end) {
    countTurn();
    // Escapes stand in runs, with nothing to copy between them.
    if (load<u8>(from) != PERCENT) {
      const plainBytes = min(end - from, <usize>ctz(noncanonicalIn(from, special) | 0x10000));
      copyBlock(to, from);
      from += plainBytes;
      to += plainBytes;
      if (plainBytes == 16 || from == end) continue;
    }
    const decoded = decodedAt(from, end);
    if (decoded < 0) to = writeByte(to, load<u8>(from++), dialectAt, form);
    else {
      // Looked for once, when there is an escape.
      if (query == 0) query = indexOf(QUESTION, start, end);
      const entry = <u32>load<u8>(dialectAt + decoded) >> form;
      const equalsByte = from > query && (entry & DECODE_IN_QUERY) != 0;
      const decodes = (entry & DECODE) != 0 || (equalsByte && decodesQuery);
      if (equalsByte && !decodes) secondReading = SECOND_READING;
      to = decodes ? writeRaw(to, <u8>decoded) : upperCase ? writeEscape(to, decoded) : copyEscape(from, to);
      from += 3;
    }
  }
  return to | secondReading;
}

function writeRaw(to: usize, byte: u8): usize {
  store<u8>(to, byte);
  return to + 1;
}

/** The byte of the escape at `from`, or -1 without one. */
export function decodedAt(from: usize, end: usize): i32 {
  if (load<u8>(from) != PERCENT || end - from < 3) return -1;
  const high = hexDigit(load<u8>(from, 1));
  const low = hexDigit(load<u8>(from, 2));
  return (high | low) < 0 ? -1 : (high << 4) | low;
}

/** Writes a byte that no escape stands for, and returns the address after it. */
function writeByte(to: usize, byte: u8, dialectAt: usize, form: u32): usize {
  const entry = <u32>load<u8>(dialectAt + byte);
  if (((entry >> form) & ENCODE) != 0) return writeEscape(to, byte);
  store<u8>(to, form == 0 && (entry & BYTE_IS_WILDCARD) != 0 ? WILDCARD : byte);
  return to + 1;
}
