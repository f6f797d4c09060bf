/**
 * Crawl-delay as robots-parser groups it. No standard defines the field, so that the drop-in is free to follow: here any
 * line ends a run of user-agent lines, while for rules only rules do (RFC 9309 §2.2.4).
 */
import { type Dialect, dialectNamed } from "../../core/dialects.ts";
import { type AgentTest, isStarFor, namesAgent } from "../../core/robots/agents.ts";
import type { Field } from "../../core/robots/fields/field.ts";
import { fieldAt } from "../../core/robots/groups.ts";
import { kinds } from "../../core/robots/keys.ts";
import { RECORD_STRIDE, type Records, record } from "../../core/robots/records.ts";

const KEY = "crawl-delay";
const { agents }: Dialect = dialectNamed("rfc9309");

/** The delay from the groups that name `agent`, or from those for `*` if none does. */
export function crawlDelayOf(records: Records, agent: string): number | undefined {
  const own = delaysFor(records, namesAgent(agent, agents)) ?? delaysFor(records, isStarFor(agents));
  return own?.at(-1);
}

/** The delays of the groups that a wanted line opens; undefined if none of them has a rule or a delay. */
function delaysFor(records: Records, isWanted: AgentTest): number[] | undefined {
  const { bytes, table } = records;
  let delays: number[] | undefined;
  let inAgents = false;
  let selected = false;
  for (let at = 0; at < table.length; at += RECORD_STRIDE) {
    const isAgent = table[at] === kinds.userAgent;
    if (isAgent) {
      selected =
        (inAgents && selected) || isWanted(bytes, table[at + record.valueStart]!, table[at + record.valueEnd]!);
    } else if (selected && isRuleOrDelay(records, at)) {
      delays ??= [];
      delays.push(...delayOf(fieldAt(records, at)));
    }
    inAgents = isAgent;
  }
  return delays;
}

function isRuleOrDelay(records: Records, at: number): boolean {
  const kind = records.table[at]!;
  return kind === kinds.allow || kind === kinds.disallow || (kind === kinds.other && fieldAt(records, at).key === KEY);
}

/** A number of seconds that can be waited, or nothing. */
function delayOf({ key, value }: Field): number[] {
  const seconds = key === KEY && value !== "" ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? [seconds] : [];
}
