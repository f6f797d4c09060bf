/** Rules that refuse chosen crawlers, or let them in, where they change nothing for others. */
import { reportAgents, resolveAgent } from "../../bindings/owners/agents/index.ts";
import { addGroups, buildRobotsTxt, removeAgents } from "../../bindings/owners/lint/index.ts";
import { lineDiff } from "../line-diff.ts";
import type { GeneratedRules, Requests } from "../protocol.ts";
import { editedText } from "./mend.ts";

/** Lines of the chosen crawlers go first: their new group stands for all of them. */
export function rulesAgainst({ file, tokens, allow = false }: Requests["rules"]["ask"]): GeneratedRules {
  if (tokens.length === 0) return unchanged(file);
  // A name such as "Kangaroo Bot" is looked for by its first word.
  const agents = [...new Set(tokens.map((token) => resolveAgent(token).tokens[0]!))];
  const without = removeAgents(file, agents);
  if (without.problem !== undefined) return unchanged(file, without.problem);
  const rest = editedText(without.body);
  const had = { removed: removedLines(file, rest), moved: namedIn(file, agents) };
  if (allow && isOpenIn(rest, tokens)) return { ...unchanged(rest), ...had };
  const group = allow ? { agents, allow: "/" } : { agents, disallow: "/" };
  const { body, line = 1, problem } = addGroups(rest, [group]);
  if (problem !== undefined) return unchanged(file, problem);
  return { rules: buildRobotsTxt({ groups: [group] }), file: editedText(body), line, ...had };
}

const unchanged = (file: string, problem?: string): GeneratedRules => ({
  rules: "",
  file,
  line: 1,
  removed: [],
  moved: [],
  ...(problem !== undefined && { problem }),
});

const removedLines = (file: string, rest: string): readonly number[] =>
  lineDiff(file, rest).flatMap(({ kind, line, text }) => (kind === "removed" && text.trim() !== "" ? [line] : []));

/** The crawlers that a group names. */
const namedIn = (file: string, agents: readonly string[]): readonly string[] =>
  reportAgents(file, agents).flatMap(({ token, isNamed, group = "" }) =>
    isNamed && group.toLowerCase().startsWith(token.toLowerCase()) ? token : [],
  );

/** Whether the crawlers may fetch something by the groups that are left: then they obey these as all others do. */
const isOpenIn = (file: string, tokens: readonly string[]): boolean =>
  reportAgents(file, tokens).every(({ access }) => access !== "refused");
