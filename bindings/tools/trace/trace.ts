/**
 * Everything a verdict rests on: which groups were chosen and why, the path as it was compared, every rule that matches it
 * in rank order. A function of its own and no option of `explain`, so that the core does not carry it.
 */
import type { Dialect } from "../../core/dialects.ts";
import { ANCHORED } from "../../core/engine/constants.ts";
import { matchesPattern, pathsOf } from "../../core/engine/fallback.ts";
import { compiledRuleAt, ruleAt, ruleCountOf, spelling } from "../../core/engine/program.ts";
import { kindOf } from "../../core/errors.ts";
import { AgentRules, type Explanation, type UrlLike } from "../../core/robots/agent-rules.ts";
import { agentTest, groupsFor, textAt } from "../../core/robots/groups.ts";
import { isRule, isUserAgent, offsetsIn, type Records, record } from "../../core/robots/records.ts";
import { RobotsTxt } from "../../core/robots/robots-txt.ts";

/** A group that is obeyed. */
export interface TracedGroup {
  /** The line of its first user-agent line, and the user-agent values that selected it, as the file spells them. */
  readonly line: number;
  readonly agents: readonly string[];
  /** How many it has. */
  readonly rules: number;
}

/** A rule that matches. */
export interface Candidate {
  /** Smaller ranks win. */
  readonly rank: number;
  readonly directive: "allow" | "disallow";
  /** As the file spells it, and as it was compared: `*` for a wildcard, a final `$` for the end of the path. */
  readonly pattern: string;
  readonly canonical: string;
  /** 1-based. */
  readonly line: number;
}

/** A verdict with everything it rests on. */
export interface Trace extends Explanation {
  /** The agents asked for, each with whether a group names it; the first that is named counts. */
  readonly tried: readonly { readonly agent: string; readonly named: boolean }[];
  /** `named`: groups name the agent; `star`: those for `*` apply; `none`: no group does. */
  readonly chosenBy: "named" | "star" | "none";
  /** The groups whose rules are obeyed as one. */
  readonly groups: readonly TracedGroup[];
  /** The path in canonical form; a second one where escapes in its query equal their bytes. */
  readonly paths: readonly string[];
  /** The rules that match, the deciding one first; at most 100. */
  readonly candidates: readonly Candidate[];
}

const MAX_CANDIDATES = 100;
const decoder = new TextDecoder();

/**
 * The verdict on `url` for `agent` with everything it rests on. Takes time in the size of the file, not of the group.
 * @throws TypeError for what `parse` did not return, and as `RobotsTxt.agent` and `AgentRules.explain` do.
 */
export function trace(robots: RobotsTxt, agent: string | readonly string[], url: UrlLike): Trace {
  if (!(robots instanceof RobotsTxt)) throw new TypeError(`robots: expected what parse returns; got ${kindOf(robots)}`);
  const { records, dialect } = RobotsTxt.partsOf(robots);
  const rules = robots.agent(agent);
  const explanation = rules.explain(url);
  const agents = typeof agent === "string" ? [agent] : agent;
  const isNamed = (one: string): boolean => groupsFor(records, one, dialect.agents).length > 0;
  const tried = agents.map((one) => ({ agent: one, named: isNamed(one) }));
  const named = tried.find((one) => one.named)?.agent;
  const groups = tracedGroups(records, named, dialect);
  const paths = pathsOf(url instanceof URL ? url.href : url, dialect);
  return {
    ...explanation,
    tried,
    chosenBy: named !== undefined ? "named" : groups.length > 0 ? "star" : "none",
    groups,
    paths: paths.map((path) => decoder.decode(path)),
    candidates: candidatesOf(rules, paths),
  };
}

function tracedGroups(records: Records, agent: string | undefined, { agents: matching }: Dialect): TracedGroup[] {
  const { bytes, table } = records;
  const test = agentTest(agent, matching);
  const valueAt = (at: number): [number, number] => [table[at + record.valueStart]!, table[at + record.valueEnd]!];
  return groupsFor(records, agent, matching).map(({ start, runEnd, end }) => ({
    line: table[start + record.line]!,
    agents: offsetsIn(table, start, runEnd, isUserAgent)
      .map(valueAt)
      .filter(([from, to]) => test(bytes, from, to))
      .map(([from, to]) => textAt(bytes, from, to)),
    rules: offsetsIn(table, runEnd, end, isRule).length,
  }));
}

function candidatesOf(rules: AgentRules, paths: readonly Uint8Array[]): Candidate[] {
  const program = AgentRules.programOf(rules);
  const candidates: Candidate[] = [];
  for (let rank = 0; rank < ruleCountOf(program) && candidates.length < MAX_CANDIDATES; rank++) {
    const { pattern, flags } = compiledRuleAt(program, rank);
    const isAnchored = (flags & ANCHORED) !== 0;
    if (!paths.some((path) => matchesPattern(pattern, isAnchored, path))) continue;
    const canonical = decoder.decode(spelling(pattern, flags & ANCHORED));
    candidates.push({ rank, ...ruleAt(program, rank), canonical });
  }
  return candidates;
}
