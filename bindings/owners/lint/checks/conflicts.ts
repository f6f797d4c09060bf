/**
 * Compares the rules of a group (RFC 9309 §2.2.2): rules that never decide, rules that repeat others, and rules whose effect
 * depends on the order. Only provable findings are reported: test/slow/owners/lint/soundness.test.ts removes the rules and
 * compares verdicts.
 */
import { LONGEST_FIRST } from "../../../core/linting.ts";
import { WILDCARDS } from "../../../core/parsing.ts";
import { lettersOf, sharedGroups } from "../agent-names.ts";
import type { AddFinding, Check } from "../findings.ts";
import { type LintFile, textAt } from "../lint-file.ts";
import { listed } from "../listed.ts";
import { isManaged, type ManagedBlock, managedBlockIn } from "../managed-block.ts";
import { hasWildcard } from "../nesting.ts";
import { lineOfRule, precedenceOf, type RankedRule } from "../ranked.ts";
import type { DeadRule, DeadRules } from "./dead-rules.ts";
import { forEachDeadInMerged } from "./merged-groups.ts";

export const checkConflicts: Check = (source, report, known) => {
  const precedence = precedenceOf(source.dialect);
  const managed = managedBlockIn(source);
  const isShared = sharedGroups(source.groups, (agent) => lettersOf(source.bytes, agent));
  const groups = known.read(source, precedence);
  for (const [i, dead] of groups.entries()) {
    for (const one of dead.all) reportDead(source, one, managed, report);
    if (!(source.dialect.flags & LONGEST_FIRST)) continue;
    if (!isShared[i]) checkRedundant(dead, report);
    checkOrder(dead, report);
  }
  forEachDeadInMerged(source, groups, precedence, known, (one, agents) => {
    // A repeated rule is harmless, and the rest of the file may overrule the block on purpose.
    if (one.rule.allows === one.winner.allows || isManagedOver({ rule: one.winner, winner: one.rule }, managed)) return;
    if (agents === undefined) reportDead(source, one, managed, report);
    else reportDeadFor(agents, one, managed, report);
  });
};

const relations: Readonly<Record<DeadRule["code"], string>> = {
  "repeated-rule": "is the same rule",
  "shadowed-rule": "has the same pattern and takes precedence",
  "unreachable-rule": "matches everything this rule matches and takes precedence",
};

function reportDead(source: LintFile, dead: DeadRule, managed: ManagedBlock | undefined, report: AddFinding): void {
  const { rule, winner, code } = dead;
  const message = `${lineText(winner, managed)} ${relations[code]}`;
  const isOverlooked = code === "shadowed-rule" && winner.allows && isManagedOver(dead, managed);
  report(code, rule.field.value, { message, ...(isOverlooked && withStar(source, rule)) });
}

function reportDeadFor(
  agents: readonly string[],
  { rule, winner, code }: DeadRule,
  managed: ManagedBlock | undefined,
  report: AddFinding,
): void {
  const message = `for ${listed(agents)}, ${lineText(winner, managed)} ${relations[code]}`;
  report("overruled-for-agent", rule.field.value, { message });
}

const lineText = (rule: RankedRule, managed: ManagedBlock | undefined): string =>
  managed !== undefined && isManaged(managed, lineOfRule(rule))
    ? `line ${lineOfRule(rule)}, in the block "Cloudflare Managed content" (BEGIN and END comments in lines ${managed.first} and ${managed.last}),`
    : `line ${lineOfRule(rule)}`;

/** Whether the winner is in the block, and the other rule is not. */
const isManagedOver = ({ rule, winner }: Omit<DeadRule, "code">, managed: ManagedBlock | undefined): boolean =>
  managed !== undefined && isManaged(managed, lineOfRule(winner)) && !isManaged(managed, lineOfRule(rule));

/** The owner wrote the rule, and Cloudflare the other: a star makes it the longer one. */
function withStar(source: LintFile, { field, isAnchored, pattern, octets }: RankedRule): { replacement?: string } {
  const hasStar = octets > pattern.length;
  if (!(source.dialect.flags & WILDCARDS) || isAnchored || hasStar) return {};
  const text = textAt(source, field.value);
  return text.includes("\uFFFD") ? {} : { replacement: `${text}*` };
}

/** Reports literal rules whose strongest enclosing rule gives the same verdict. */
function checkRedundant(dead: DeadRules, report: AddFinding): void {
  const hardVerdicts = new Set(dead.rules.filter(isHardToCompare).map(({ allows }) => allows));
  const isNeeded = (rule: RankedRule): boolean =>
    rule.matchesMore || hasFinalStar(rule) || dead.has(rule) || dead.overrules(rule) || hardVerdicts.has(!rule.allows);
  for (const { rule, enclosing } of dead.nested) {
    const { strongest } = enclosing;
    if (strongest?.allows !== rule.allows || isNeeded(rule)) continue;
    report("redundant-rule", rule.field.value, {
      message: `line ${lineOfRule(strongest)} already gives the same verdict`,
    });
  }
}

/** A rule of the other verdict that is hard to compare might decide between a rule and its enclosing rule. */
const isHardToCompare = (rule: RankedRule): boolean => rule.matchesMore || hasWildcard(rule);

/** Stars at the end make a rule longer than its pattern, so that it takes precedence over more rules. */
const hasFinalStar = ({ octets, pattern, isAnchored }: RankedRule): boolean =>
  octets > pattern.length + Number(isAnchored);

/** Reports at most one rule per group. Silent where first-match parsers stop earlier, at a rule with the same verdict. */
function checkOrder(dead: DeadRules, report: AddFinding): void {
  for (const { rule, enclosing } of dead.nested) {
    const { firstAllow, firstDisallow } = enclosing;
    const [same, opposite] = rule.allows ? [firstAllow, firstDisallow] : [firstDisallow, firstAllow];
    if (opposite === undefined || dead.has(rule)) continue;
    if (lineOfRule(opposite) > Math.min(lineOfRule(rule), lineOfRule(same ?? rule))) continue;
    const message = `parsers that use the first match stop at line ${lineOfRule(opposite)}`;
    report("order-dependent", rule.field.value, { message });
    return;
  }
}
