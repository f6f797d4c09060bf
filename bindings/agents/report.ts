/** What a robots.txt says to each well-known crawler. */

import { checkedList } from "../base/arguments.ts";
import { wrongType } from "../base/errors.ts";
import { checkedAgents, checkTokens, parse, RobotsTxt } from "../core/deciding.ts";
import {
  type DialectName,
  GroupIndex,
  type Rule,
  type SelectedGroup,
  textAt,
  VALUE_END,
  VALUE_START,
} from "../core/parsing.ts";
import { type AccessByRule, accessOf } from "./access-of.ts";
import { tokensOf } from "./chain.ts";
import { knownAgents } from "./known-agents.ts";
import { resolveAgent } from "./resolve.ts";
import { type AgentRow, checkedRow, type KnownAgent } from "./rows/internal.ts";

/** What a robots.txt says to one crawler. */
export interface AgentReport extends KnownAgent, AccessByRule {
  /** The user-agent line that selects its rules, as written; absent if no group applies. */
  readonly group?: string;
  /** Whether a group names it or one of its fallbacks, so that the groups for `*` do not apply. */
  readonly isNamed: boolean;
}

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
  const reporterFor = reportersOf(robots);
  return checkedList("agents", agents)
    .map(rowOf)
    .map((agent) => reporterFor(agent.dialect).report(agent));
}

function reportersOf(robots: RobotsTxt | string | Uint8Array): (dialect: DialectName) => Reporter {
  if (robots instanceof RobotsTxt) {
    const reporter = new Reporter(robots);
    return () => reporter;
  }
  if (typeof robots !== "string" && !(robots instanceof Uint8Array))
    throw wrongType("robots", "the result of parse, or the body of a robots.txt", robots);
  const reporters = new Map<DialectName, Reporter>();
  return (dialect) => {
    const known = reporters.get(dialect) ?? new Reporter(parse(robots, { dialect }));
    reporters.set(dialect, known);
    return known;
  };
}

/** Rows of the table need no check. */
const knownRows: ReadonlySet<unknown> = new Set(knownAgents);

function rowOf(agent: string | AgentRow, i: number): KnownAgent {
  if (knownRows.has(agent)) return agent as KnownAgent;
  if (typeof agent !== "string") return checkedRow(`agents[${i}]`, agent);
  const { agent: known, tokens } = resolveAgent(agent);
  return known ?? checkedRow("agents", { token: tokens[0]! });
}

/** What a selection of groups says. */
interface Said extends AccessByRule {
  readonly group: string;
}

/** Reads a file once for all crawlers. */
class Reporter {
  readonly #parts: ReturnType<typeof RobotsTxt.partsOf>;
  readonly #index: GroupIndex;
  /** By where the groups start, and the line that selects the first. */
  readonly #said: Map<string, Said> = new Map();
  readonly #saidToAll: Said | undefined;

  constructor(robots: RobotsTxt) {
    this.#parts = RobotsTxt.partsOf(robots);
    this.#index = new GroupIndex(this.#parts.records, this.#parts.dialect.agents);
    this.#saidToAll = this.#saidBy(this.#index.groupsFor(undefined));
  }

  report(known: KnownAgent): AgentReport {
    const named = this.#saidBy(this.#groupsNaming(tokensOf(known)));
    const said = named ?? (known.ignoresStar ? undefined : this.#saidToAll);
    if (said === undefined) return { ...known, isNamed: false, access: "allowed" };
    // Spreading twice takes much longer.
    const report: AgentReport & { rule?: Rule } = {
      ...known,
      isNamed: named !== undefined,
      group: said.group,
      access: said.access,
    };
    if (said.rule !== undefined) report.rule = said.rule;
    return report;
  }

  /** The first token that a group names counts (RFC 9309 §2.2.1). */
  #groupsNaming(tokens: readonly string[]): readonly SelectedGroup[] {
    if (!this.#parts.dialect.agents.anyAgent) checkTokens(checkedAgents(tokens));
    for (const token of tokens) {
      const groups = this.#index.groupsFor(token);
      if (groups.length > 0) return groups;
    }
    return [];
  }

  #saidBy(groups: readonly SelectedGroup[]): Said | undefined {
    const [first] = groups;
    if (first === undefined) return undefined;
    const key = `${first.agent} ${groups.map(({ start }) => start).join()}`;
    let said = this.#said.get(key);
    if (said === undefined) {
      const { records, dialect } = this.#parts;
      said = { ...accessOf(records, groups, dialect), group: this.#agentOn(first.agent) };
      this.#said.set(key, said);
    }
    return said;
  }

  #agentOn(at: number): string {
    const { bytes, table } = this.#parts.records;
    return textAt(bytes, table[at + VALUE_START]!, table[at + VALUE_END]!);
  }
}
