/** Rules that refuse chosen crawlers, or let them in, with the proof that nobody else notices. */
import { reportAgents, resolveAgent } from "../../bindings/owners/agents/index.ts";
import { buildRobotsTxt } from "../../bindings/owners/lint/index.ts";
import { linesOf } from "../line-diff.ts";
import type { GeneratedRules, Requests } from "../protocol.ts";
import { groupsIn, withoutNames } from "./groups.ts";

export function rulesAgainst({ file, tokens, allow = false }: Requests["rules"]["ask"]): GeneratedRules {
  if (tokens.length === 0) return { rules: "", file, line: 1, moved: [], unexpected: [] };
  // A name such as "Kangaroo Bot" is looked for by its first word.
  const agents = [...new Set(tokens.map((token) => resolveAgent(token).tokens[0]!))];
  const rest = withoutNames(file, agents);
  const rules = allow && isOpenIn(rest, tokens) ? "" : buildRobotsTxt({ groups: [groupFor(agents, allow)] });
  const kept = rest.replace(/[\s\ufeff]+$/, "");
  const before = kept === "" ? "" : `${kept}\n\n`;
  const after = rules === "" ? rest : before + rules;
  const unexpected = unexpectedIn(file, after, tokens, allow);
  return { rules, file: after, line: linesOf(before).length, moved: namedIn(file, agents), unexpected };
}

const groupFor = (agents: readonly string[], allow: boolean) =>
  allow ? { agents, allow: "/" } : { agents, disallow: "/" };

function namedIn(file: string, agents: readonly string[]): readonly string[] {
  const named = new Set(groupsIn(file).flatMap(({ agents }) => agents.map(({ name }) => name)));
  return agents.filter((agent) => named.has(agent.toLowerCase()));
}

/** Whether the crawlers may fetch something by the groups that are left: then they obey these as all others do. */
const isOpenIn = (file: string, tokens: readonly string[]): boolean =>
  reportAgents(file, tokens).every(({ access }) => access !== "refused");

/** A crawler that obeys the group of a chosen one, such as a renamed crawler, is refused with it. */
function unexpectedIn(before: string, after: string, tokens: readonly string[], allow: boolean): string[] {
  const chosen = new Set(tokens.map((token) => resolveAgent(token).tokens[0]!.toLowerCase()));
  const follows = (token: string): boolean => resolveAgent(token).tokens.some((one) => chosen.has(one.toLowerCase()));
  const old = reportAgents(before);
  return reportAgents(after)
    .filter(({ token, access }, i) => (follows(token) ? (access === "refused") === allow : access !== old[i]!.access))
    .map(({ token }) => token);
}
