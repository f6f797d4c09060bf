/**
 * Compares the rules of a group (RFC 9309 §2.2.2): rules that never decide, rules that repeat others, and rules whose effect
 * depends on the order. Only provable findings are reported: test/slow/tools/lint/soundness.test.ts removes the rules and
 * compares verdicts.
 */
import { agentName, sharedGroups } from "../agent-names.ts";
import { forEachNested } from "../nesting.ts";
import { type Precedence, precedenceOf, type RankedRule, rankedRules, WILD } from "../ranked.ts";
import type { AddFinding, Check } from "../report.ts";
import { DeadRules } from "./dead-rules.ts";

export const checkConflicts: Check = (source, report) => {
  const precedence = precedenceOf(source.dialect);
  const isShared = sharedGroups(
    source.groups.map(({ agents }) => agents.map(({ value: { start, end } }) => agentName(source.bytes, start, end))),
  );
  for (const [i, group] of source.groups.entries()) {
    const rules = rankedRules(source, group);
    const dead = new DeadRules(rules, precedence, report);
    if (source.dialect.rules.order === "first") continue;
    if (!isShared[i]) checkRedundant(rules, precedence, dead, report);
    checkOrder(rules, precedence, dead, report);
  }
};

/** Reports literal rules whose strongest enclosing rule gives the same verdict. */
function checkRedundant(
  rules: readonly RankedRule[],
  precedence: Precedence,
  dead: DeadRules,
  report: AddFinding,
): void {
  const hardVerdicts = new Set(rules.filter(isHardToCompare).map(({ allows }) => allows));
  const isNeeded = (rule: RankedRule): boolean =>
    rule.matchesMore || hasFinalStar(rule) || dead.has(rule) || dead.overrules(rule) || hardVerdicts.has(!rule.allows);
  forEachNested(rules, precedence, (rule, { strongest }) => {
    if (strongest?.allows !== rule.allows || isNeeded(rule)) return;
    report("redundant-rule", rule.field.value, { message: `line ${strongest.line} already gives the same verdict` });
  });
}

/** A rule of the other verdict that is hard to compare might decide between a rule and its enclosing rule. */
const isHardToCompare = ({ pattern, matchesMore }: RankedRule): boolean => matchesMore || pattern.includes(WILD);

/** Stars at the end make a rule longer than its pattern, so that it takes precedence over more rules. */
const hasFinalStar = ({ octets, pattern, isAnchored }: RankedRule): boolean =>
  octets > pattern.length + Number(isAnchored);

/** Reports at most one rule per group. Silent where first-match parsers stop earlier, at a rule with the same verdict. */
function checkOrder(rules: readonly RankedRule[], precedence: Precedence, dead: DeadRules, report: AddFinding): void {
  let found = false;
  forEachNested(rules, precedence, (rule, { firstAllow, firstDisallow }) => {
    const [same, opposite] = rule.allows ? [firstAllow, firstDisallow] : [firstDisallow, firstAllow];
    if (found || opposite === undefined || dead.has(rule)) return;
    if (opposite.line > Math.min(rule.line, same?.line ?? rule.line)) return;
    found = true;
    const message = `parsers that use the first match stop at line ${opposite.line}`;
    report("order-dependent", rule.field.value, { message });
  });
}
