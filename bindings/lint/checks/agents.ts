/** Groups and whom they address (RFC 9309 §2.2.1). */
import { kinds } from "../../robots/keys.ts";
import type { Check, Report } from "../report.ts";
import { isRule, type LineField, type LintGroup, type Source, textAt } from "../source.ts";

export const checkAgents: Check = (source, report) => {
  checkRulesOutside(source, report);
  checkBlankLines(source, report);
  const firstLines = new Map<string, number>();
  for (const group of source.groups) {
    if (group.rules.length === 0) reportEmpty(group, report);
    else if (refusesEverything(source, group)) reportRefusal(source, group, report);
    for (const agent of group.agents) checkAgent(source, agent, firstLines, report);
  }
};

function checkRulesOutside({ lines }: Source, report: Report): void {
  for (const { field } of lines) {
    if (field?.kind === kinds.userAgent) return;
    if (field !== undefined && isRule(field))
      report("rule-outside-group", field.key, { message: "the rule stands before the first user-agent line" });
  }
}

/** A rule after an empty line, in a group that began before it. */
function checkBlankLines(source: Source, report: Report): void {
  let inGroup = false;
  let blank = false;
  for (const line of source.lines) {
    if (line.field === undefined) blank ||= /^[ \t]*$/.test(textAt(source, line));
    else if (line.field.kind === kinds.userAgent) [inGroup, blank] = [true, false];
    else if (isRule(line.field)) {
      if (inGroup && blank) report("blank-line-in-group", line, { message: "a blank line stands above this rule" });
      blank = false;
    }
  }
}

function reportEmpty({ agents }: LintGroup, report: Report): void {
  report("group-without-rules", agents.at(-1)!.value, { message: "no rule follows this user-agent line" });
}

const refusesEverything = (source: Source, { rules }: LintGroup): boolean =>
  rules.every(({ kind, value }) => kind === kinds.disallow && /^\/?\*?$/.test(textAt(source, value))) &&
  rules.some(({ value }) => value.end > value.start);

function reportRefusal(source: Source, { agents, rules }: LintGroup, report: Report): void {
  const rule = rules.find(({ value }) => value.end > value.start)!;
  const names = agents.slice(0, 3).map(({ value }) => textAt(source, value).slice(0, 40));
  report("everything-refused", rule.value, { message: `nothing may be fetched by ${names.join(", ")}` });
}

function checkAgent(source: Source, { value }: LineField, firstLines: Map<string, number>, report: Report): void {
  const written = textAt(source, value);
  const name = written.toLowerCase();
  if (name === "") {
    report("empty-agent", value, { message: "the user-agent line names nobody" });
    return;
  }
  if (name !== "*") checkToken(written, value, report);
  const first = firstLines.get(name);
  if (first === undefined) firstLines.set(name, value.line);
  else report("repeated-agent", value, { message: `this agent is named on line ${first} as well` });
}

function checkToken(written: string, value: LineField["value"], report: Report): void {
  const token = /^[A-Za-z_-]*/.exec(written)![0];
  if (token === written) return;
  const rest = JSON.stringify(written.slice(token.length, token.length + 20));
  const read = token === "" ? "the line names nobody" : `Google reads ${token.slice(0, 40)}`;
  report("agent-not-a-token", value, { message: `${rest} is not part of a product token: ${read}` });
}
