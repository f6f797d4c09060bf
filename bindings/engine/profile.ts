/**
 * A dialect as the 512 bytes that the WebAssembly engine reads (assembly/canonical.ts): one entry a byte value, a
 * table that finds a URL's special bytes by nibbles, and flags.
 */
import type { CanonicalForm, Dialect } from "../dialects.ts";

export const PROFILE_BYTES = 512;
const SPECIAL_NIBBLES_AT = 256;
const SPECIAL_HIGH_BYTES_AT = 272;
const FLAGS_AT = 288;

const PERCENT = 0x25;
const HASH = 0x23;
const STAR = 0x2a;
const STAR_ENTRY = 64;

function entryOf(form: CanonicalForm, byte: number): number {
  const encodes = byte === 0 || form.encode(byte);
  return (encodes ? 1 : 0) | (form.decode(byte) ? 2 : 0) | (form.decodeInQuery(byte) ? 4 : 0);
}

/** Whether a URL that holds `byte` has to be looked at byte by byte. */
function isSpecial(form: CanonicalForm, byte: number): boolean {
  if (byte === 0 || byte === HASH) return true;
  if (byte === PERCENT) return form.upperCase;
  return form.encode(byte);
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
  const profile = new Uint8Array(PROFILE_BYTES);
  for (let byte = 0; byte < 256; byte++) {
    profile[byte] = entryOf(dialect.pattern, byte) | (entryOf(dialect.url, byte) << 3);
    if (byte < 0x80 && isSpecial(dialect.url, byte)) profile[SPECIAL_NIBBLES_AT + (byte & 15)]! |= 1 << (byte >> 4);
  }
  if (dialect.url.encode(0xff)) profile.fill(0x80, SPECIAL_HIGH_BYTES_AT, FLAGS_AT);
  if (dialect.rules.wildcards) profile[STAR]! |= STAR_ENTRY;
  new DataView(profile.buffer).setUint32(FLAGS_AT, flagsOf(dialect), true);
  return profile;
}
