/**
 * A rule: where it decides, or why it never does, and what the other dialects make of it. Asks the exact comparison what changes
 * without the rule. Only the groups of one crawler are compared, so the work does not grow with the file.
 */

import { parse, RobotsTxt } from "../../core/deciding.ts";
import { diffDialects } from "../../core/diff/index.ts";
import type { DialectName } from "../../core/index.ts";
import { Comparison, dialectNamed, GroupIndex, LINE } from "../../core/parsing.ts";
import { ruleAtLine, verdictWord } from "../assertions/verdict-text.ts";
import { examplePath } from "../lint/example-path.ts";
import type { LineField } from "../lint/lint-file.ts";
import type { EditorDocument } from "./document.ts";
import { code } from "./markdown.ts";

const MAX_EXAMPLES = 3;

/** More rules, or longer ones, are not compared: it would take longer than a person waits for a hover. */
const MAX_RULES = 200;
const MAX_RULE_BYTES = 16_384;

const areFew = (rules: readonly LineField[]): boolean =>
  rules.length <= MAX_RULES && rules.reduce((sum, { value }) => sum + value.end - value.start, 0) <= MAX_RULE_BYTES;

/** A rule, and the dialect of the crawler of its group. */
interface ReadRule {
  readonly document: EditorDocument;
  readonly rule: LineField;
  readonly dialect: DialectName;
}

export function ruleHoverText(document: EditorDocument, rule: LineField): string | undefined {
  const group = document.groupOn(rule.key.line - 1);
  if (group === undefined || document.isTemplate) return undefined;
  const agent = document.agentOf(group);
  const fields = areFew(group.rules) ? obeyedRules(document, agent) : group.rules;
  if (!areFew(fields)) return decidedExample(document, rule, agent);
  const text = (without: boolean): string =>
    fields.map((field) => (without && field === rule ? "" : document.lineText(field.key.line - 1))).join("\n");
  const whole = `User-agent: *\n${text(false)}`;
  const read: ReadRule = { document, rule, dialect: document.dialectOf(agent) };
  return [
    `For ${code(agent)}: ${decides(read, [whole, `User-agent: *\n${text(true)}`], fields)}`,
    ...otherDialects(read, whole),
  ].join("\n\n");
}

/** The rules that a crawler obeys, of all groups that name it. */
function obeyedRules(document: EditorDocument, agent: string): readonly LineField[] {
  const { records, dialect } = RobotsTxt.partsOf(document.robotsFor(agent));
  const { groups } = new GroupIndex(records, dialect).obeyedBy([agent]);
  const lines = new Set(groups.map(({ start }) => records.table[start + LINE]));
  return document.source.groups.filter(({ agents }) => lines.has(agents[0]!.key.line)).flatMap(({ rules }) => rules);
}

function decidedExample(document: EditorDocument, { value }: LineField, agent: string): string {
  const path = examplePath(document.spanText(value));
  const { allowed, rule } = RobotsTxt.compileFor(document.robotsFor(agent), agent).explain(path);
  return `For ${code(agent)}: ${code(path)} is ${verdictWord(allowed)}${rule ? ` by ${code(ruleAtLine(rule))}` : ""}.`;
}

/** Each with a rule for `*` alone, so that lines below the first keep their distance. */
type Versions = readonly [string, string];

function decides(read: ReadRule, versions: Versions, fields: readonly LineField[]): string {
  const [whole, without] = versions;
  const examples = new Comparison([without, whole], dialectNamed(read.dialect)).differencesFor([]);
  const shown = examples.filter(({ path }) => path !== undefined).slice(0, MAX_EXAMPLES);
  if (shown.length > 0)
    return `decides ${shown.map(({ path, allowed }) => `${code(path!)} (${verdictWord(allowed!)})`).join(", ")}, among others.`;
  if (examples.length > 0) return "may decide: the search for an example was ended.";
  return neverText(read, whole, fields);
}

/** Without the rule, every verdict stays. */
function neverText({ document, rule, dialect }: ReadRule, whole: string, fields: readonly LineField[]): string {
  const pattern = document.spanText(rule.value);
  if (pattern === "") return "without a path, the rule matches nothing.";
  const path = examplePath(pattern);
  const { rule: winner, allowed } = parse(whole, { dialect }).agent("*").explain(path);
  const decider = winner && fields[winner.line - 2];
  if (decider === undefined || decider === rule)
    return `never changes a verdict: ${code(path)} would be ${verdictWord(allowed)} without it.`;
  return `never changes a verdict: for ${code(path)}, ${code(ruleAtLine({ ...winner!, line: decider.key.line }))} wins.`;
}

/** Dialects that decide the example path in another way. */
function otherDialects({ document, rule, dialect }: ReadRule, whole: string): readonly string[] {
  const path = examplePath(document.spanText(rule.value));
  const [difference] = diffDialects(whole, "*", [path], { maxExplained: 0 });
  const verdicts = Object.entries(difference?.verdicts ?? {});
  const wanted = difference?.verdicts[dialect]?.allowed;
  const others = verdicts.filter(([, { allowed }]) => allowed !== wanted);
  if (others.length === 0) return [];
  const list = others.map(([name, { allowed }]) => `${name} (${verdictWord(allowed)})`).join(", ");
  return [`Other dialects decide ${code(path)} in another way: ${list}.`];
}
