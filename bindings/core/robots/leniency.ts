/**
 * Leniency options turn on or off, one by one, what a dialect forgives or reads generously. An option makes a dialect with
 * other values in the same columns; all other code treats it like a dialect of the table.
 */

import { textOf, withCode } from "../../base/errors.ts";
import { FifoCache } from "../../base/fifo-cache.ts";
import { checkedOptions } from "../../base/options.ts";
import type { AgentMatching, Dialect } from "../dialects.ts";

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

const profiles: Readonly<Record<TokenProfile, Partial<AgentMatching>>> = {
  strict: { token: "strict", cutsToken: false, cutsCaller: true, emptyMatches: false },
  google: { token: "strict", cutsToken: true, cutsCaller: false, emptyMatches: true },
  extended: { token: "extended", cutsToken: true, cutsCaller: true, emptyMatches: false },
};

type Part = "lines" | "agents" | "rules";

/** Where an option is applied, and the columns that each accepted value sets. */
interface LeniencyOption {
  readonly part: Part;
  readonly expected: string;
  columnsFor(value: unknown): object | undefined;
}

const oneOf = (part: Part, expected: string, columns: ReadonlyMap<unknown, object>): LeniencyOption => ({
  part,
  expected,
  columnsFor: (value) => columns.get(value),
});

const flag = <P extends Part>(
  part: P,
  column: keyof Dialect[P] & string,
  on: unknown = true,
  off: unknown = false,
): LeniencyOption => ({
  part,
  expected: "a boolean",
  columnsFor: (value) => (typeof value === "boolean" ? { [column]: value ? on : off } : undefined),
});

const leniencyOptions: Readonly<Record<keyof Leniency, LeniencyOption>> = {
  tokens: oneOf("agents", "strict, google or extended", new Map(Object.entries(profiles))),
  typos: flag("lines", "typos"),
  prefixKeys: flag("lines", "keys", "prefix", "exact"),
  missingColon: flag("lines", "missingColon"),
  nulEndsLine: flag("lines", "nulEndsLine"),
  lineCapBytes: {
    part: "lines",
    expected: "a positive integer",
    columnsFor: (lineCapBytes) =>
      Number.isInteger(lineCapBytes) && (lineCapBytes as number) > 0 ? { lineCapBytes } : undefined,
  },
  cutTokens: flag("agents", "cutsToken"),
  match: oneOf(
    "agents",
    "equal, contains or either",
    new Map(["equal", "contains", "either"].map((match) => [match, { match }])),
  ),
  mergeStar: flag("agents", "mergesStar"),
  indexHtml: flag("rules", "indexHtml"),
};

/** Processes use few combinations. */
const cache: FifoCache<Dialect> = new FifoCache(32);

/**
 * The dialect with leniency options applied.
 * @throws TypeError for an unknown option or an invalid value.
 */
export function dialectWith(dialect: Dialect, leniency: Leniency): Dialect {
  const names = Object.keys(leniencyOptions) as (keyof Leniency)[];
  checkedOptions("leniency", leniency, leniencyOptions);
  // In the table's order: a single option overrides the profile. Each is read once, inherited ones too.
  const changes = names.flatMap((name) => changesOf(name, leniency[name]));
  return cache.get(JSON.stringify([dialect.name, changes]), () => changes.reduce(withColumns, dialect));
}

type Change = readonly [part: Part, columns: object];

function changesOf(name: keyof Leniency, value: unknown): Change[] {
  if (value === undefined) return [];
  const { part, expected, columnsFor } = leniencyOptions[name];
  const columns = columnsFor(value);
  if (columns !== undefined) return [[part, columns]];
  const message = `leniency.${name}: expected ${expected}; got ${textOf(value)}`;
  throw withCode(new TypeError(message), "ERR_INVALID_ARG_VALUE");
}

const withColumns = (dialect: Dialect, [part, columns]: Change): Dialect => ({
  ...dialect,
  [part]: { ...dialect[part], ...columns },
});
