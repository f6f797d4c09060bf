/**
 * Compares the rules of a group (RFC 9309 §2.2.2): rules that never decide, rules that repeat others, and rules whose effect
 * depends on the order. Only provable findings are reported: test/slow/tools/lint/soundness.test.ts removes the rules and
 * compares verdicts.
 */
import { forEachNested } from "../nesting.ts";
import { type Precedence, precedenceOf, type RankedRule, rankedRules, WILD } from "../ranked.ts";
import type { Check, Report } from "../report.ts";
import type { LintGroup } from "../source.ts";
import { DeadRules } from "./dead-rules.ts";

export const checkConflicts: Check = (source, report) => {
  const precedence = precedenceOf(source.dialect);
  const names = source.groups.map((group) => namesOf(source.bytes, group));
  const shared = sharedNames(names);
  for (const [i, group] of source.groups.entries()) {
    const rules = rankedRules(source, group);
    const dead = new DeadRules(rules, precedence, report);
    if (source.dialect.rules.order === "first") continue;
    if (!names[i]!.some((name) => shared.has(name))) checkRedundant(rules, precedence, dead, report);
    checkOrder(rules, precedence, dead, report);
  }
};

/** Longer names that start alike count as one name, so fewer findings are reported. */
const MAX_NAME_BYTES = 256;

/** The letters that every parser keeps, so two lines that are one agent to any parser have the same name here. */
const namesOf = (bytes: Uint8Array, { agents }: LintGroup): string[] =>
  agents.map(({ value: { start, end } }) => {
    let at = start;
    while (at < end && at - start < MAX_NAME_BYTES && /[A-Za-z_-]/.test(String.fromCharCode(bytes[at]!))) at++;
    return String.fromCharCode(...bytes.subarray(start, at)).toLowerCase();
  });

/** Names in more than one group. Such agents obey rules that a single group does not show. */
function sharedNames(namesByGroup: readonly (readonly string[])[]): ReadonlySet<string> {
  const groupOf = new Map<string, number>();
  const shared = new Set<string>();
  for (const [group, names] of namesByGroup.entries()) {
    for (const name of names) {
      if ((groupOf.get(name) ?? group) !== group) shared.add(name);
      groupOf.set(name, group);
    }
  }
  return shared;
}

/** Reports literal rules whose strongest enclosing rule gives the same verdict. */
function checkRedundant(rules: readonly RankedRule[], precedence: Precedence, dead: DeadRules, report: Report): void {
  const hardVerdicts = new Set(rules.filter(isHardToCompare).map(({ allows }) => allows));
  const isNeeded = (rule: RankedRule): boolean =>
    rule.readsFurther || hasFinalStar(rule) || dead.has(rule) || dead.overrules(rule) || hardVerdicts.has(!rule.allows);
  forEachNested(rules, precedence, (rule, { strongest }) => {
    if (strongest?.allows !== rule.allows || isNeeded(rule)) return;
    report("redundant-rule", rule.field.value, { message: `line ${strongest.line} already gives the same verdict` });
  });
}

/** A rule of the other verdict that is hard to compare might decide between a rule and its enclosing rule. */
const isHardToCompare = ({ pattern, readsFurther }: RankedRule): boolean => readsFurther || pattern.includes(WILD);

/** Stars at the end make a rule longer than its pattern, so that it takes precedence over more rules. */
const hasFinalStar = ({ octets, pattern, anchored }: RankedRule): boolean => octets > pattern.length + Number(anchored);

/** Reports at most one rule per group. Silent where first-match parsers stop earlier, at a rule with the same verdict. */
function checkOrder(rules: readonly RankedRule[], precedence: Precedence, dead: DeadRules, report: Report): void {
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
