/**
 * Rules that never decide because another group of the same agent holds a stronger one: crawlers obey all groups that name
 * them as one (RFC 9309 §2.2.1). Linear in the file.
 */
import { decodeUtf8 } from "../../../base/utf8.ts";
import { CUTS_TOKEN, callerToken, mergesGroups, STAR_WITH_TEXT, TOKEN_CONTAINS } from "../../../core/linting.ts";
import { type LineField, type LintFile, textAt } from "../lint-file.ts";
import type { Precedence } from "../ranked.ts";
import { type DeadRule, DeadRules } from "./dead-rules.ts";
import type { KnownGroups } from "./known-groups.ts";

/** Rules that are compared, for each rule of the file: agents of a hostile file can share groups in many combinations. */
const MAX_COMPARED_PER_RULE = 16;
/** Combinations of groups that are compared for one group. */
const MAX_SETS = 8;

/** The groups that some agents obey as one. */
interface MergedSet {
  readonly names: string[];
  readonly groups: readonly number[];
}

/** `agents` is undefined if the rule decides for no agent of its group, else it has some of those for which it never decides. */
type DeadHandler = (dead: DeadRule, agents: readonly string[] | undefined) => void;

/**
 * Calls `handle` for the rules that are dead only because of other groups.
 * @param groups the rules of each group, and those that are dead in the group alone.
 */
export function forEachDeadInMerged(
  source: LintFile,
  groups: readonly DeadRules[],
  precedence: Precedence,
  known: KnownGroups,
  handle: DeadHandler,
): void {
  const names = source.groups.map(({ agents }) => new Set(agents.map((agent) => callerName(source, agent))));
  const sets = comparable(setsOf(names, source), groups);
  const deadIn = new Map(
    sets.map((set) => {
      const merged = set.groups.map((i) => groups[i]!);
      const make = (): DeadRules =>
        new DeadRules(
          merged.flatMap(({ sorted }) => sorted),
          precedence,
        );
      return [set, known.get(merged.map(({ id }) => id).join(), make)];
    }),
  );
  const setOf = new Map(sets.flatMap((set) => set.names.map((name) => [name, set] as const)));
  for (const [i, dead] of groups.entries()) {
    const own = new Set(Array.from(names[i]!, (name) => setOf.get(name)));
    const merged = [...own].filter((set) => set !== undefined);
    if (merged.length === 0 || merged.length > MAX_SETS) continue;
    for (const rule of dead.rules) {
      const isDeadIn = (set: MergedSet): boolean => deadIn.get(set)!.has(rule);
      const first = dead.has(rule) ? undefined : merged.find(isDeadIn);
      if (first === undefined) continue;
      const isDeadForAll = merged.length === own.size && merged.every(isDeadIn);
      handle(deadIn.get(first)!.get(rule)!, isDeadForAll ? undefined : first.names);
    }
  }
}

/** The combinations of groups that any agent obeys, each with its agents. */
function setsOf(names: readonly ReadonlySet<string>[], { dialect }: LintFile): MergedSet[] {
  const groupsOf = new Map<string, number[]>();
  for (const [i, own] of names.entries()) {
    for (const name of own) {
      const groups = groupsOf.get(name);
      if (groups === undefined) groupsOf.set(name, [i]);
      else groups.push(i);
    }
  }
  const sets = new Map<string, MergedSet>();
  for (const [name, groups] of groupsOf) {
    const isStar = name === "*";
    const merges = mergesGroups(isStar ? undefined : name, dialect) && (isStar || !(dialect.flags & TOKEN_CONTAINS));
    if (groups.length < 2 || !merges) continue;
    const set = sets.get(groups.join()) ?? { names: [], groups };
    set.names.push(name);
    sets.set(groups.join(), set);
  }
  return [...sets.values()];
}

/** The first sets, as many as the limit allows. */
function comparable(sets: readonly MergedSet[], groups: readonly DeadRules[]): MergedSet[] {
  let left = MAX_COMPARED_PER_RULE * groups.reduce((sum, { rules }) => sum + rules.length, 0);
  return sets.filter((set) => {
    const cost = set.groups.reduce((sum, i) => sum + groups[i]!.rules.length, 0);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}

/** The name on a line as the dialect compares it; `*` for all crawlers. */
function callerName(source: LintFile, { value }: LineField): string {
  const { flags } = source.dialect;
  const written = textAt(source, value);
  if (written === "*" || (flags & STAR_WITH_TEXT && /^\*\s/.test(written))) return "*";
  return decodeUtf8(callerToken(written, source.dialect, (flags & CUTS_TOKEN) !== 0));
}
