/**
 * A dialect as the profile that the WebAssembly engine reads (assembly/layout.ts): one entry for each byte value, tables
 * that find special bytes in URLs and patterns by nibbles, and flags.
 */
import type { CanonicalForm, Dialect } from "../dialects.ts";
import {
  ANY_URL,
  DECODE,
  DECODE_IN_QUERY,
  DOLLAR,
  ENCODE,
  ENTRY_IS_WILDCARD,
  HASH,
  INDEX_HTML,
  LF,
  LONGEST_FIRST,
  NUL,
  PATTERN_SPECIAL_AT,
  PATTERN_UPPER_CASE,
  PERCENT,
  PROFILE_BYTES,
  PROFILE_FLAGS_AT,
  ROBOTS_TXT_ALLOWED,
  STAR,
  URL_NUL_ENDS,
  URL_SHIFT,
  URL_SKIPS_SLASHES,
  URL_SPECIAL_AT,
  URL_UPPER_CASE,
  WILDCARDS,
} from "./constants.ts";

/** After a table of nibbles comes the table for bytes beyond ASCII. */
const HIGH_BYTES_AFTER = 16;

function entryOf(form: CanonicalForm, byte: number): number {
  const encodes = byte === NUL || form.encode(byte);
  return (encodes ? ENCODE : 0) | (form.decode(byte) ? DECODE : 0) | (form.decodeInQuery(byte) ? DECODE_IN_QUERY : 0);
}

/** Whether a string that holds `byte` may not be in this form already. */
const isChanged = (form: CanonicalForm, byte: number): boolean =>
  byte === NUL || (byte === PERCENT ? form.upperCase : form.encode(byte));

/** The tables of assembly/special.ts for a set of bytes, which has all bytes beyond ASCII or none. */
function writeSpecial(profile: Uint8Array, at: number, isSpecial: (byte: number) => boolean): void {
  for (let byte = 0; byte < 0x80; byte++) if (isSpecial(byte)) profile[at + (byte & 15)]! |= 1 << (byte >> 4);
  if (isSpecial(0xff)) profile.fill(0x80, at + HIGH_BYTES_AFTER, at + 2 * HIGH_BYTES_AFTER);
}

function flagsOf({ pattern, url, rules }: Dialect): number {
  return (
    (pattern.upperCase ? PATTERN_UPPER_CASE : 0) |
    (url.upperCase ? URL_UPPER_CASE : 0) |
    (url.nulEnds ? URL_NUL_ENDS : 0) |
    (url.skipsLeadingSlashes ? URL_SKIPS_SLASHES : 0) |
    (rules.wildcards ? WILDCARDS : 0) |
    (rules.order === "longest" ? LONGEST_FIRST : 0) |
    (rules.indexHtml ? INDEX_HTML : 0) |
    (rules.robotsTxtAllowed ? ROBOTS_TXT_ALLOWED : 0) |
    (rules.anyUrl ? ANY_URL : 0)
  );
}

export function profileOf(dialect: Dialect): Uint8Array {
  const { pattern, rules, url } = dialect;
  const profile = new Uint8Array(PROFILE_BYTES);
  for (let byte = 0; byte < 256; byte++) {
    const entry = entryOf(pattern, byte);
    // Most dialects have one form for both, and the first decision of a process waits for this.
    profile[byte] = entry | ((url === pattern ? entry : entryOf(url, byte)) << URL_SHIFT);
  }
  if (rules.wildcards) profile[STAR]! |= ENTRY_IS_WILDCARD;
  // LF is special in every dialect, so that one pass finds line ends with the others (assembly/lines.ts).
  writeSpecial(profile, URL_SPECIAL_AT, (byte) => byte === HASH || byte === LF || isChanged(url, byte));
  const hasMeaning = (byte: number): boolean => rules.wildcards && (byte === STAR || byte === DOLLAR);
  writeSpecial(profile, PATTERN_SPECIAL_AT, (byte) => hasMeaning(byte) || isChanged(pattern, byte));
  new DataView(profile.buffer).setUint32(PROFILE_FLAGS_AT, flagsOf(dialect), true);
  return profile;
}
