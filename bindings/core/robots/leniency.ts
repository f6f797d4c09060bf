/**
 * Liberties as switches: what a dialect forgives or reads generously can be turned on or off one by one. A switch makes a
 * dialect with other values in the same columns; nothing downstream knows that it is not one of the four.
 */
import type { AgentMatching, Dialect, LineRules, RuleMatching } from "../dialects.ts";
import { checkedOptions } from "./checked.ts";
import { FifoCache } from "./fifo-cache.ts";

/** What counts as a product token, on lines and from the caller. */
export type TokenProfile = "strict" | "google" | "extended";

/** Liberties that a dialect takes, one by one. Each is as the dialect has it unless set. */
export interface Leniency {
  /** The misspellings google/robotstxt knows: `disalow`, `useragent`, `site-map`… */
  readonly typos?: boolean;
  /** Keys are known by their beginning: `Disallowed:` is a Disallow. */
  readonly prefixKeys?: boolean;
  /** White space may stand for the colon in a line of two words. */
  readonly missingColon?: boolean;
  /** A NUL hides the rest of its line. */
  readonly nulEndsLine?: boolean;
  /** Bytes of a line that are read, at least 1. */
  readonly lineCapBytes?: number;
  /**
   * `strict`: letters, `_` and `-` alone, so that `MJ12bot` can never be named. `google`: the same, lines cut at the first
   * other byte, callers not. `extended`: digits and dots as well, both cut.
   */
  readonly tokens?: TokenProfile;
  /** A line's token ends at the first byte that none has; otherwise the whole value, or what stands before `/`, counts. */
  readonly cutTokens?: boolean;
  /** All groups for `*` are obeyed as one; draft-koster-rep-00 obeys the first. */
  readonly mergeStar?: boolean;
  /** `Allow: /x/index.html` allows `/x/` as well. */
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

interface Switch {
  readonly expected: string;
  isValid(value: unknown): boolean;
  column(value: never): Column;
}

const isBoolean = (value: unknown): boolean => typeof value === "boolean";
const onOff = (column: (on: boolean) => Column): Switch => ({ expected: "a boolean", isValid: isBoolean, column });

const switches: Readonly<Record<keyof Leniency, Switch>> = {
  tokens: {
    expected: "strict, google or extended",
    isValid: (value) => typeof value === "string" && Object.hasOwn(profiles, value),
    column: (profile: TokenProfile) => ({ agents: profiles[profile] }),
  },
  typos: onOff((typos) => ({ lines: { typos } })),
  prefixKeys: onOff((on) => ({ lines: { keys: on ? "prefix" : "exact" } })),
  missingColon: onOff((missingColon) => ({ lines: { missingColon } })),
  nulEndsLine: onOff((nulEndsLine) => ({ lines: { nulEndsLine } })),
  lineCapBytes: {
    expected: "a positive integer",
    isValid: (value) => Number.isInteger(value) && (value as number) > 0,
    column: (lineCapBytes: number) => ({ lines: { lineCapBytes } }),
  },
  cutTokens: onOff((cutsToken) => ({ agents: { cutsToken } })),
  mergeStar: onOff((mergesStar) => ({ agents: { mergesStar } })),
  indexHtml: onOff((indexHtml) => ({ rules: { indexHtml } })),
};

/** What a process uses of combinations; one more is made anew each time. */
const known: FifoCache<Dialect> = new FifoCache(32);

/**
 * The dialect with some of its liberties turned on or off.
 * @throws TypeError for a switch that does not exist, or a value that it does not have.
 */
export function dialectWith(dialect: Dialect, leniency: Leniency): Dialect {
  const names = Object.keys(switches) as (keyof Leniency)[];
  const unknown = Object.keys(checkedOptions("leniency", leniency)).find((name) => !Object.hasOwn(switches, name));
  if (unknown !== undefined)
    throw new TypeError(`leniency: expected switches among ${names.join(", ")}; got ${unknown}`);
  // In the table's order: a single switch overrides the profile it is part of. Each is read once, inherited ones too.
  const set = names.map((name) => [name, leniency[name]] as const).filter(([, value]) => value !== undefined);
  for (const [name, value] of set) checkSwitch(name, value);
  const key = JSON.stringify([dialect.name, ...set]);
  return known.get(key, () => set.reduce((made, [name, value]) => withColumn(made, name, value), dialect));
}

function checkSwitch(name: keyof Leniency, value: unknown): void {
  const { expected, isValid } = switches[name];
  if (!isValid(value)) throw new TypeError(`leniency.${name}: expected ${expected}; got ${String(value)}`);
}

function withColumn(dialect: Dialect, name: keyof Leniency, value: unknown): Dialect {
  const [[part, change]] = Object.entries(switches[name].column(value as never)) as [
    ["lines" | "agents" | "rules", object],
  ];
  return { ...dialect, [part]: { ...dialect[part], ...change } };
}
