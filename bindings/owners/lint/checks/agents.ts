/** Groups and their user-agent lines (RFC 9309 §2.2.1). */

import { shorten } from "../../../base/shorten.ts";
import { KIND_ALLOW, KIND_DISALLOW } from "../../../core/linting.ts";
import { KIND_USER_AGENT } from "../../../core/parsing.ts";
import { familyNames } from "../agent-lists.ts";
import { nearest } from "../edit-distance.ts";
import type { AddFinding, Check } from "../findings.ts";
import { everything, isForStar, nameOf, namesIn, refusesEverything } from "../group-facts.ts";
import { isRule, type LineField, type LintFile, type LintGroup, textAt } from "../lint-file.ts";
import { listed } from "../listed.ts";

export const checkAgents: Check = (source, report) => {
  checkRulesOutside(source, report);
  checkGroupsOfStar(source, report);
  checkBlankLines(source, report);
  const firstLines = new Map<string, number>();
  const ruled = namesIn(source, ({ rules }) => rules.length > 0);
  const allowed = namesIn(source, ({ rules }) => rules.some(({ kind }) => kind === KIND_ALLOW));
  const refused = namesIn(source, ({ rules }) => rules.some(({ kind }) => kind === KIND_DISALLOW));
  for (const group of source.groups) {
    if (group.rules.length === 0) reportEmpty(source, group, ruled, report);
    else if (refusesEverything(source, group)) reportRefusal(source, group, allowed, report);
    else reportOnlyAllows(source, group, refused, report);
    for (const agent of group.agents) checkAgent(source, agent, firstLines, report);
  }
};

function checkRulesOutside({ lines }: LintFile, report: AddFinding): void {
  for (const { field } of lines) {
    if (field?.kind === KIND_USER_AGENT) return;
    if (field !== undefined && isRule(field))
      report("rule-outside-group", field.key, { message: "the rule is above the first user-agent line" });
  }
}

/** Reports groups for `*` after the first. */
function checkGroupsOfStar(source: LintFile, report: AddFinding): void {
  const stars = source.groups.flatMap(({ agents }) => agents.find((agent) => nameOf(source, agent) === "*") ?? []);
  for (const { value } of stars.slice(1))
    report("several-star-groups", value, { message: `line ${stars[0]!.value.line} already has a group for *` });
}

/** Reports rules that follow a blank line inside their group. */
function checkBlankLines(source: LintFile, report: AddFinding): void {
  let inGroup = false;
  let blank = false;
  for (const line of source.lines) {
    if (line.field === undefined) blank ||= /^[ \t]*$/.test(textAt(source, line));
    else if (line.field.kind === KIND_USER_AGENT) [inGroup, blank] = [true, false];
    else if (isRule(line.field)) {
      if (inGroup && blank) report("blank-line-in-group", line, { message: "a blank line precedes this rule" });
      blank = false;
    }
  }
}

const agentsBut = (source: LintFile, { agents }: LintGroup, named: ReadonlySet<string>): readonly LineField[] =>
  agents.filter((agent) => !named.has(nameOf(source, agent)));

function reportEmpty(source: LintFile, group: LintGroup, ruled: ReadonlySet<string>, report: AddFinding): void {
  const last = agentsBut(source, group, ruled).at(-1);
  if (last !== undefined)
    report("group-without-rules", last.value, { message: "no rule follows this user-agent line" });
}

function reportRefusal(source: LintFile, group: LintGroup, allowed: ReadonlySet<string>, report: AddFinding): void {
  const refused = agentsBut(source, group, allowed);
  const rule = group.rules.find(({ value }) => value.end > value.start)!;
  if (refused.length === 0) {
    reportAlmostAll(source, group, rule, report);
    return;
  }
  const names = refused.map(({ value }) => textAt(source, value));
  if (refused.some((agent) => nameOf(source, agent) === "*"))
    report("everyone-refused", rule.value, { message: "the whole site is disallowed for all other crawlers" });
  else report("everything-refused", rule.value, { message: `the whole site is disallowed for ${listed(names)}` });
  const engines = refused
    .filter((agent) => ENGINES.has(nameOf(source, agent)))
    .map(({ value }) => textAt(source, value));
  if (engines.length > 0)
    report("search-engine-refused", rule.value, { message: `${listed(engines)} may not fetch any page` });
}

/** The search engines that most visitors come from. */
const ENGINES: ReadonlySet<string> = new Set(["googlebot", "bingbot"]);

/** A second group for `*` that refuses the site, such as one that a plug-in adds below the exceptions of the first. */
function reportAlmostAll(source: LintFile, group: LintGroup, rule: LineField, report: AddFinding): void {
  const stars = source.groups.filter((one) => isForStar(source, one));
  const opens = ({ kind, value }: LineField): boolean =>
    kind === KIND_ALLOW && everything(source).test(textAt(source, value));
  if (!stars.includes(group) || stars.some(({ rules }) => rules.some(opens))) return;
  const message = "the whole site is disallowed for all other crawlers, except what another group allows";
  report("everyone-refused", rule.value, { message });
}

/** Silent for groups that say so: they allow everything, or have an empty Disallow. */
function reportOnlyAllows(source: LintFile, group: LintGroup, refused: ReadonlySet<string>, report: AddFinding): void {
  const [first] = group.rules;
  if (group.rules.some(({ kind }) => kind === KIND_DISALLOW)) return;
  const paths = group.rules.map(({ value }) => textAt(source, value));
  const open = paths.some((path) => everything(source).test(path)) ? [] : agentsBut(source, group, refused);
  if (open.length === 0) return;
  const names = listed(
    open.map((agent) => (nameOf(source, agent) === "*" ? "all others" : textAt(source, agent.value))),
  );
  const message = `${names} may fetch everything, not only ${shorten(paths[0]!)}: the group has no Disallow`;
  report("only-allows", first!.key, { message });
}

function checkAgent(source: LintFile, { value }: LineField, firstLines: Map<string, number>, report: AddFinding): void {
  const written = textAt(source, value);
  const name = written.toLowerCase();
  if (name === "") {
    report("empty-agent", value, { message: "the user-agent line is empty" });
    return;
  }
  if (name !== "*") {
    if (!source.facts.unusual.has(name)) checkToken(written, value, report);
    checkSpelling(source, written, value, report);
  }
  const first = firstLines.get(name);
  if (first === undefined) firstLines.set(name, value.line);
  else if (name !== "*") report("repeated-agent", value, { message: `line ${first} names the same agent` });
}

function checkToken(written: string, value: LineField["value"], report: AddFinding): void {
  const token = /^(?:\*(?=\s)|[A-Za-z_-]*)/.exec(written)![0];
  if (token === written) return;
  const rest = JSON.stringify(shorten(written.slice(token.length), 20));
  const read = token === "" ? "Google reads no name" : `Google reads ${shorten(token)}`;
  report("agent-not-a-token", value, { message: `${rest} is not part of a product token: ${read}` });
}

/** Short names differ from many honest names in one letter. */
const mistakesInAgent = (letters: string): number => Number(letters.length > 5);

/** Words that people write for all crawlers, and for those of AI, which have no common name. */
const EVERYONE = /^(?:all|any|everyone|everybody|everything|(?:ro)?bots?|crawlers?|spiders?)$/;
const NOBODY = /^(?:ai|llms?|gpt|gen-?ai|(?:ai|llm)-?(?:ro)?(?:bots?|crawlers?)|scrapers?)$/;

/** Reports a name that is one mistake away from a well-known crawler and starts with the same letter. */
function checkSpelling({ facts }: LintFile, written: string, value: LineField["value"], report: AddFinding): void {
  const name = /^[\w-]*/.exec(written)![0].toLowerCase();
  const today = facts.retired.get(name);
  if (today !== undefined) reportRetired(written, value, today, report);
  if (today !== undefined || facts.known.has(name)) return;
  const whole = written.toLowerCase();
  const family = EVERYONE.test(whole) ? "*" : Object.hasOwn(familyNames, whole) ? familyNames[whole] : undefined;
  if (family !== undefined) {
    report("misspelt-agent", value, {
      message: `no crawler looks for ${written}; did you mean ${family}?`,
      replacement: family,
    });
    return;
  }
  if (NOBODY.test(whole)) {
    report("misspelt-agent", value, { message: `no crawler looks for ${written}: name each crawler` });
    return;
  }
  const alike = facts.spellings.filter((agent) => agent[0]!.toLowerCase() === name[0]);
  const meant = nearest(name, alike, mistakesInAgent);
  if (meant !== undefined)
    report("misspelt-agent", value, { message: `this is not ${meant}; did you mean it?`, replacement: meant });
}

function reportRetired(written: string, value: LineField["value"], today: string, report: AddFinding): void {
  const message =
    today === "" ? `no crawler looks for ${shorten(written)} today` : `${shorten(written)} is called ${today} today`;
  report("retired-agent", value, { message, ...(today !== "" && { replacement: today }) });
}
