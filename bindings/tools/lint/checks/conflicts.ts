/**
 * Rules of a group against each other (RFC 9309 §2.2.2): which never decide, which say what is said already, and which
 * depend on how precedence is read. Only what is provable is said; test/slow/tools/lint/soundness.test.ts takes the rules out.
 */
import { forEachNested } from "../nesting.ts";
import { type Precedence, precedenceOf, type RankedRule, rankedRules, WILD } from "../ranked.ts";
import type { Check, Report } from "../report.ts";
import type { LintGroup } from "../source.ts";
import { Idle } from "./dead-rules.ts";

export const checkConflicts: Check = (source, report) => {
  const precedence = precedenceOf(source.dialect);
  const names = source.groups.map((group) => namesOf(source.bytes, group));
  const shared = sharedNames(names);
  for (const [i, group] of source.groups.entries()) {
    const rules = rankedRules(source, group);
    const idle = new Idle(rules, precedence, report);
    if (source.dialect.rules.order === "first") continue;
    if (!names[i]!.some((name) => shared.has(name))) checkRedundant(rules, precedence, idle, report);
    checkOrder(rules, precedence, idle, report);
  }
};

/** Longer names that begin alike are taken for one: then less is said. */
const MAX_NAME_BYTES = 256;

/** The letters that every reader keeps of a user-agent line, so that what is one agent to any of them is one here. */
const namesOf = (bytes: Uint8Array, { agents }: LintGroup): string[] =>
  agents.map(({ value: { start, end } }) => {
    let at = start;
    while (at < end && at - start < MAX_NAME_BYTES && /[A-Za-z_-]/.test(String.fromCharCode(bytes[at]!))) at++;
    return String.fromCharCode(...bytes.subarray(start, at)).toLowerCase();
  });

/** Those of more than one group: they obey more than any of these says. */
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

/**
 * Literal rules that a shorter one makes needless. Not where rules of the other verdict with wildcards might decide in
 * between, where stars at the end lengthen the rule, or where it keeps one of the other verdict from deciding.
 */
function checkRedundant(rules: readonly RankedRule[], precedence: Precedence, idle: Idle, report: Report): void {
  const hardToCompare = rules.filter(({ pattern, readsFurther }) => readsFurther || pattern.includes(WILD));
  const hardVerdicts = new Set(hardToCompare.map(({ allows }) => allows));
  forEachNested(rules, precedence, (rule, { strongest }) => {
    const isNeeded = rule.readsFurther || hardVerdicts.has(!rule.allows) || idle.overrules(rule);
    if (strongest?.allows !== rule.allows || isNeeded || idle.has(rule)) return;
    if (rule.octets > rule.pattern.length + Number(rule.anchored)) return;
    report("redundant-rule", rule.field.value, { message: `line ${strongest.line} gives the same verdict already` });
  });
}

/** One finding a group; none where those readers stop before, at a rule of the same verdict. */
function checkOrder(rules: readonly RankedRule[], precedence: Precedence, idle: Idle, report: Report): void {
  let found = false;
  forEachNested(rules, precedence, (rule, { firstAllow, firstDisallow }) => {
    const [same, opposite] = rule.allows ? [firstAllow, firstDisallow] : [firstDisallow, firstAllow];
    if (found || opposite === undefined || idle.has(rule)) return;
    if (opposite.line > Math.min(rule.line, same?.line ?? rule.line)) return;
    found = true;
    const message = `readers that obey the first match stop at line ${opposite.line}`;
    report("order-dependent", rule.field.value, { message });
  });
}
