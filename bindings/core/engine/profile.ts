/**
 * A dialect as the 512 bytes that the WebAssembly engine reads (assembly/canonical.ts): one entry a byte value, a
 * table that finds a URL's special bytes by nibbles, and flags.
 */
import type { CanonicalForm, Dialect } from "../dialects.ts";

export const PROFILE_BYTES = 512;
const URL_SPECIAL_AT = 256;
const PATTERN_SPECIAL_AT = 288;
const FLAGS_AT = 320;
/** After a table of nibbles comes the one for bytes that are not ASCII. */
const HIGH_BYTES_AFTER = 16;

const PERCENT = 0x25;
const HASH = 0x23;
/** Splits lines: special in every dialect, so that one pass finds it with the others (assembly/lines.ts). */
const LF = 0x0a;
const STAR = 0x2a;
const DOLLAR = 0x24;
const STAR_ENTRY = 64;

function entryOf(form: CanonicalForm, byte: number): number {
  const encodes = byte === 0 || form.encode(byte);
  return (encodes ? 1 : 0) | (form.decode(byte) ? 2 : 0) | (form.decodeInQuery(byte) ? 4 : 0);
}

/** Whether a string that holds `byte` may not be in this form already. */
const isChanged = (form: CanonicalForm, byte: number): boolean =>
  byte === 0 || (byte === PERCENT ? form.upperCase : form.encode(byte));

/** The tables of assembly/special.ts for a set of bytes; what is not ASCII is in it wholly or not at all. */
function writeSpecial(profile: Uint8Array, at: number, isSpecial: (byte: number) => boolean): void {
  for (let byte = 0; byte < 0x80; byte++) if (isSpecial(byte)) profile[at + (byte & 15)]! |= 1 << (byte >> 4);
  if (isSpecial(0xff)) profile.fill(0x80, at + HIGH_BYTES_AFTER, at + 2 * HIGH_BYTES_AFTER);
}

function flagsOf({ pattern, url, rules }: Dialect): number {
  const flags = [
    pattern.upperCase,
    url.upperCase,
    url.nulEnds,
    url.skipsLeadingSlashes,
    rules.wildcards,
    rules.order === "longest",
    rules.indexHtml,
    rules.robotsTxtAllowed,
  ];
  return flags.reduce((bits, flag, bit) => bits | (flag ? 1 << bit : 0), 0);
}

export function profileOf(dialect: Dialect): Uint8Array {
  const { pattern, rules, url } = dialect;
  const profile = new Uint8Array(PROFILE_BYTES);
  for (let byte = 0; byte < 256; byte++) {
    const entry = entryOf(pattern, byte);
    // Most dialects have one form for both, and the first decision of a process waits for this.
    profile[byte] = entry | ((url === pattern ? entry : entryOf(url, byte)) << 3);
  }
  if (rules.wildcards) profile[STAR]! |= STAR_ENTRY;
  writeSpecial(profile, URL_SPECIAL_AT, (byte) => byte === HASH || byte === LF || isChanged(url, byte));
  const hasMeaning = (byte: number): boolean => rules.wildcards && (byte === STAR || byte === DOLLAR);
  writeSpecial(profile, PATTERN_SPECIAL_AT, (byte) => hasMeaning(byte) || isChanged(pattern, byte));
  new DataView(profile.buffer).setUint32(FLAGS_AT, flagsOf(dialect), true);
  return profile;
}
