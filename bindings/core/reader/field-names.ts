/** The names that a line can start with, compared with a key without regard to case. */

import {
  KIND_ALLOW,
  KIND_DISALLOW,
  KIND_OTHER,
  KIND_SITEMAP,
  KIND_USER_AGENT,
  PREFIX_KEYS,
  READS_ALLOW,
  TYPOS,
} from "../layout.ts";
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
export const paceNames: readonly string[] = ["crawl-delay", "request-rate", "visit-time"];

/** Whether a key, in lower case, is that of a field about pace. */
export const isPaceKey = (key: string): boolean => paceNames.includes(key);

/** What the key [start, end) is: a known name in any case, or with PREFIX_KEYS a key that begins with one; else `other`. */
export function kindOfKey(
  known: readonly NamedKind[],
  flags: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  // Bytes and no text: each line has a key.
  for (const [name, kind] of known) {
    let at = start;
    while (at < end && lower(bytes[at]!) === name.charCodeAt(at - start)) at++;
    if (at - start === name.length && (at === end || flags & PREFIX_KEYS)) return kind;
  }
  return KIND_OTHER;
}
