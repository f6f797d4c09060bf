/** What a robots.txt says to each well-known crawler. */

import { checkedList } from "../base/arguments.ts";
import { wrongType } from "../base/errors.ts";
import { type AgentRules, parse, RobotsTxt } from "../core/deciding.ts";
import { type DialectName, dialectNamed, type Rule } from "../core/parsing.ts";
import { tokensOf } from "./chain.ts";
import type { AgentRow, KnownAgent } from "./known-agent.ts";
import { knownAgents } from "./known-agents.ts";
import { checkedRow } from "./own-rows.ts";
import { resolveAgent } from "./resolve.ts";

/** `allowed`: the whole site. `refused`: nothing except /robots.txt. `partly`: it depends on the URL. */
export type AgentAccess = "allowed" | "partly" | "refused";

/** What a robots.txt says to one crawler. */
export interface AgentReport extends KnownAgent {
  readonly access: AgentAccess;
  /** The user-agent line that selects its rules, as written; absent if no group applies. */
  readonly group?: string;
  /** The rule that decides for `allowed` and `refused`, the first that refuses something for `partly`; absent without one. */
  readonly rule?: Rule;
}

/**
 * Returns what the file says to each crawler, in their order. Takes time in the size of the file for each crawler.
 * @param robots the body of the file, which each crawler reads in the dialect that its operator documents; or the result of
 *   `parse`, which all of them read in its dialect.
 * @param agents names, as `resolveAgent` takes them, and rows of your own. Default: all known crawlers.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a body or the result of `parse`.
 */
export function reportAgents(
  robots: RobotsTxt | string | Uint8Array,
  agents: readonly (string | AgentRow)[] = knownAgents,
): readonly AgentReport[] {
  const readAs = readerOf(robots);
  return checkedList("agents", agents)
    .map(rowOf)
    .map((agent) => reportAgent(readAs(agent.dialect), agent));
}

function readerOf(robots: RobotsTxt | string | Uint8Array): (dialect: DialectName) => RobotsTxt {
  if (robots instanceof RobotsTxt) return () => robots;
  if (typeof robots !== "string" && !(robots instanceof Uint8Array))
    throw wrongType("robots", "the result of parse, or the body of a robots.txt", robots);
  const parsed = new Map<DialectName, RobotsTxt>();
  return (dialect) => {
    const known = parsed.get(dialect) ?? parse(robots, { dialect });
    parsed.set(dialect, known);
    return known;
  };
}

function rowOf(agent: string | AgentRow, i: number): KnownAgent {
  if (typeof agent !== "string") return checkedRow(`agents[${i}]`, agent);
  const { agent: known, tokens } = resolveAgent(agent);
  return known ?? checkedRow("agents", { token: tokens[0]! });
}

function reportAgent(robots: RobotsTxt, known: KnownAgent): AgentReport {
  const rules = robots.agent(tokensOf(known));
  const { agent: group } = rules.explain("/");
  if (group === undefined || (known.ignoresStar && !rules.isNamed)) return { ...known, access: "allowed" };
  return { ...known, group, ...accessOf(rules) };
}

/** Rules that match every path decide; an exception that other rules make to their verdict makes the access `partly`. */
function accessOf(rules: AgentRules): Pick<AgentReport, "access" | "rule"> {
  const { wildcards } = dialectNamed(rules.dialect).rules;
  const effective = rules.rules.filter(({ pattern }) => pattern !== "");
  const blanket = effective.filter(({ pattern }) => matchesEverything(pattern, wildcards));
  const verdict = isAllowedBy(blanket, rules.dialect) ? "allow" : "disallow";
  const exception = effective.find((rule) => rule.directive !== verdict && !blanket.includes(rule));
  const base = blanket.find(({ directive }) => directive === verdict);
  const rule = verdict === "allow" ? (exception ?? base) : base;
  const whole = verdict === "allow" ? "allowed" : "refused";
  return { access: exception === undefined ? whole : "partly", ...(rule && { rule }) };
}

const matchesEverything = (pattern: string, wildcards: boolean): boolean =>
  (wildcards ? /^(?:\/\**|\*+)$/ : /^\/$/).test(pattern);

/** The verdict of these rules alone. */
function isAllowedBy(rules: readonly Rule[], dialect: DialectName): boolean {
  const lines = rules.map(({ directive, pattern }) => `${directive}: ${pattern}`);
  return parse(["user-agent: *", ...lines].join("\n"), { dialect })
    .agent("x")
    .isAllowed("/");
}
