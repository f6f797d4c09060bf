/**
 * A dialect as the bytes that the WebAssembly engine reads (assembly/bytes/layout.ts): one entry for each byte value, tables
 * that find special bytes in URLs and patterns by nibbles, and flags.
 */

import { type ByteSet, bytesIn } from "../../base/byte-set.ts";
import { DOLLAR, PERCENT, STAR } from "../../base/characters.ts";
import { writeU32 } from "../../base/little-endian.ts";
import { bytesOf } from "../../base/utf8.ts";
import { type CanonicalForm, type Dialect, tokens } from "../dialects.ts";
import {
  BYTE_IS_TOKEN,
  BYTE_IS_WILDCARD,
  DECODE,
  DECODE_IN_QUERY,
  DIALECT_BYTES,
  DIALECT_FLAGS_AT,
  ENCODE,
  KIND_OTHER,
  LINE_CAP_AT,
  NAME_BYTES,
  NAME_KIND_AT,
  NAME_LENGTH_AT,
  NAME_NUMBERS_AT,
  NAMES_AT,
  NO_HOST_AT,
  PATTERN_NONCANONICAL_AT,
  PATTERN_UPPER_CASE,
  URL_NONCANONICAL_AT,
  URL_SHIFT,
  WILDCARDS,
} from "../layout.ts";
import { type NamedKind, namesOf, paceNames } from "../reader/field-names.ts";

function mark(bytes: Uint8Array, set: ByteSet, flags: number): void {
  for (let byte = 0; byte < set.length; byte++) bytes[byte]! |= set[byte]! * flags;
}

function markForm(bytes: Uint8Array, { encode, decode, decodeInQuery }: CanonicalForm, shift: number): void {
  mark(bytes, encode, ENCODE << shift);
  mark(bytes, decode, DECODE << shift);
  mark(bytes, decodeInQuery, DECODE_IN_QUERY << shift);
}

/**
 * The bytes at which the path of a URL may have another reading or another canonical form (assembly/spell/plain.ts), in every dialect:
 * those that URL parsers change, `#`, and LF, so that one pass finds line ends with the others (assembly/match/lines.ts).
 */
const unusual = bytesIn("\0 \"#%%''<<>>\\\\^^``{}\x7f\xff");

/** The bytes that a host of letters, digits, `_`, `-` and dots does not hold. */
const noHost = bytesIn("\0,//:@[^``{\xff");

/**
 * The tables of assembly/spell/noncanonical.ts for a set of bytes, which holds all bytes beyond ASCII or none, and `others`: bytes that a
 * string in canonical form cannot hold, or not always.
 */
function writeSpecial(bytes: Uint8Array, at: number, set: ByteSet, others: readonly number[]): void {
  const special = set.slice();
  for (const byte of others) special[byte] = 1;
  for (let byte = 0; byte < 0x80; byte++) bytes[at + (byte & 15)]! |= special[byte]! << (byte >> 4);
  // After the table of nibbles comes the table for bytes beyond ASCII.
  bytes.fill(special[0xff]! << 7, at + 16, at + 32);
}

/** The names that a line can start with, as assembly/read/field-names.ts reads them. */
function writeNames(bytes: Uint8Array, names: readonly NamedKind[]): void {
  names.forEach(([name, kind], i) => {
    const at = NAMES_AT + i * NAME_BYTES;
    bytes.set(bytesOf(name), at);
    bytes[at + NAME_KIND_AT] = kind;
    bytes[at + NAME_LENGTH_AT] = name.length;
    if (kind !== KIND_OTHER) bytes[NAME_NUMBERS_AT + (name.charCodeAt(0) & 31)] ||= i + 1;
  });
}

/** The first decision of a process waits for this, and runs it in the interpreter. */
export function encodeDialect(dialect: Dialect): Uint8Array {
  const { flags, lineCapBytes, pattern, token, url } = dialect;
  const bytes = new Uint8Array(DIALECT_BYTES);
  markForm(bytes, pattern, 0);
  markForm(bytes, url, URL_SHIFT);
  mark(bytes, tokens[token], BYTE_IS_TOKEN);
  if (flags & WILDCARDS) bytes[STAR]! |= BYTE_IS_WILDCARD;
  writeSpecial(bytes, URL_NONCANONICAL_AT, unusual, []);
  writeSpecial(bytes, NO_HOST_AT, noHost, []);
  const escapes = flags & PATTERN_UPPER_CASE ? [PERCENT] : [];
  writeSpecial(
    bytes,
    PATTERN_NONCANONICAL_AT,
    pattern.encode,
    flags & WILDCARDS ? [STAR, DOLLAR, ...escapes] : escapes,
  );
  writeU32(bytes, DIALECT_FLAGS_AT, flags);
  writeU32(bytes, LINE_CAP_AT, lineCapBytes);
  writeNames(bytes, [...namesOf(flags), ...paceNames.map((name) => [name, KIND_OTHER] as const)]);
  return bytes;
}
