/** Copies the rules of `*` into a group that loses them: a crawler that a group names ignores the others (RFC 9309 §2.2.1). */
import type { Requests } from "../protocol.ts";
import { groupsIn, isRuleLine, splitLines } from "./groups.ts";

const ruleText = (line: string): string => line.replace(/#.*/, "").replaceAll(/\s+/g, "").toLowerCase();

/** @param line of a user-agent line, from 1 */
export function withStarRules({ file, line }: Requests["starRules"]["ask"]): string {
  const lines = splitLines(file);
  const groups = groupsIn(lines);
  const own = groups.find(({ agents }) => agents.some(([, at]) => at === line - 1));
  if (own === undefined) return file;
  const has = new Set(own.body.map((at) => ruleText(lines[at]!)));
  const added = groups
    .filter(({ agents }) => agents.some(([name]) => name === "*"))
    .flatMap(({ body }) => body.map((at) => lines[at]!))
    .filter((text) => isRuleLine(text) && !has.has(ruleText(text)));
  const end = own.body.filter((at) => isRuleLine(lines[at]!)).at(-1) ?? own.agents.at(-1)![1];
  return [...lines.slice(0, end + 1), ...added, ...lines.slice(end + 1)].join("\n");
}
