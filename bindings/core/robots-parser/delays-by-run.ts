/**
 * Crawl-delay as robots-parser groups it: any other line ends a run of user-agent lines, while for verdicts only rules do
 * (RFC 9309 §2.2.4). No standard defines Crawl-delay, so the drop-in follows robots-parser.
 */

import { type Dialect, dialectNamed } from "../dialects.ts";
import { RECORD_STRIDE } from "../layout.ts";
import type { AgentTest } from "../reader/agents.ts";
import { agentTest, findAgent } from "../reader/groups.ts";
import { isOther, isRule, type Records } from "../reader/records.ts";
import { fieldAt } from "../reader/text.ts";
import { type GroupHandler, walkRuns } from "../reader/walk-groups.ts";
import type { Field } from "../robots/fields/field.ts";

const KEY = "crawl-delay";
const dialect: Dialect = dialectNamed("rfc9309");

/** The delay from the groups that name `agent`, or from those for `*` if none does. */
export function delayByRun(records: Records, agent: string): number | undefined {
  const own = delaysFor(records, agentTest(agent, dialect)) ?? delaysFor(records, agentTest(undefined, dialect));
  return own?.at(-1);
}

/** The delays of the groups that a wanted line opens; undefined if none of them has a rule or a delay. */
function delaysFor(records: Records, isWanted: AgentTest): number[] | undefined {
  let delays: number[] | undefined;
  const handle: GroupHandler = (start, runEnd, end) => {
    if (findAgent(records, start, runEnd, isWanted) < 0) return false;
    for (let at = runEnd; at < end; at += RECORD_STRIDE) {
      if (!isRuleOrDelay(records, at)) continue;
      delays ??= [];
      delays.push(...delayOf(fieldAt(records, at)));
    }
    return false;
  };
  walkRuns(records, handle);
  return delays;
}

function isRuleOrDelay(records: Records, at: number): boolean {
  const kind = records.table[at]!;
  return isRule(kind) || (isOther(kind) && fieldAt(records, at).key === KEY);
}

/** A valid number of seconds, or nothing. */
function delayOf({ key, value }: Field): number[] {
  const seconds = key === KEY && value !== "" ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? [seconds] : [];
}
