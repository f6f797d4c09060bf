/**
 * Leniency options turn on or off, one by one, what a dialect forgives or reads generously. An option makes a dialect with
 * other values in the same columns; all other code treats it like a dialect of the table.
 */

import { shownText, withCode, wrongValue } from "../../base/errors.ts";
import { FifoCache } from "../../base/fifo-cache.ts";
import { checkedOptions } from "../../base/options.ts";
import type { Dialect } from "../dialects.ts";
import {
  CUTS_CALLER,
  CUTS_TOKEN,
  EMPTY_MATCHES,
  INDEX_HTML,
  MERGES_STAR,
  MISSING_COLON,
  NUL_ENDS_LINE,
  PREFIX_KEYS,
  TOKEN_CONTAINS,
  TOKEN_MATCH,
  TYPOS,
  WRITTEN,
} from "../layout.ts";

/** The bytes that make a product token, in user-agent lines and in what the caller passes. */
export type TokenProfile = "strict" | "google" | "extended";

/** What the parser tolerates. An option that is not set keeps the value of the dialect. */
export interface Leniency {
  /** Accept the misspellings that google/robotstxt accepts: `disalow`, `useragent`, `site-map`… */
  readonly typos?: boolean;
  /** Compare only the start of a key: `Disallowed:` is a Disallow. */
  readonly prefixKeys?: boolean;
  /** Accept white space in place of the colon in a line of two words. */
  readonly missingColon?: boolean;
  /** Ignore the rest of a line after a NUL. */
  readonly nulEndsLine?: boolean;
  /** The number of bytes of a line that are read, at least 1. */
  readonly lineCapBytes?: number;
  /**
   * `strict`: only letters, `_` and `-`, so that no group can name `MJ12bot`. `google`: the same bytes; lines are cut at the
   * first other byte, the caller's agent is not. `extended`: also digits and dots; both are cut.
   */
  readonly tokens?: TokenProfile;
  /** End a line's token at the first byte that is not a token byte. Otherwise the whole value counts, or the part before `/`. */
  readonly cutTokens?: boolean;
  /** How names are compared: they are `equal`, the line `contains` the crawler's token, or `either` contains the other. */
  readonly match?: "equal" | "contains" | "either";
  /** Obey all groups for `*` as one. draft-koster-rep-00 obeys the first. */
  readonly mergeStar?: boolean;
  /** Let `Allow: /x/index.html` also allow `/x/`. */
  readonly indexHtml?: boolean;
}

/** An option: what it accepts, the flags that it replaces, and the columns for an accepted value. */
type LeniencyOption = readonly [
  expected: string,
  replaced: number,
  columnsFor: (value: unknown) => Partial<Dialect> | undefined,
];

const flag = (flags: number): LeniencyOption => [
  "a boolean",
  flags,
  (value) => (typeof value === "boolean" ? { flags: value ? flags : 0 } : undefined),
];

const choice = (
  expected: string,
  replaced: number,
  columns: Readonly<Record<string, Partial<Dialect>>>,
): LeniencyOption => [
  expected,
  replaced,
  (value) => new Map<unknown, Partial<Dialect>>(Object.entries(columns)).get(value),
];

const profiles: Readonly<Record<TokenProfile, Partial<Dialect>>> = {
  strict: { token: "strict", flags: CUTS_CALLER },
  google: { token: "strict", flags: CUTS_TOKEN | EMPTY_MATCHES },
  extended: { token: "extended", flags: CUTS_TOKEN | CUTS_CALLER },
};

const leniencyOptions: Readonly<Record<keyof Leniency, LeniencyOption>> = {
  tokens: choice("strict, google or extended", CUTS_TOKEN | CUTS_CALLER | EMPTY_MATCHES, profiles),
  typos: flag(TYPOS),
  prefixKeys: flag(PREFIX_KEYS),
  missingColon: flag(MISSING_COLON),
  nulEndsLine: flag(NUL_ENDS_LINE),
  lineCapBytes: [
    "a positive integer",
    0,
    (value) => (Number.isInteger(value) && (value as number) > 0 ? { lineCapBytes: value as number } : undefined),
  ],
  cutTokens: flag(CUTS_TOKEN),
  match: choice("equal, contains or either", TOKEN_MATCH, {
    equal: {},
    contains: { flags: TOKEN_CONTAINS },
    either: { flags: TOKEN_MATCH },
  }),
  mergeStar: flag(MERGES_STAR),
  indexHtml: flag(INDEX_HTML),
};

/** Processes use few combinations. */
const cache: FifoCache<Dialect> = new FifoCache(32);

/**
 * The dialect with leniency options applied; the same object for the same options.
 * @throws TypeError for an unknown option or an invalid value.
 */
export function dialectWith(dialect: Dialect, leniency?: Leniency, reading: "all" | "written" = "all"): Dialect {
  if (reading !== "all" && reading !== "written") throw wrongValue("reading", "all or written", reading);
  if (leniency === undefined && reading === "all") return dialect;
  const names = Object.keys(leniencyOptions) as (keyof Leniency)[];
  const read = checkedOptions("leniency", leniency ?? {}, leniencyOptions);
  // In the table's order: a single option overrides the profile.
  const made = names.reduce((row, name) => withOption(row, name, read[name]), {
    ...dialect,
    flags: dialect.flags | (reading === "written" ? WRITTEN : 0),
  });
  return cache.get(JSON.stringify([made.name, made.flags, made.token, made.lineCapBytes]), () => made);
}

function withOption(dialect: Dialect, name: keyof Leniency, value: unknown): Dialect {
  if (value === undefined) return dialect;
  const [expected, replaced, columnsFor] = leniencyOptions[name];
  const columns = columnsFor(value);
  if (columns !== undefined)
    return { ...dialect, ...columns, flags: (dialect.flags & ~replaced) | (columns.flags ?? 0) };
  const message = `leniency.${name}: expected ${expected}; got ${shownText(value)}`;
  throw withCode(new TypeError(message), "ERR_INVALID_ARG_VALUE");
}
