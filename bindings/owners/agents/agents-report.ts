/** What a robots.txt says to each well-known crawler. */

import { checkedList } from "../../base/arguments.ts";
import { wrongType } from "../../base/errors.ts";
import { RobotsTxt } from "../../core/deciding.ts";
import { knownAgents } from "./agent-rows.ts";
import { type Answer, answersFor, readerOf } from "./answers.ts";
import { RobotsByDialect } from "./asked.ts";
import { resolveAgent } from "./resolve.ts";
import type { AgentRow, KnownAgent } from "./rows/known-agent.ts";
import { checkedRow } from "./rows/own-rows.ts";

/** What a robots.txt says to one crawler. */
export interface AgentReport extends KnownAgent, Answer {}

/**
 * Returns what the file says to each crawler, in their order. Reads the file once for all crawlers of a dialect,
 * and each selection of groups once; then it takes time in the user-agent lines for each crawler.
 * @param robots the body of the file, which each crawler reads in the dialect that its operator documents; or the result of
 *   `parse`, which all of them read in its dialect.
 * @param agents names, as `resolveAgent` takes them, and rows of your own. Default: all known crawlers.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a body or the result of `parse`.
 */
export function reportAgents(
  robots: RobotsTxt | string | Uint8Array,
  agents: readonly (string | AgentRow)[] = knownAgents,
): readonly AgentReport[] {
  if (!(robots instanceof RobotsTxt) && typeof robots !== "string" && !(robots instanceof Uint8Array))
    throw wrongType("robots", "the result of parse, or the body of a robots.txt", robots);
  const rows = checkedList("agents", agents).map(rowOf);
  const file = robots instanceof RobotsTxt ? robots : new RobotsByDialect(robots);
  const answers = answersFor(file, rows.map(readerOf));
  return rows.map((row, i) => reportOf(row, answers[i]!));
}

/** Spreading twice takes much longer, so only rarer answers do. */
function reportOf(row: KnownAgent, answer: Answer): AgentReport {
  const { isNamed, group, access, rule, example, ignored, delaySeconds } = answer;
  if (ignored !== undefined || delaySeconds !== undefined) return { ...row, ...answer };
  if (group === undefined) return { ...row, isNamed, access };
  if (rule === undefined) return { ...row, isNamed, group, access };
  if (example === undefined) return { ...row, isNamed, group, access, rule };
  return { ...row, isNamed, group, access, rule, example };
}

/** Rows of the table need no check. */
const knownRows: ReadonlySet<unknown> = new Set(knownAgents);

function rowOf(agent: string | AgentRow, i: number): KnownAgent {
  if (knownRows.has(agent)) return agent as KnownAgent;
  if (typeof agent !== "string") return checkedRow(`agents[${i}]`, agent);
  const { agent: known, tokens } = resolveAgent(agent);
  return known ?? checkedRow("agents", { token: tokens[0]! });
}
