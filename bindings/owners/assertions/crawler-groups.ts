/** The agents of assertions that mean many crawlers: `all crawlers` and `search engines`. */
import type { RobotsTxt } from "../../core/deciding.ts";
import { dialectNamed, tokenNamedBy } from "../../core/parsing.ts";
import { type AgentRow, knownAgents, type ResolvedAgent, resolveAgent } from "../agents/index.ts";

/** Tokens that may be passed as a caller's: names in a file are data. */
const TOKEN = /^[A-Za-z0-9_.-]+$/;

/** A crawler that no group names, every crawler that a group names, and all that are known. */
function allCrawlers(robots: RobotsTxt | undefined): readonly string[] {
  const written = robots?.groups.flatMap(({ agents }) => agents) ?? [];
  const named = written.map((line) => tokenNamedBy(line, dialectNamed("rfc9309"))).filter((token) => TOKEN.test(token));
  return ["*", ...named, ...knownAgents.map(({ token }) => token)];
}

const searchEngines = (): readonly string[] =>
  knownAgents.filter(({ purpose, status }) => purpose === "search" && status === "active").map(({ token }) => token);

/**
 * The crawlers that a word of an assertion means; undefined for the name of one crawler.
 * @param robots the file, which may name crawlers that are not known @param agents rows of your own
 */
export function crawlersMeant(
  agent: string,
  robots: RobotsTxt | undefined,
  agents: readonly AgentRow[] = [],
): readonly ResolvedAgent[] | undefined {
  const word = agent.trim().toLowerCase().replaceAll(/\s+/g, " ");
  if (word !== "all crawlers" && word !== "search engines") return undefined;
  const tokens = word === "all crawlers" ? allCrawlers(robots) : searchEngines();
  return [...new Set(tokens)].map((token) => resolveAgent(token, { agents }));
}
