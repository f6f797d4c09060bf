/**
 * The order of the rules that a crawler obeys, where the longest pattern decides (RFC 9309 §2.2.2), and which rules may change
 * their length.
 *
 * Lemma: the verdicts stay if no two entries that match a common URL and have opposite verdicts change places. Among the
 * entries that match a URL, those of the other verdict still come after the one that decided.
 *
 * A rule that may be replaced has a range of lengths: the lemma holds whichever of the accepted replacements are applied.
 */

import { type Entry, entriesOf, KIND_ALLOW, readRecords } from "../../core/linting.ts";
import { ALLOWED, type Dialect } from "../../core/parsing.ts";
import { lettersOf, sharedGroups } from "./agent-names.ts";
import { groupsIn } from "./lint-file.ts";
import { WILD } from "./ranked.ts";

/** Entries of one set may meet in the program of a crawler. All groups that share an agent with another group are one set. */
type GroupSet = number;
const SHARED: GroupSet = -1;

/** An entry with the lengths that it has before and after any of the accepted replacements. */
interface Ranged {
  readonly set: GroupSet;
  readonly allowed: boolean;
  /** Every path that it matches starts so. */
  readonly head: string;
  readonly low: number;
  readonly high: number;
}

/** How many pairs of entries are compared: a thousand replacements in a real file take fewer. It bounds the cost of hostile files. */
const MAX_COMPARED = 2 ** 22;

export class RuleOrder {
  /** By line. */
  readonly #ranges: Map<number, readonly Ranged[]> = new Map();
  /** The lines of a set with one verdict: only those of the other verdict are compared. */
  readonly #lines: Map<number, number[]> = new Map();
  #left = MAX_COMPARED;

  constructor(bytes: Uint8Array, dialect: Dialect) {
    const groups = groupsIn(readRecords(bytes, dialect));
    const isShared = sharedGroups(groups, (agent) => lettersOf(bytes, agent));
    for (const [i, { rules }] of groups.entries()) {
      for (const { kind, value } of rules) {
        if (value.end === value.start) continue; // A rule without a path comes last, whatever its length.
        const rule = {
          isAllow: kind === KIND_ALLOW,
          original: bytes.subarray(value.start, value.end),
          line: value.line,
        };
        const ranges = entriesOf(rule, dialect).map((entry) => rangedOf(entry, isShared[i] ? SHARED : i));
        this.#ranges.set(value.line, ranges);
        const side = sideOf(ranges[0]!.set, rule.isAllow);
        const lines = this.#lines.get(side);
        if (lines === undefined) this.#lines.set(side, [value.line]);
        else lines.push(value.line);
      }
    }
  }

  /** Whether the entries of the rule on a line may also have these lengths. If so, they stay in the ranges. */
  accepts(line: number, octets: readonly number[]): boolean {
    const wider = (this.#ranges.get(line) ?? []).map((ranged, i) => ({
      ...ranged,
      low: Math.min(ranged.low, octets[i]!),
      high: Math.max(ranged.high, octets[i]!),
    }));
    const keepsPlace = wider.every((ranged) => this.#keepsPlace(ranged));
    if (keepsPlace) this.#ranges.set(line, wider);
    return keepsPlace;
  }

  /** Whether the entry never changes places with an entry of the other verdict that matches a common URL. */
  #keepsPlace(ranged: Ranged): boolean {
    for (const line of this.#lines.get(sideOf(ranged.set, !ranged.allowed)) ?? []) {
      const others = this.#ranges.get(line)!;
      this.#left -= others.length;
      if (this.#left < 0 || others.some((other) => mayChangePlaces(ranged, other) && mayMeet(ranged, other)))
        return false;
    }
    return true;
  }
}

const sideOf = (set: GroupSet, allowed: boolean): number => 2 * set + Number(allowed);

/** Of two entries with opposite verdicts the longer one comes first; of equal ones, the one that allows. */
function mayChangePlaces(one: Ranged, other: Ranged): boolean {
  const [allow, disallow] = one.allowed ? [one, other] : [other, one];
  return allow.low < disallow.high && allow.high >= disallow.low;
}

const mayMeet = (a: Ranged, b: Ranged): boolean => a.head.startsWith(b.head) || b.head.startsWith(a.head);

/** The head ends at the first wildcard, and at `?`: a query may have two readings (RFC 9309 §2.2.2, figure 4). */
function rangedOf({ pattern, flags, octets }: Entry, set: GroupSet): Ranged {
  const wildcard = pattern.indexOf(WILD);
  const question = pattern.indexOf("?");
  const ends = [wildcard < 0 ? pattern.length : wildcard, question < 0 ? pattern.length : question + 1];
  const head = pattern.slice(0, Math.min(...ends));
  return { set, allowed: (flags & ALLOWED) !== 0, head, low: octets, high: octets };
}
