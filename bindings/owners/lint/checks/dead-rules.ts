/**
 * The rules of a group that never decide, because a rule that takes precedence matches everything they match. Finds them
 * among patterns that differ only in wildcards, and among literal patterns that are prefixes of each other.
 */

import type { LintGroup } from "../lint-file.ts";
import { hasWildcard, type NestedRule, nestedRules } from "../nesting.ts";
import { type Precedence, type RankedRule, rulesWithPath, WILD } from "../ranked.ts";

/** How many stronger rules a rule is compared with. It keeps the cost linear for hostile files. */
const MAX_COMPARED = 8;

/** A rule that never decides, and the rule that takes precedence over it. */
export interface DeadRule {
  readonly rule: RankedRule;
  readonly winner: RankedRule;
  /** How they differ: not at all; only in their verdict; or in their patterns, where the winner's covers the rule's. */
  readonly code: "repeated-rule" | "shadowed-rule" | "unreachable-rule";
}

let made = 0;

export class DeadRules {
  readonly id: number = made++;
  readonly rules: readonly RankedRule[];
  readonly nested: readonly NestedRule[];
  readonly #dead: Map<RankedRule, DeadRule> = new Map();
  readonly #overruling: Set<RankedRule> = new Set();
  readonly #precedence: Precedence;

  constructor(rules: readonly RankedRule[], precedence: Precedence) {
    this.rules = rules;
    this.#precedence = precedence;
    this.nested = nestedRules(rules, precedence);
    for (const variants of variantsIn(rules)) this.#compareVariants(variants);
    this.#compareNested();
  }

  /** Moves the rules to the lines where the group stands now. */
  movedTo(group: LintGroup): this {
    for (const [i, field] of rulesWithPath(group).entries()) this.rules[i]!.field = field;
    return this;
  }

  /** All rules, the literal ones in order: sorting several such lists costs little. */
  get sorted(): readonly RankedRule[] {
    return [...this.nested.map(({ rule }) => rule), ...this.rules.filter(hasWildcard)];
  }

  /** The dead rules, in the order in which they were found. */
  get all(): Iterable<DeadRule> {
    return this.#dead.values();
  }

  /** Why a rule never decides; undefined if it may decide. */
  get(rule: RankedRule): DeadRule | undefined {
    return this.#dead.get(rule);
  }

  has(rule: RankedRule): boolean {
    return this.#dead.has(rule);
  }

  /** Whether a dead rule of the other verdict would decide if this rule were removed. */
  overrules(rule: RankedRule): boolean {
    return this.#overruling.has(rule);
  }

  #compareVariants(variants: RankedRule[]): void {
    const stronger: RankedRule[] = [];
    for (const rule of variants.sort(this.#precedence)) {
      const winner = stronger.find((one) => covers(one, rule));
      if (winner !== undefined) this.#add(rule, winner);
      else if (stronger.length < MAX_COMPARED) stronger.push(rule);
    }
  }

  /**
   * A rule whose pattern is a prefix of another's takes precedence if the first match decides and it comes first, or if the
   * longest match decides and its final stars make it the longer one.
   */
  #compareNested(): void {
    for (const { rule, enclosing } of this.nested) {
      const { strongest } = enclosing;
      if (strongest !== undefined && !this.has(rule) && this.#precedence(strongest, rule) < 0)
        this.#add(rule, strongest);
    }
  }

  /** Skips a rule that matches more than its pattern shows, unless the winner is its exact copy. */
  #add(rule: RankedRule, winner: RankedRule): void {
    const hasSamePattern = rule.pattern === winner.pattern && rule.isAnchored === winner.isAnchored;
    const isCopy = hasSamePattern && rule.allows === winner.allows && rule.octets === winner.octets;
    if (rule.matchesMore && !isCopy) return;
    const opposes = rule.allows !== winner.allows;
    const code = isCopy ? "repeated-rule" : hasSamePattern && opposes ? "shadowed-rule" : "unreachable-rule";
    this.#dead.set(rule, { rule, winner, code });
    if (opposes) this.#overruling.add(winner);
  }
}

const withoutWildcards = (rule: RankedRule): string =>
  hasWildcard(rule) ? rule.pattern.replaceAll(WILD, "") : rule.pattern;

/** Rules whose patterns are equal without their wildcards: `/a` and `/a*`, `/a/b` and `/a*b`. Most rules have no variants. */
function variantsIn(rules: readonly RankedRule[]): Iterable<RankedRule[]> {
  const firsts = new Map<string, RankedRule>();
  const variants = new Map<string, RankedRule[]>();
  for (const rule of rules) {
    const letters = withoutWildcards(rule);
    const first = firsts.get(letters);
    if (first === undefined) firsts.set(letters, rule);
    else if (!variants.get(letters)?.push(rule)) variants.set(letters, [first, rule]);
  }
  return variants.values();
}

/** Whether `one` matches everything `other` matches. Both have the same letters, so `one` needs all wildcards of `other`. */
function covers(one: RankedRule, other: RankedRule): boolean {
  if (one.isAnchored && !other.isAnchored) return false;
  let at = 0;
  for (const character of other.pattern) {
    const isWild = one.pattern[at] === WILD;
    if (character === WILD && !isWild) return false;
    at += isWild && character !== WILD ? 2 : 1;
  }
  return true;
}
