/**
 * The rules of a group that never decide, because one that takes precedence matches all that they do. Found among patterns
 * that differ in wildcards alone, and among literal patterns that begin one another.
 */
import { forEachNested } from "../nesting.ts";
import { type Precedence, type RankedRule, WILD } from "../ranked.ts";
import type { Report } from "../report.ts";

/** Stronger rules that a rule is compared with; keeps a hostile file's cost linear. */
const MAX_COMPARED = 8;

export class Idle {
  readonly #idle: Set<RankedRule> = new Set();
  readonly #overruling: Set<RankedRule> = new Set();
  readonly #precedence: Precedence;
  readonly #report: Report;

  /** Reports as it finds. */
  constructor(rules: readonly RankedRule[], precedence: Precedence, report: Report) {
    this.#precedence = precedence;
    this.#report = report;
    for (const variants of byLetters(rules)) this.#compareVariants(variants);
    this.#compareNested(rules);
  }

  has(rule: RankedRule): boolean {
    return this.#idle.has(rule);
  }

  /** Whether an idle rule of the other verdict would decide without this one. */
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

  /** By an earlier line where the first decides, else by stars at the end that make the shorter pattern count longer. */
  #compareNested(rules: readonly RankedRule[]): void {
    forEachNested(rules, this.#precedence, (rule, { strongest }) => {
      if (strongest !== undefined && !this.has(rule) && this.#precedence(strongest, rule) < 0)
        this.#add(rule, strongest);
    });
  }

  /** Unless the rule matches more than its pattern says, which the winner need not. */
  #add(rule: RankedRule, winner: RankedRule): void {
    const isSame = rule.pattern === winner.pattern && rule.anchored === winner.anchored;
    const isAgain = isSame && rule.allows === winner.allows && rule.octets === winner.octets;
    if (rule.readsFurther && !isAgain) return;
    this.#idle.add(rule);
    if (rule.allows !== winner.allows) this.#overruling.add(winner);
    const { value } = rule.field;
    if (isAgain) this.#report("repeated-rule", value, { message: `line ${winner.line} says the same` });
    else if (isSame && rule.allows !== winner.allows)
      this.#report("shadowed-rule", value, { message: `line ${winner.line} has the same pattern and wins` });
    else
      this.#report("unreachable-rule", value, { message: `line ${winner.line} matches all that this does, and wins` });
  }
}

/** Rules whose patterns are the same but for wildcards: `/a` and `/a*`, `/a/b` and `/a*b`. */
function byLetters(rules: readonly RankedRule[]): Iterable<RankedRule[]> {
  const groups = new Map<string, RankedRule[]>();
  for (const rule of rules) {
    const letters = rule.pattern.replaceAll(WILD, "");
    const group = groups.get(letters);
    if (group === undefined) groups.set(letters, [rule]);
    else group.push(rule);
  }
  return groups.values();
}

/** Whether `one` matches all that `other` of the same letters does: it has a wildcard wherever that has. */
function covers(one: RankedRule, other: RankedRule): boolean {
  if (one.anchored && !other.anchored) return false;
  let at = 0;
  for (const character of other.pattern) {
    const isWild = one.pattern[at] === WILD;
    if (character === WILD && !isWild) return false;
    at += isWild && character !== WILD ? 2 : 1;
  }
  return true;
}
