/**
 * Literal patterns inside one another. In sorted order, every pattern follows its prefixes, and a stack holds the ones that
 * enclose the current pattern. So a rule costs its own length, however many rules enclose it.
 */
import { lineOfRule, type Precedence, type RankedRule, WILD } from "./ranked.ts";

/** Among the rules that match everything the current rule matches: the one that decides, and the first of each verdict. */
interface EnclosingRules {
  readonly strongest: RankedRule | undefined;
  readonly firstAllow: RankedRule | undefined;
  readonly firstDisallow: RankedRule | undefined;
}

const NO_RULES: EnclosingRules = { strongest: undefined, firstAllow: undefined, firstDisallow: undefined };

interface OpenPattern extends EnclosingRules {
  readonly pattern: string;
}

/** A literal rule among others. */
export interface NestedRule {
  readonly rule: RankedRule;
  readonly enclosing: EnclosingRules;
}

/** Every literal rule with its enclosing rules. The weakest of several equal patterns comes first. */
export function nestedRules(rules: readonly RankedRule[], precedence: Precedence): readonly NestedRule[] {
  const open: OpenPattern[] = [];
  return sortedLiterals(rules, precedence).map((rule) => {
    while (open.length > 0 && !rule.pattern.startsWith(open.at(-1)!.pattern)) open.pop();
    const enclosing = open.at(-1) ?? NO_RULES;
    if (!rule.isAnchored) open.push(openPattern(rule, enclosing, precedence));
    return { rule, enclosing };
  });
}

export const hasWildcard = ({ pattern }: RankedRule): boolean => pattern.includes(WILD);

function sortedLiterals(rules: readonly RankedRule[], precedence: Precedence): RankedRule[] {
  return rules
    .filter((rule) => !hasWildcard(rule))
    .sort(
      (a, b) => compareText(a.pattern, b.pattern) || Number(a.isAnchored) - Number(b.isAnchored) || precedence(b, a),
    );
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a !== b));

function openPattern(rule: RankedRule, enclosing: EnclosingRules, precedence: Precedence): OpenPattern {
  const { pattern, allows } = rule;
  const { strongest = rule, firstAllow, firstDisallow } = enclosing;
  return {
    pattern,
    strongest: precedence(rule, strongest) < 0 ? rule : strongest,
    firstAllow: allows ? earlier(rule, firstAllow) : firstAllow,
    firstDisallow: allows ? firstDisallow : earlier(rule, firstDisallow),
  };
}

const earlier = (rule: RankedRule, other: RankedRule = rule): RankedRule =>
  lineOfRule(other) < lineOfRule(rule) ? other : rule;
