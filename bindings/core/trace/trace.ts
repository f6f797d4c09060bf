/**
 * Explains a verdict in full: which groups apply and why, the path as it was compared, and every matching rule in rank
 * order. It is a function of its own and not an option of `explain`, to keep it out of the core.
 */

import { bytesOfText, textOfBytes } from "../../base/byte-text.ts";
import { wrongType } from "../../base/errors.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import { AgentRules, type Explanation, RobotsTxt } from "../deciding.ts";
import type { Dialect } from "../dialects.ts";
import { engine } from "../engine/choose-engine.ts";
import { ANCHORED, LINE, VALUE_END, VALUE_START } from "../layout.ts";
import { matchesPattern, pathsOf } from "../program/fallback.ts";
import { compiledRuleAt, isWritten, ruleAt, ruleCountOf, spelling } from "../program/program.ts";
import { decidingReadingOf } from "../program/readings.ts";
import { agentTest, groupsFor } from "../reader/groups.ts";
import { isRule, isUserAgent, offsetsIn, type Records } from "../reader/records.ts";
import { textAt } from "../reader/text.ts";
import { textOfUrlLike, type UrlLike } from "../robots/url-like.ts";

/** A group that applies. */
export interface TracedGroup {
  /** The line of its first user-agent line. */
  readonly line: number;
  /** The user-agent values that selected it, as the file spells them. */
  readonly agents: readonly string[];
  /** The number of its rules. */
  readonly rules: number;
}

/** A rule that matches the URL. */
export interface Candidate {
  /** The rule with the smallest rank decides. */
  readonly rank: number;
  readonly directive: "allow" | "disallow";
  /** As the file spells it. */
  readonly pattern: string;
  /** As it was compared: `*` is a wildcard, a final `$` is the end of the path. */
  readonly canonical: string;
  /** 1-based. */
  readonly line: number;
}

/** A verdict with everything that led to it. */
export type Trace = Explanation & {
  /** The given agents, each with whether a group names it. The first that is named counts. */
  readonly tried: readonly { readonly agent: string; readonly named: boolean }[];
  /** `named`: groups name the agent; `star`: the groups for `*` apply; `none`: no group applies. */
  readonly chosenBy: "named" | "star" | "none";
  /** The groups that apply. Their rules count as one list. */
  readonly groups: readonly TracedGroup[];
  /** The path of the reading that decides, in canonical form. A second form follows if escapes in its query equal their bytes (RFC 9309 §2.2.2). Empty if the text is not a URL. */
  readonly paths: readonly string[];
  /** The matching rules, the deciding one first; at most 100. */
  readonly candidates: readonly Candidate[];
};

const MAX_CANDIDATES = 100;
/**
 * Explains the verdict on `url` for `agent` in full. Takes time linear in the size of the file.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless `parse` returned `robots`, and as `RobotsTxt.agent` and
 *   `AgentRules.explain` do.
 */
export function trace(robots: RobotsTxt, agent: string | readonly string[], url: UrlLike): Trace {
  if (!(robots instanceof RobotsTxt)) throw wrongType("robots", "the result of parse()", robots);
  const { records, dialect } = RobotsTxt.partsOf(robots);
  const rules = robots.agent(agent);
  const explanation = rules.explain(url);
  const agents = typeof agent === "string" ? [agent] : agent;
  const isNamed = (one: string): boolean => groupsFor(records, one, dialect).length > 0;
  const tried = agents.map((one) => ({ agent: one, named: isNamed(one) }));
  const named = tried.find((one) => one.named)?.agent;
  const groups = tracedGroups(records, named, dialect);
  const program = AgentRules.programOf(rules);
  const text = textOfUrlLike(url);
  const reading = isWritten(program) ? text : decidingReadingOf(text, (one) => engine.decide(program, one, true));
  const paths = reading === undefined ? [] : pathsOf(reading, dialect);
  return {
    ...explanation,
    tried,
    chosenBy: named !== undefined ? "named" : groups.length > 0 ? "star" : "none",
    groups,
    paths: paths.map(decodedText),
    candidates: candidatesOf(rules, paths),
  };
}

function tracedGroups(records: Records, agent: string | undefined, dialect: Dialect): TracedGroup[] {
  const { bytes, table } = records;
  const test = agentTest(agent, dialect);
  const valueAt = (at: number): [number, number] => [table[at + VALUE_START]!, table[at + VALUE_END]!];
  return groupsFor(records, agent, dialect).map(({ start, runEnd, end }) => ({
    line: table[start + LINE]!,
    agents: offsetsIn(table, start, runEnd, isUserAgent)
      .map(valueAt)
      .filter(([from, to]) => test(bytes, from, to))
      .map(([from, to]) => textAt(bytes, from, to)),
    rules: offsetsIn(table, runEnd, end, isRule).length,
  }));
}

const decodedText = (text: string): string => decodeUtf8(bytesOfText(text));

function candidatesOf(rules: AgentRules, paths: readonly string[]): Candidate[] {
  const program = AgentRules.programOf(rules);
  const candidates: Candidate[] = [];
  for (let rank = 0; rank < ruleCountOf(program) && candidates.length < MAX_CANDIDATES; rank++) {
    const { pattern, flags } = compiledRuleAt(program, rank);
    const isAnchored = (flags & ANCHORED) !== 0;
    const text = textOfBytes(pattern);
    if (!paths.some((path) => matchesPattern(text, isAnchored, path))) continue;
    const canonical = decodedText(spelling(text, flags & ANCHORED));
    candidates.push({ rank, ...ruleAt(program, rank), canonical });
  }
  return candidates;
}
