/** Copies the rules of `*` into a group that loses them: a crawler that a group names ignores the others (RFC 9309 §2.2.1). */
import { linesOf } from "../line-diff.ts";
import type { Requests } from "../protocol.ts";
import { groupsIn } from "./groups.ts";

const ruleText = (line: string): string => line.replace(/#.*/, "").replaceAll(/\s+/g, "").toLowerCase();

/** @param line of a user-agent line, from 1 */
export function withStarRules({ file, line }: Requests["starRules"]["ask"]): string {
  const lines = linesOf(file);
  const textsOf = (rules: readonly number[]): string[] => rules.map((at) => lines[at - 1]!);
  const groups = groupsIn(file);
  const own = groups.find(({ agents }) => agents.some((agent) => agent.line === line));
  if (own === undefined) return file;
  const has = new Set(textsOf(own.rules).map(ruleText));
  const added = groups
    .filter(({ agents }) => agents.some(({ name }) => name === "*"))
    .flatMap(({ rules }) => textsOf(rules))
    .filter((text) => !has.has(ruleText(text)));
  const end = own.rules.at(-1) ?? own.agents.at(-1)!.line;
  return [...lines.slice(0, end), ...added, ...lines.slice(end)].join("\n");
}
