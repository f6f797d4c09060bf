/**
 * What a crawler with a group of its own loses: the rules, signals and preferences of `*`, which apply only to crawlers that no
 * group names (RFC 9309 §2.2.1).
 */

import { KIND_DISALLOW, mergesGroups } from "../../../core/linting.ts";
import { examplePath } from "../example-path.ts";
import { MAX_DECIDED, type RefusalOf, refusalsIn } from "../file-verdicts.ts";
import type { AddFinding, Check, Details } from "../findings.ts";
import { everything, fieldsNamed, isForStar, nameOf, namesIn, refusesEverything } from "../group-facts.ts";
import { type LineField, type LintFile, type LintGroup, textAt } from "../lint-file.ts";
import { listed } from "../listed.ts";

export const checkHiddenRules: Check = (source, report) => {
  const star = source.groups.filter((group) => isForStar(source, group));
  const named = source.groups.filter((group) => !isForStar(source, group) && !refusesEverything(source, group));
  if (star.length === 0 || named.length === 0) return;
  checkRules(source, star, named, report);
  for (const key of ["content-signal", "content-usage"]) checkHiddenSignals(source, key, star, named, report);
};

/** What every parser reads as one name. */
const TOKEN = /^[A-Za-z_-]+$/;

/** A group, and the rules of `*` that its crawlers lose. */
interface Loss {
  readonly agents: readonly LineField[];
  readonly lost: readonly LineField[];
}

/** Reports all groups whose crawlers may fetch what `*` may not, at the first of them. Silent if `*` refuses everything: then the
 * other groups are meant as exceptions. */
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
  const losses = lossesIn(source, refused, named);
  const [first] = losses;
  if (first === undefined) return;
  const { value, key } = first.agents[0]!;
  const at = { line: key.line, start: key.start, end: key.start };
  report("star-rules-lost", value, { message: lossText(source, losses), at, ...copied(source, losses) });
}

/** How many rules are decided for groups: a file may name thousands of both. */
const MAX_LOSSES = 16;

function lossesIn(source: LintFile, refused: readonly LineField[], named: readonly LintGroup[]): readonly Loss[] {
  const refusalOf = refusalsIn(source);
  const written = refused.map((field) => ({ field, text: textAt(source, field.value) }));
  let left = MAX_LOSSES;
  return named.slice(0, MAX_DECIDED).flatMap(({ agents, rules }) => {
    const tokens = agents.filter(({ value }) => TOKEN.test(textAt(source, value)));
    if (tokens.length === 0) return [];
    const own = new Set(rules.map(({ value }) => textAt(source, value)));
    const others = left > 0 ? written.filter(({ text }) => !own.has(text)).slice(0, left) : [];
    left -= others.length;
    const lost = others.map(({ field }) => field).filter((rule) => isLost(source, tokens[0]!, rule, refusalOf));
    return lost.length === 0 ? [] : [{ agents: tokens, lost }];
  });
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

const textsOf = (source: LintFile, fields: readonly LineField[]): readonly string[] =>
  unique(fields.map(({ value }) => textAt(source, value)));

/** "a obeys only its own group, so it may fetch /x, which line 2 disallows for *" */
function lossText(source: LintFile, losses: readonly Loss[]): string {
  const names = listed(
    textsOf(
      source,
      losses.map(({ agents }) => agents[0]!),
    ),
  );
  const rules = [...new Set(losses.flatMap(({ lost }) => lost))];
  const lines = rules.map(({ value }) => `line ${value.line}`);
  const [obey, it] = losses.length === 1 ? ["obeys only its own group", "it"] : ["obey only their own groups", "they"];
  const disallow = rules.length === 1 ? `${lines[0]} disallows` : `${listed(lines)} disallow`;
  return `${names} ${obey}, so ${it} may fetch ${listed(textsOf(source, rules))}, which ${disallow} for *`;
}

/**
 * One more group with the lost rules: crawlers combine all groups that name them, where the dialect says so. Only if several groups
 * lack rules: those of one group may be an exception that is meant.
 */
function copied(source: LintFile, losses: readonly Loss[]): Pick<Details, "replacement"> {
  const names = textsOf(
    source,
    losses.flatMap(({ agents }) => agents),
  );
  const paths = textsOf(
    source,
    losses.flatMap(({ lost }) => lost),
  );
  const lines = [...names.map((name) => `User-agent: ${name}`), ...paths.map((path) => `Disallow: ${path}`)];
  const replacement = `${lines.join("\n")}\n\n`;
  return losses.length === 1 || replacement.includes("\uFFFD") || !mergesGroups(names[0], source.dialect)
    ? {}
    : { replacement };
}

/** Longer patterns are not decided. */
const MAX_PATTERN_BYTES = 2048;

function isLost(source: LintFile, agent: LineField, { value }: LineField, refusalOf: RefusalOf): boolean {
  if (value.end - value.start > MAX_PATTERN_BYTES) return false;
  const path = examplePath(textAt(source, value));
  return refusalOf("*", path) !== undefined && refusalOf(nameOf(source, agent), path) === undefined;
}

/** Reports a line of `*` that agents with a group of their own, without such a line, do not obey. */
function checkHiddenSignals(
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
