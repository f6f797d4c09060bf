/**
 * Rules of one group against each other: which of them never decide, and which depend on how precedence is read. Only
 * what is provable is said: literal patterns as prefixes of each other, and equal patterns. Sorted once, so that every
 * pattern stands right after those that begin it.
 */
import { canonicalise } from "../../engine/canonical.ts";
import { WILDCARD } from "../../engine/program.ts";
import { kinds } from "../../robots/keys.ts";
import type { Check, Report } from "../report.ts";
import type { LineField, LintGroup, Source } from "../source.ts";

const DOLLAR = 36;

interface Rule {
  readonly field: LineField;
  /** One character a byte; `\0` is a wildcard. */
  readonly pattern: string;
  readonly anchored: boolean;
  readonly allows: boolean;
}

export const checkConflicts: Check = (source, report) => {
  const isFirstWins = source.dialect.rules.order === "first";
  for (const group of source.groups) {
    const rules = rulesOf(source, group);
    const distinct = checkEqual(rules, isFirstWins, report);
    if (isFirstWins) checkUnreachable(distinct, report);
    else {
      checkRedundant(distinct, report);
      checkOrder(distinct, report);
    }
  }
};

function rulesOf({ bytes, dialect }: Source, { rules }: LintGroup): Rule[] {
  const hasWildcards = dialect.rules.wildcards;
  return rules
    .filter(({ value }) => value.end > value.start)
    .map((field) => {
      const anchored = hasWildcards && bytes[field.value.end - 1] === DOLLAR;
      const raw = bytes.subarray(field.value.start, field.value.end - (anchored ? 1 : 0));
      const canonical = canonicalise(raw, dialect.pattern, hasWildcards, false).bytes;
      const text = textOf(canonical).replaceAll(/\0+/g, "\0");
      const isPrefix = text.endsWith("\0");
      return {
        field,
        pattern: isPrefix ? text.slice(0, -1) : text,
        anchored: anchored && !isPrefix,
        allows: field.kind === kinds.allow,
      };
    });
}

/** Piece by piece, because a call takes a bounded number of arguments. */
function textOf(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** Reports rules with the pattern of another; returns those that can decide. */
function checkEqual(rules: readonly Rule[], isFirstWins: boolean, report: Report): Rule[] {
  const byPattern = new Map<string, Rule>();
  for (const rule of rules) {
    const key = `${rule.anchored ? "$" : ""}${rule.pattern}`;
    const other = byPattern.get(key);
    if (other === undefined) byPattern.set(key, rule);
    else if (other.allows === rule.allows)
      report("repeated-rule", rule.field.value, { message: `line ${other.field.value.line} says the same` });
    else byPattern.set(key, reportShadowed(other, rule, isFirstWins, report));
  }
  return [...byPattern.values()];
}

/** Of two equal patterns the allow decides (RFC 9309 §2.2.2), or the first. Returns the rule that decides. */
function reportShadowed(earlier: Rule, later: Rule, isFirstWins: boolean, report: Report): Rule {
  const winner = isFirstWins || earlier.allows ? earlier : later;
  const loser = winner === earlier ? later : earlier;
  report("shadowed-rule", loser.field.value, {
    message: `line ${winner.field.value.line} has the same pattern and wins`,
  });
  return winner;
}

/** Calls `visit` for every literal rule with those that begin its pattern, the shortest first. */
function forEachNested(rules: readonly Rule[], visit: (rule: Rule, outer: readonly Rule[]) => void): void {
  const literal = rules.filter(({ pattern }) => !pattern.includes(String.fromCharCode(WILDCARD)));
  literal.sort((a, b) =>
    a.pattern < b.pattern ? -1 : a.pattern > b.pattern ? 1 : Number(a.anchored) - Number(b.anchored),
  );
  const outer: Rule[] = [];
  for (const rule of literal) {
    while (outer.length > 0 && !rule.pattern.startsWith(outer.at(-1)!.pattern)) outer.pop();
    visit(rule, outer);
    if (!rule.anchored && outer.length < MAX_NESTING) outer.push(rule);
  }
}

/** Deeper nesting is no site's; it would make a hostile file's cost quadratic. */
const MAX_NESTING = 64;

function checkUnreachable(rules: readonly Rule[], report: Report): void {
  forEachNested(rules, ({ field }, outer) => {
    const earlier = outer.find((one) => one.field.value.line < field.value.line);
    if (earlier === undefined) return;
    const message = `line ${earlier.field.value.line} matches all that this does, and comes first`;
    report("unreachable-rule", field.value, { message });
  });
}

/** A rule with wildcards and the other verdict might decide in between: then nothing is provable. */
function checkRedundant(rules: readonly Rule[], report: Report): void {
  const wild = rules.filter(({ pattern }) => pattern.includes(String.fromCharCode(WILDCARD)));
  const wildVerdicts = new Set(wild.map(({ allows }) => allows));
  forEachNested(rules, ({ field, allows }, outer) => {
    const nearest = outer.at(-1);
    if (nearest === undefined || nearest.allows !== allows || wildVerdicts.has(!allows)) return;
    report("redundant-rule", field.value, {
      message: `line ${nearest.field.value.line} gives the same verdict already`,
    });
  });
}

/** One finding a group. */
function checkOrder(rules: readonly Rule[], report: Report): void {
  let found = false;
  forEachNested(rules, ({ field, allows }, outer) => {
    const earlier = found
      ? undefined
      : outer.find((one) => one.allows !== allows && one.field.value.line < field.value.line);
    if (earlier === undefined) return;
    found = true;
    const message = `readers that obey the first match stop at line ${earlier.field.value.line}`;
    report("order-dependent", field.value, { message });
  });
}
