/**
 * Literal patterns inside one another: sorted once, every pattern stands right after those that begin it, and a stack of
 * those knows what is asked about them, so that a rule costs its own length however many begin it.
 */
import { type Precedence, type RankedRule, WILD } from "./ranked.ts";

/** Of the rules that match all that a rule does: the one that decides among them, and the first of either verdict. */
export interface Outer {
  readonly strongest: RankedRule | undefined;
  readonly firstAllow: RankedRule | undefined;
  readonly firstDisallow: RankedRule | undefined;
}

const NOTHING: Outer = { strongest: undefined, firstAllow: undefined, firstDisallow: undefined };

interface Level extends Outer {
  readonly pattern: string;
}

/** Calls `visit` for every literal rule with what is known of those around it; of equal patterns, the weakest first. */
export function forEachNested(
  rules: readonly RankedRule[],
  precedence: Precedence,
  visit: (rule: RankedRule, outer: Outer) => void,
): void {
  const levels: Level[] = [];
  for (const rule of sorted(rules, precedence)) {
    while (levels.length > 0 && !rule.pattern.startsWith(levels.at(-1)!.pattern)) levels.pop();
    const outer = levels.at(-1) ?? NOTHING;
    visit(rule, outer);
    if (!rule.anchored) levels.push(levelOf(rule, outer, precedence));
  }
}

function sorted(rules: readonly RankedRule[], precedence: Precedence): RankedRule[] {
  return rules
    .filter(({ pattern }) => !pattern.includes(WILD))
    .sort((a, b) => compare(a.pattern, b.pattern) || Number(a.anchored) - Number(b.anchored) || precedence(b, a));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function levelOf(rule: RankedRule, outer: Outer, precedence: Precedence): Level {
  const { pattern, allows } = rule;
  const { strongest = rule, firstAllow, firstDisallow } = outer;
  return {
    pattern,
    strongest: precedence(rule, strongest) < 0 ? rule : strongest,
    firstAllow: allows ? firstOf(rule, firstAllow) : firstAllow,
    firstDisallow: allows ? firstDisallow : firstOf(rule, firstDisallow),
  };
}

const firstOf = (rule: RankedRule, other: RankedRule = rule): RankedRule => (other.line < rule.line ? other : rule);
