/**
 * A dialect as the bytes that the WebAssembly engine reads (assembly/bytes/layout.ts): one entry for each byte value, tables
 * that find special bytes in URLs and patterns by nibbles, and flags.
 */

import type { ByteSet } from "../../base/byte-set.ts";
import { DOLLAR, HASH, LF, NUL, PERCENT, STAR } from "../../base/characters.ts";
import { writeU32 } from "../../base/little-endian.ts";
import type { CanonicalForm, Dialect } from "../dialects.ts";
import {
  ANY_URL,
  BLANK_LINE_ENDS_GROUP,
  BYTE_IS_TOKEN,
  BYTE_IS_WILDCARD,
  CUTS_TOKEN,
  CUTS_VERSION,
  DECODE,
  DECODE_IN_QUERY,
  DIALECT_BYTES,
  DIALECT_FLAGS_AT,
  EMPTY_GROUPS,
  ENCODE,
  INDEX_HTML,
  LINE_CAP_AT,
  LONGEST_FIRST,
  MERGES,
  MERGES_STAR,
  MISSING_COLON,
  NAME_BYTES,
  NAME_KIND_AT,
  NAME_LENGTH_AT,
  NAME_NUMBERS_AT,
  NAMES_AT,
  NUL_ENDS_LINE,
  PARTIAL_MARK,
  PATTERN_NONCANONICAL_AT,
  PATTERN_UPPER_CASE,
  PREFIX_KEYS,
  ROBOTS_TXT_ALLOWED,
  STAR_WITH_TEXT,
  TOKEN_CONTAINS,
  TOKEN_IS_CONTAINED,
  TRIMS_VERTICAL_SPACE,
  URL_NONCANONICAL_AT,
  URL_NUL_ENDS,
  URL_SHIFT,
  URL_SKIPS_SLASHES,
  URL_UPPER_CASE,
  WILDCARDS,
} from "../layout.ts";
import { tokenBytesOf } from "../reader/agents.ts";
import { type NamedKind, namesOf } from "../reader/field-names.ts";

/** After a table of nibbles comes the table for bytes beyond ASCII. */
const HIGH_BYTES_AFTER = 16;

/** Sets flags in the entries of the bytes of a set. */
function mark(bytes: Uint8Array, set: ByteSet, flags: number): void {
  for (let byte = 0; byte < set.length; byte++) if (set[byte] === 1) bytes[byte]! |= flags;
}

function markForm(bytes: Uint8Array, { encode, decode, decodeInQuery }: CanonicalForm, shift: number): void {
  mark(bytes, encode, ENCODE << shift);
  mark(bytes, decode, DECODE << shift);
  mark(bytes, decodeInQuery, DECODE_IN_QUERY << shift);
  bytes[NUL]! |= ENCODE << shift;
}

/** The bytes that a string in this form cannot hold, or not always. */
function changedBy(form: CanonicalForm): Uint8Array {
  const changed = form.encode.slice();
  changed[NUL] = 1;
  changed[PERCENT] = Number(form.upperCase);
  return changed;
}

/** The tables of assembly/spell/noncanonical.ts for a set of bytes, which has all bytes beyond ASCII or none. */
function writeSpecial(bytes: Uint8Array, at: number, special: ByteSet): void {
  for (let byte = 0; byte < 0x80; byte++) bytes[at + (byte & 15)]! |= special[byte]! << (byte >> 4);
  if (special[0xff] === 1) bytes.fill(0x80, at + HIGH_BYTES_AFTER, at + 2 * HIGH_BYTES_AFTER);
}

function flagsOf({ agents, lines, pattern, url, rules }: Dialect): number {
  return (
    (pattern.upperCase ? PATTERN_UPPER_CASE : 0) |
    (url.upperCase ? URL_UPPER_CASE : 0) |
    (url.nulEnds ? URL_NUL_ENDS : 0) |
    (url.skipsLeadingSlashes ? URL_SKIPS_SLASHES : 0) |
    (rules.wildcards ? WILDCARDS : 0) |
    (rules.order === "longest" ? LONGEST_FIRST : 0) |
    (rules.indexHtml ? INDEX_HTML : 0) |
    (rules.robotsTxtAllowed ? ROBOTS_TXT_ALLOWED : 0) |
    (lines.keys === "prefix" ? PREFIX_KEYS : 0) |
    (lines.missingColon ? MISSING_COLON : 0) |
    (lines.nulEndsLine ? NUL_ENDS_LINE : 0) |
    (lines.partialBom ? PARTIAL_MARK : 0) |
    (lines.trimsVerticalSpace ? TRIMS_VERTICAL_SPACE : 0) |
    (lines.blankLineEndsGroup ? BLANK_LINE_ENDS_GROUP : 0) |
    (agents.cutsToken ? CUTS_TOKEN : 0) |
    (agents.match === "equal" ? 0 : TOKEN_CONTAINS) |
    (agents.match === "either" ? TOKEN_IS_CONTAINED : 0) |
    (agents.starWithText ? STAR_WITH_TEXT : 0) |
    (agents.merges ? MERGES : 0) |
    (agents.mergesStar ? MERGES_STAR : 0) |
    (agents.cutsVersion ? CUTS_VERSION : 0) |
    (agents.emptyGroups ? EMPTY_GROUPS : 0) |
    (rules.anyUrl ? ANY_URL : 0)
  );
}

/** The names that a line can start with, as assembly/read/field-names.ts reads them. */
function writeNames(bytes: Uint8Array, names: readonly NamedKind[]): void {
  names.forEach(([name, kind], i) => {
    const at = NAMES_AT + i * NAME_BYTES;
    for (let i = 0; i < name.length; i++) bytes[at + i] = name.charCodeAt(i);
    bytes[at + NAME_KIND_AT] = kind;
    bytes[at + NAME_LENGTH_AT] = name.length;
    bytes[NAME_NUMBERS_AT + (name.charCodeAt(0) & 31)] ||= i + 1;
  });
}

/** The first decision of a process waits for this, and runs it in the interpreter. */
export function encodeDialect(dialect: Dialect): Uint8Array {
  const { agents, lines, pattern, rules, url } = dialect;
  const bytes = new Uint8Array(DIALECT_BYTES);
  markForm(bytes, pattern, 0);
  markForm(bytes, url, URL_SHIFT);
  mark(bytes, tokenBytesOf(agents), BYTE_IS_TOKEN);
  if (rules.wildcards) bytes[STAR]! |= BYTE_IS_WILDCARD;
  const inUrls = changedBy(url);
  // LF is special in every dialect, so that one pass finds line ends with the others (assembly/match/lines.ts).
  inUrls[HASH] = inUrls[LF] = 1;
  writeSpecial(bytes, URL_NONCANONICAL_AT, inUrls);
  const inPatterns = changedBy(pattern);
  if (rules.wildcards) inPatterns[STAR] = inPatterns[DOLLAR] = 1;
  writeSpecial(bytes, PATTERN_NONCANONICAL_AT, inPatterns);
  writeU32(bytes, DIALECT_FLAGS_AT, flagsOf(dialect));
  writeU32(bytes, LINE_CAP_AT, lines.lineCapBytes);
  writeNames(bytes, namesOf(lines));
  return bytes;
}
