/**
 * The names a line can start with. A key is recognised without making a string: its bytes, lower-cased, are compared
 * with the names of its first letter.
 */
import type { LineRules } from "../dialects.ts";

/** What a record is. Everything the protocol does not name is OTHER. */
export const kinds = { other: 0, userAgent: 1, allow: 2, disallow: 3, sitemap: 4, blank: 5 } as const;
export type Kind = (typeof kinds)[keyof typeof kinds];

interface Name {
  readonly bytes: readonly number[];
  readonly kind: Kind;
}

export interface Keys {
  /** Names by first letter, `a` at 0; in the order in which they are tried. */
  readonly byLetter: readonly (readonly Name[])[];
  readonly prefix: boolean;
}

const names: readonly (readonly [string, Kind])[] = [
  ["user-agent", kinds.userAgent],
  ["allow", kinds.allow],
  ["disallow", kinds.disallow],
  ["sitemap", kinds.sitemap],
];

/** The misspellings google/robotstxt accepts: two of user-agent, five of disallow, one of sitemap. */
const typos: readonly (readonly [string, Kind])[] = [
  ["useragent", kinds.userAgent],
  ["user agent", kinds.userAgent],
  ["dissallow", kinds.disallow],
  ["dissalow", kinds.disallow],
  ["disalow", kinds.disallow],
  ["diasllow", kinds.disallow],
  ["disallaw", kinds.disallow],
  ["site-map", kinds.sitemap],
];

const LETTER_A = 97;

export function keysOf(rules: LineRules): Keys {
  const byLetter: Name[][] = Array.from({ length: 26 }, () => []);
  for (const [name, kind] of rules.typos ? [...names, ...typos] : names) {
    if (kind === kinds.allow && !rules.allow) continue;
    const bytes = Array.from(name, (letter) => letter.charCodeAt(0));
    byLetter[bytes[0]! - LETTER_A]!.push({ bytes, kind });
  }
  return { byLetter, prefix: rules.keys === "prefix" };
}

/** The kind of the key in [start, end) of `bytes`. */
export function kindOf(keys: Keys, bytes: Uint8Array, start: number, end: number): Kind {
  const letter = (bytes[start]! | 0x20) - LETTER_A;
  if (letter < 0 || letter > 25) return kinds.other;
  for (const name of keys.byLetter[letter]!) {
    const length = name.bytes.length;
    const fits = keys.prefix ? end - start >= length : end - start === length;
    if (fits && equalsName(bytes, start, name.bytes)) return name.kind;
  }
  return kinds.other;
}

function equalsName(bytes: Uint8Array, start: number, name: readonly number[]): boolean {
  for (let i = 0; i < name.length; i++) {
    const expected = name[i]!;
    const byte = bytes[start + i]!;
    const isLetter = expected >= LETTER_A;
    if ((isLetter ? byte | 0x20 : byte) !== expected) return false;
  }
  return true;
}
