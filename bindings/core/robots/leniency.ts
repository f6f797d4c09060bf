/**
 * Leniency options turn on or off, one by one, what a dialect forgives or reads generously. An option makes a dialect with
 * other values in the same columns; all other code treats it like one of the four.
 */
import type { AgentMatching, Dialect, LineRules, RuleMatching } from "../dialects.ts";
import { withCode } from "../errors.ts";
import { checkedOptions } from "./checked.ts";
import { FifoCache } from "./fifo-cache.ts";

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
  /** Compare names so: `equal`; the line `contains` the crawler's token; or `either` contains the other. */
  readonly match?: AgentMatching["match"];
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

type Column =
  | { readonly lines: Partial<LineRules> }
  | { readonly agents: Partial<AgentMatching> }
  | { readonly rules: Partial<RuleMatching> };

interface LeniencyOption {
  readonly expected: string;
  isValid(value: unknown): boolean;
  column(value: never): Column;
}

const isBoolean = (value: unknown): boolean => typeof value === "boolean";
const flag = (column: (on: boolean) => Column): LeniencyOption => ({
  expected: "a boolean",
  isValid: isBoolean,
  column,
});

const leniencyOptions: Readonly<Record<keyof Leniency, LeniencyOption>> = {
  tokens: {
    expected: "strict, google or extended",
    isValid: (value) => typeof value === "string" && Object.hasOwn(profiles, value),
    column: (profile: TokenProfile) => ({ agents: profiles[profile] }),
  },
  typos: flag((typos) => ({ lines: { typos } })),
  prefixKeys: flag((on) => ({ lines: { keys: on ? "prefix" : "exact" } })),
  missingColon: flag((missingColon) => ({ lines: { missingColon } })),
  nulEndsLine: flag((nulEndsLine) => ({ lines: { nulEndsLine } })),
  lineCapBytes: {
    expected: "a positive integer",
    isValid: (value) => Number.isInteger(value) && (value as number) > 0,
    column: (lineCapBytes: number) => ({ lines: { lineCapBytes } }),
  },
  cutTokens: flag((cutsToken) => ({ agents: { cutsToken } })),
  match: {
    expected: "equal, contains or either",
    isValid: (value) => ["equal", "contains", "either"].includes(value as string),
    column: (match: AgentMatching["match"]) => ({ agents: { match } }),
  },
  mergeStar: flag((mergesStar) => ({ agents: { mergesStar } })),
  indexHtml: flag((indexHtml) => ({ rules: { indexHtml } })),
};

/** Processes use few combinations. */
const cache: FifoCache<Dialect> = new FifoCache(32);

/**
 * The dialect with leniency options applied.
 * @throws TypeError for an unknown option or an invalid value.
 */
export function dialectWith(dialect: Dialect, leniency: Leniency): Dialect {
  const names = Object.keys(leniencyOptions) as (keyof Leniency)[];
  const unknown = Object.keys(checkedOptions("leniency", leniency)).find(
    (name) => !Object.hasOwn(leniencyOptions, name),
  );
  if (unknown !== undefined) {
    const message = `leniency: expected options among ${names.join(", ")}; got ${unknown}`;
    throw withCode(new TypeError(message), "ERR_UNKNOWN_OPTION");
  }
  // In the table's order: a single option overrides the profile. Each is read once, inherited ones too.
  const set = names.map((name) => [name, leniency[name]] as const).filter(([, value]) => value !== undefined);
  for (const [name, value] of set) checkValue(name, value);
  const key = JSON.stringify([dialect.name, ...set]);
  return cache.get(key, () => set.reduce((made, [name, value]) => withColumn(made, name, value), dialect));
}

function checkValue(name: keyof Leniency, value: unknown): void {
  const { expected, isValid } = leniencyOptions[name];
  const message = `leniency.${name}: expected ${expected}; got ${String(value)}`;
  if (!isValid(value)) throw withCode(new TypeError(message), "ERR_INVALID_ARG_VALUE");
}

function withColumn(dialect: Dialect, name: keyof Leniency, value: unknown): Dialect {
  const [[part, change]] = Object.entries(leniencyOptions[name].column(value as never)) as [
    ["lines" | "agents" | "rules", object],
  ];
  return { ...dialect, [part]: { ...dialect[part], ...change } };
}
