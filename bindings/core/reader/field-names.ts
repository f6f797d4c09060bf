/** The names that a line can start with, compared with a key without regard to case. */

import { KIND_ALLOW, KIND_DISALLOW, KIND_OTHER, KIND_SITEMAP, KIND_USER_AGENT, READS_ALLOW, TYPOS } from "../layout.ts";
import { lower } from "./agents.ts";

/** A name that a line can start with, in lower case, and the kind of record that it makes. */
export type NamedKind = readonly [name: string, kind: number];

/** The most frequent ones first. */
const names: readonly NamedKind[] = [
  ["disallow", KIND_DISALLOW],
  ["allow", KIND_ALLOW],
  ["user-agent", KIND_USER_AGENT],
  ["sitemap", KIND_SITEMAP],
];

/** The misspellings that google/robotstxt accepts: two of user-agent, five of disallow, one of sitemap. */
const typos: readonly NamedKind[] = [
  ["useragent", KIND_USER_AGENT],
  ["user agent", KIND_USER_AGENT],
  ["dissallow", KIND_DISALLOW],
  ["dissalow", KIND_DISALLOW],
  ["disalow", KIND_DISALLOW],
  ["diasllow", KIND_DISALLOW],
  ["disallaw", KIND_DISALLOW],
  ["site-map", KIND_SITEMAP],
];

/** The names that lines can start with in a dialect with these flags. No name begins with another one. */
export const namesOf = (flags: number): NamedKind[] =>
  (flags & TYPOS ? [...names, ...typos] : names).filter(([, kind]) => flags & READS_ALLOW || kind !== KIND_ALLOW);

/** Fields about pace: they belong to the user-agent lines above them, not to a group (docs/dialects.md). */
export const paceNames: readonly NamedKind[] = ["crawl-delay", "request-rate", "visit-time"].map((name) => [
  name,
  KIND_OTHER,
]);

/** Whether a key, in lower case, is that of a field about pace. */
export const isPaceKey = (key: string): boolean => paceNames.some(([name]) => name === key);

/** What the key [start, end) is: a known name in any case, or with `prefix` a key that begins with one; else `other`. */
export function kindOfKey(
  known: readonly NamedKind[],
  prefix: boolean,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  for (const [name, kind] of known) {
    const { length } = name;
    if ((prefix ? end - start >= length : end - start === length) && startsWith(bytes, start, name)) return kind;
  }
  return KIND_OTHER;
}

/** Compares bytes and makes no text: each line has a key. */
function startsWith(bytes: Uint8Array, start: number, name: string): boolean {
  for (let at = 0; at < name.length; at++) if (lower(bytes[start + at]!) !== name.charCodeAt(at)) return false;
  return true;
}
