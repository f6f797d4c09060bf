/**
 * The names that a line can start with. A key is recognised without creating a string: its bytes are compared, four at a
 * time, with the names that start with its first letter.
 */
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

/** A name of 4 to 12 bytes as little-endian words. The `Fold` words hold the bits that turn its letters to lower case. */
interface Name {
  readonly kind: number;
  readonly length: number;
  readonly middleAt: number;
  readonly lastAt: number;
  readonly first: number;
  readonly middle: number;
  readonly last: number;
  readonly firstFold: number;
  readonly middleFold: number;
  readonly lastFold: number;
}

export interface Keys {
  /** Names by their first letter in either case, in the order in which they are tried. */
  readonly byFirst: readonly (readonly Name[])[];
  readonly prefix: boolean;
}

/** A name that a line can start with, in lower case, and the kind of record that it makes. */
export type NamedKind = readonly [name: string, kind: number];

/** The most frequent ones first. */
const names: readonly NamedKind[] = [
  ["disallow", kinds.disallow],
  ["allow", kinds.allow],
  ["user-agent", kinds.userAgent],
  ["sitemap", kinds.sitemap],
];

/** The misspellings google/robotstxt accepts: two of user-agent, five of disallow, one of sitemap. */
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

const NO_NAMES: readonly Name[] = [];

/** The names that lines can start with in a dialect. No name begins with another one. */
export const namesOf = (rules: LineRules): NamedKind[] =>
  (rules.typos ? [...names, ...typos] : names).filter(([, kind]) => rules.allow || kind !== kinds.allow);

export function keysOf(rules: LineRules): Keys {
  const byFirst: Name[][] = Array.from({ length: 256 }, () => []);
  for (const [text, kind] of namesOf(rules)) {
    const name = nameOf(text, kind);
    byFirst[text.charCodeAt(0)]!.push(name);
    byFirst[text.charCodeAt(0) ^ 0x20]!.push(name);
  }
  return { byFirst: byFirst.map((list) => (list.length === 0 ? NO_NAMES : list)), prefix: rules.keys === "prefix" };
}

function nameOf(text: string, kind: number): Name {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const words = new DataView(bytes.buffer);
  const folds = new DataView(bytes.map((byte) => (byte >= 97 ? 0x20 : 0)).buffer);
  const length = text.length;
  const middleAt = Math.min(4, length - 4);
  const lastAt = length - 4;
  return {
    kind,
    length,
    middleAt,
    lastAt,
    first: words.getInt32(0, true),
    middle: words.getInt32(middleAt, true),
    last: words.getInt32(lastAt, true),
    firstFold: folds.getInt32(0, true),
    middleFold: folds.getInt32(middleAt, true),
    lastFold: folds.getInt32(lastAt, true),
  };
}

/** The name at the start of [start, end), if there is one. */
export function nameAt(keys: Keys, bytes: Uint8Array, view: DataView, start: number, end: number): Name | undefined {
  const candidates = keys.byFirst[bytes[start]!]!;
  for (let i = 0; i < candidates.length; i++) {
    const name = candidates[i]!;
    if (
      start + name.length <= end &&
      (view.getInt32(start, true) | name.firstFold) === name.first &&
      (view.getInt32(start + name.middleAt, true) | name.middleFold) === name.middle &&
      (view.getInt32(start + name.lastAt, true) | name.lastFold) === name.last
    )
      return name;
  }
  return undefined;
}
