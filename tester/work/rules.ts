/** Rules that refuse chosen crawlers, appended to a file, with the proof that nobody else notices. */
import { reportAgents, resolveAgent } from "../../bindings/agents/index.ts";
import { buildRobotsTxt } from "../../bindings/tools/lint/index.ts";
import type { GeneratedRules, Requests } from "../protocol.ts";

export function rulesAgainst({ file, tokens }: Requests["rules"]["ask"]): GeneratedRules {
  if (tokens.length === 0) return { rules: "", file, line: 1, unexpected: [] };
  // A name such as "Kangaroo Bot" is looked for by its first word.
  const agents = [...new Set(tokens.map((token) => resolveAgent(token).tokens[0]!))];
  const rules = buildRobotsTxt({ groups: [{ agents, disallow: "/" }] });
  const kept = file.replace(/[\s\ufeff]+$/, "");
  const before = kept === "" ? "" : `${kept}\n\n`;
  const after = before + rules;
  return { rules, file: after, line: before.split(/\r\n|\n|\r/).length, unexpected: unexpectedIn(file, after, tokens) };
}

/** A crawler that obeys the group of a chosen one, such as a renamed crawler, is refused with it. */
function unexpectedIn(before: string, after: string, tokens: readonly string[]): string[] {
  const chosen = new Set(tokens.map((token) => resolveAgent(token).tokens[0]!.toLowerCase()));
  const follows = (token: string): boolean => resolveAgent(token).tokens.some((one) => chosen.has(one.toLowerCase()));
  const old = reportAgents(before);
  return reportAgents(after)
    .filter(({ token, access }, i) => access !== (follows(token) ? "refused" : old[i]!.access))
    .map(({ token }) => token);
}
