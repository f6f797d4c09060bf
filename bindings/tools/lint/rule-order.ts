/**
 * The order of the rules that a crawler obeys, where the longest pattern decides (RFC 9309 §2.2.2), and which rules may change
 * their length.
 *
 * Lemma: the verdicts stay if no two entries that match a common URL and have opposite verdicts change places. Among the
 * entries that match a URL, those of the other verdict still come after the one that decided.
 *
 * A rule that may be replaced has a range of lengths: the lemma holds whichever of the accepted replacements are applied.
 * Linear in the file and in the replaced rules.
 */
import {
  ALLOWED,
  type Dialect,
  type Entry,
  entriesOf,
  isRule,
  isUserAgent,
  KIND_ALLOW,
  LINE,
  offsetsIn,
  type Records,
  readRecords,
  VALUE_END,
  VALUE_START,
  walkGroups,
} from "../../core/parsing.ts";

import { agentName, sharedGroups } from "./agent-names.ts";
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
  low: number;
  high: number;
}

/** How many entries of the other verdict an entry is compared with. It keeps the cost linear for hostile files. */
const MAX_COMPARED = 64;

export class RuleOrder {
  readonly #byLine: Map<number, Ranged[]> = new Map();
  /** By set, verdict and each length of the range: ranges are no longer than the bytes of their line. */
  readonly #byLength: Map<string, Ranged[]> = new Map();

  constructor(bytes: Uint8Array, dialect: Dialect) {
    const records = readRecords(bytes, dialect);
    const groups = groupsOf(records);
    const isShared = sharedGroups(groups.map(({ names }) => names));
    for (const [i, { rules }] of groups.entries()) {
      for (const at of rules) this.#add(records, at, isShared[i] ? SHARED : i, dialect);
    }
  }

  #add({ bytes, table }: Records, at: number, set: GroupSet, dialect: Dialect): void {
    const original = bytes.subarray(table[at + VALUE_START], table[at + VALUE_END]);
    if (original.length === 0) return; // A rule without a path comes last, whatever its length.
    const line = table[at + LINE]!;
    const entries = entriesOf({ isAllow: table[at] === KIND_ALLOW, original, line }, dialect);
    const ranges = entries.map((entry) => rangedOf(entry, set));
    this.#byLine.set(line, ranges);
    for (const ranged of ranges) this.#list(ranged, ranged.low, ranged.high);
  }

  /** Whether the entries of the rule on a line may also have these lengths. If so, they stay in the ranges. */
  accepts(line: number, octets: readonly number[]): boolean {
    const ranges = this.#byLine.get(line) ?? [];
    const wider = ranges.map((ranged, i) => ({
      ...ranged,
      low: Math.min(ranged.low, octets[i]!),
      high: Math.max(ranged.high, octets[i]!),
    }));
    if (!wider.every((ranged) => this.#keepsPlace(ranged))) return false;
    for (const [i, { low, high }] of wider.entries()) this.#widen(ranges[i]!, low, high);
    return true;
  }

  #widen(ranged: Ranged, low: number, high: number): void {
    this.#list(ranged, low, ranged.low - 1);
    this.#list(ranged, ranged.high + 1, high);
    [ranged.low, ranged.high] = [low, high];
  }

  #list(ranged: Ranged, from: number, to: number): void {
    for (let length = from; length <= to; length++) {
      const key = keyOf(ranged.set, ranged.allowed, length);
      const listed = this.#byLength.get(key);
      if (listed === undefined) this.#byLength.set(key, [ranged]);
      else listed.push(ranged);
    }
  }

  /** Whether the entry never changes places with an entry of the other verdict that matches a common URL. */
  #keepsPlace(ranged: Ranged): boolean {
    let compared = 0;
    for (let length = ranged.low; length <= ranged.high; length++) {
      const others = this.#byLength.get(keyOf(ranged.set, !ranged.allowed, length)) ?? [];
      compared += others.length;
      if (compared > MAX_COMPARED) return false;
      if (others.some((other) => mayChangePlaces(ranged, other) && mayMeet(ranged, other))) return false;
    }
    return true;
  }
}

const keyOf = (set: GroupSet, allowed: boolean, length: number): string => `${set} ${allowed} ${length}`;

/** The longer entry comes first; of equal ones, the one that allows. */
function mayChangePlaces(one: Ranged, other: Ranged): boolean {
  const [allow, disallow] = one.allowed ? [one, other] : [other, one];
  return allow.low < disallow.high && allow.high >= disallow.low;
}

const mayMeet = ({ head: a }: Ranged, { head: b }: Ranged): boolean => a.startsWith(b) || b.startsWith(a);

/** The head ends at the first wildcard, and at `?`: a query may have two readings (RFC 9309 §2.2.2, figure 4). */
function rangedOf({ pattern, flags, octets }: Entry, set: GroupSet): Ranged {
  const wildcard = pattern.indexOf(WILD);
  const question = pattern.indexOf("?");
  const ends = [wildcard < 0 ? pattern.length : wildcard, question < 0 ? pattern.length : question + 1];
  const head = pattern.slice(0, Math.min(...ends));
  return { set, allowed: (flags & ALLOWED) !== 0, head, low: octets, high: octets };
}

interface Group {
  readonly names: readonly string[];
  /** Offsets in the table of records. */
  readonly rules: readonly number[];
}

function groupsOf(records: Records): Group[] {
  const { bytes, table } = records;
  const groups: Group[] = [];
  walkGroups(records, (start, runEnd, end) => {
    const names = offsetsIn(table, start, runEnd, isUserAgent).map((at) =>
      agentName(bytes, table[at + VALUE_START]!, table[at + VALUE_END]!),
    );
    groups.push({ names, rules: offsetsIn(table, runEnd, end, isRule) });
    return false;
  });
  return groups;
}
