/** The names that a line can start with, compared with a key without regard to case and without creating a string. */
import { KIND_ALLOW, KIND_BLANK, KIND_DISALLOW, KIND_OTHER, KIND_SITEMAP, KIND_USER_AGENT } from "../constants.ts";
import type { LineRules } from "../dialects.ts";

/** The kinds of records. Fields that the protocol does not name are `other`. */
export const kinds: Readonly<Record<"other" | "userAgent" | "allow" | "disallow" | "sitemap" | "blank", number>> = {
  other: KIND_OTHER,
  userAgent: KIND_USER_AGENT,
  allow: KIND_ALLOW,
  disallow: KIND_DISALLOW,
  sitemap: KIND_SITEMAP,
  blank: KIND_BLANK,
};

/** A name that a line can start with, in lower case, and the kind of record that it makes. */
export type NamedKind = readonly [name: string, kind: number];

/** The most frequent ones first. */
const names: readonly NamedKind[] = [
  ["disallow", kinds.disallow],
  ["allow", kinds.allow],
  ["user-agent", kinds.userAgent],
  ["sitemap", kinds.sitemap],
];

/** The misspellings that google/robotstxt accepts: two of user-agent, five of disallow, one of sitemap. */
const typos: readonly NamedKind[] = [
  ["useragent", kinds.userAgent],
  ["user agent", kinds.userAgent],
  ["dissallow", kinds.disallow],
  ["dissalow", kinds.disallow],
  ["disalow", kinds.disallow],
  ["diasllow", kinds.disallow],
  ["disallaw", kinds.disallow],
  ["site-map", kinds.sitemap],
];

/** The names that lines can start with in a dialect. No name begins with another one. */
export const namesOf = (rules: LineRules): NamedKind[] =>
  (rules.typos ? [...names, ...typos] : names).filter(([, kind]) => rules.allow || kind !== kinds.allow);

/** What the key [start, end) is: a known name, or with `prefix` a key that begins with one; else `other`. */
export function kindOfKey(
  known: readonly NamedKind[],
  prefix: boolean,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  const found = known.find(
    ([name]) => (prefix ? name.length <= end - start : name.length === end - start) && isName(name, bytes, start),
  );
  return found === undefined ? kinds.other : found[1];
}

function isName(name: string, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < name.length; i++) {
    const byte = bytes[start + i]!;
    const letter = name.charCodeAt(i);
    if (byte !== letter && !(letter >= 97 && byte === letter - 32)) return false;
  }
  return true;
}
