/**
 * What a crawler with a group of its own loses: the rules, signals and preferences of `*`, which apply only to crawlers that no
 * group names (RFC 9309 §2.2.1).
 */

import { shorten } from "../../../base/shorten.ts";
import { KIND_DISALLOW } from "../../../core/parsing.ts";
import { examplePath } from "../example-path.ts";
import { MAX_DECIDED, type RefusalOf, refusalsIn } from "../file-verdicts.ts";
import { everything, fieldsNamed, isForStar, nameOf, namesIn, refusesEverything } from "../group-facts.ts";
import { listed } from "../listed.ts";
import type { AddFinding, Check } from "../report.ts";
import { type LineField, type LintFile, type LintGroup, textAt } from "../source.ts";

export const checkHiddenRules: Check = (source, report) => {
  const star = source.groups.filter((group) => isForStar(source, group));
  const named = source.groups.filter((group) => !isForStar(source, group) && !refusesEverything(source, group));
  if (star.length === 0 || named.length === 0) return;
  checkRules(source, star, named, report);
  for (const key of ["content-signal", "content-usage"]) checkSignals(source, key, star, named, report);
};

/** What every parser reads as one name. */
const TOKEN = /^[A-Za-z_-]+$/;

/** Reports the first group whose agent may fetch what `*` may not. Silent if `*` refuses
 * everything: then the other groups are meant as exceptions. */
function checkRules(
  source: LintFile,
  star: readonly LintGroup[],
  named: readonly LintGroup[],
  report: AddFinding,
): void {
  const refused = star.flatMap(({ rules }) =>
    rules.filter(({ kind, value }) => kind === KIND_DISALLOW && value.end > value.start),
  );
  if (refused.some(({ value }) => everything(source).test(textAt(source, value)))) return;
  const refusalOf = refusalsIn(source);
  for (const { agents, rules } of named.slice(0, MAX_DECIDED)) {
    const agent = agents.find(({ value }) => TOKEN.test(textAt(source, value)));
    if (agent === undefined) continue;
    const own = new Set(rules.map(({ value }) => textAt(source, value)));
    const lost = refused.find(({ value }) => !own.has(textAt(source, value)));
    if (lost === undefined || !isLost(source, agent, lost, refusalOf)) continue;
    const pattern = shorten(textAt(source, lost.value));
    const name = shorten(textAt(source, agent.value));
    const message = `${name} obeys only its own group, so it may fetch ${pattern}, which line ${lost.value.line} disallows for *`;
    report("star-rules-lost", agent.value, { message });
    return;
  }
}

/** Longer patterns are not decided. */
const MAX_PATTERN_BYTES = 2048;

function isLost(source: LintFile, agent: LineField, { value }: LineField, refusalOf: RefusalOf): boolean {
  if (value.end - value.start > MAX_PATTERN_BYTES) return false;
  const path = examplePath(textAt(source, value));
  return refusalOf("*", path) !== undefined && refusalOf(nameOf(source, agent), path) === undefined;
}

/** Reports a line of `*` that agents with a group of their own, without such a line, do not obey. */
function checkSignals(
  source: LintFile,
  key: string,
  star: readonly LintGroup[],
  named: readonly LintGroup[],
  report: AddFinding,
): void {
  const line = star.flatMap((group) => fieldsNamed(source, group, key))[0];
  if (line === undefined) return;
  const stating = namesIn(source, (group) => fieldsNamed(source, group, key).length > 0);
  const losing = new Map(
    named.flatMap(({ agents }) => agents.map((agent) => [nameOf(source, agent), textAt(source, agent.value)] as const)),
  );
  const names = [...losing].filter(([name]) => !stating.has(name)).map(([, written]) => written);
  if (names.length > 0)
    report("star-signal-lost", line.key, {
      message: `this does not apply to ${listed(names)}: a group of their own hides it`,
    });
}
