/**
 * Which groups a crawler obeys (RFC 9309 §2.2.1): all that name it as one, else all for `*`, else none. A group is a run
 * of user-agent lines and what follows up to the next run; only allow and disallow end the run. Linear in the records.
 */
import type { Dialect } from "../dialects.ts";
import type { FieldBytes } from "../engine/encode.ts";
import { RULE_STRIDE, type RuleList } from "../engine/engine.ts";
import { type AgentTest, isStarFor, namesAgent } from "./agents.ts";
import type { Field } from "./fields/field.ts";
import { kinds } from "./keys.ts";
import { RECORD_STRIDE, type Records, record } from "./records.ts";
import { newTable } from "./table.ts";

/** What a crawler is to obey; names and fields still as bytes of the file, because most are never asked for. */
export interface Selection {
  /** A group names the agent itself. */
  readonly named: boolean;
  /** Some group applies, be it only the one for `*`. */
  readonly grouped: boolean;
  /** The user-agent line that selected the first group, as the file spells it; empty without one. */
  readonly agent: Uint8Array;
  readonly rules: RuleList;
  readonly fields: readonly FieldBytes[];
}

const decoder = new TextDecoder();

export const textAt = (bytes: Uint8Array, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, end));

/** The first of `agents` that a group names decides; then `*`. */
export function selectRules(records: Records, agents: readonly string[], dialect: Dialect): Selection {
  for (const agent of agents) {
    const members = collect(records, namesAgent(agent, dialect.agents), dialect.agents.merges);
    if (members !== undefined) return selectionOf(records, members, true);
  }
  const members = collect(records, isStarFor(dialect.agents), dialect.agents.mergesStar);
  return selectionOf(records, members ?? NOBODY, false);
}

/** Offsets of records in the table. */
interface Members {
  readonly agent: number;
  readonly rules: number[];
  readonly fields: number[];
}

function collect({ bytes, table }: Records, isWanted: AgentTest, merges: boolean): Members | undefined {
  let members: Members | undefined;
  let runStart = 0;
  let inAgents = false;
  let selected = false;
  for (let at = 0; at < table.length; at += RECORD_STRIDE) {
    const kind = table[at]!;
    if (kind === kinds.userAgent) {
      if (!inAgents) {
        if (members !== undefined && !merges) return members;
        selected = false;
        runStart = at;
      }
      inAgents = true;
      if (selected || !isWanted(bytes, table[at + record.valueStart]!, table[at + record.valueEnd]!)) continue;
      selected = true;
      members ??= { agent: at, rules: [], fields: [] };
      addFields(table, runStart, at, members.fields);
    } else if (kind === kinds.allow || kind === kinds.disallow) {
      inAgents = false;
      if (selected) members!.rules.push(at);
    } else if (kind === kinds.blank) {
      if (selected && !merges) return members;
      inAgents = selected = false;
    } else if (kind === kinds.other && selected) members!.fields.push(at);
  }
  return members;
}

/** What stands between the user-agent lines of a run belongs to all of them. Once a run, so linear in the whole. */
function addFields(table: Int32Array, from: number, to: number, fields: number[]): void {
  for (let at = from; at < to; at += RECORD_STRIDE) if (table[at] === kinds.other) fields.push(at);
}

const NOBODY: Members = { agent: -1, rules: [], fields: [] };

function selectionOf({ bytes, table }: Records, members: Members, named: boolean): Selection {
  const grouped = members !== NOBODY;
  return {
    named,
    grouped,
    agent: grouped ? valueAt(bytes, table, members.agent) : bytes.subarray(0, 0),
    rules: { bytes, table: rulesAt(table, members.rules) },
    fields: members.fields.map((at) => ({
      key: bytes.subarray(table[at + record.keyStart], table[at + record.keyEnd]),
      value: valueAt(bytes, table, at),
      line: table[at + record.line]!,
    })),
  };
}

const valueAt = (bytes: Uint8Array, table: Int32Array, at: number): Uint8Array =>
  bytes.subarray(table[at + record.valueStart], table[at + record.valueEnd]);

function rulesAt(table: Int32Array, offsets: readonly number[]): Int32Array {
  const rules = newTable(offsets.length * RULE_STRIDE);
  for (let i = 0, to = 0; i < offsets.length; i++, to += RULE_STRIDE) {
    const at = offsets[i]!;
    rules[to] = table[at + record.valueStart]!;
    rules[to + 1] = table[at + record.valueEnd]!;
    rules[to + 2] = table[at + record.line]!;
    rules[to + 3] = table[at] === kinds.allow ? 1 : 0;
  }
  return rules;
}

export function fieldAt({ bytes, table }: Records, at: number): Field {
  return {
    key: textAt(bytes, table[at + record.keyStart]!, table[at + record.keyEnd]!).toLowerCase(),
    value: textAt(bytes, table[at + record.valueStart]!, table[at + record.valueEnd]!),
    line: table[at + record.line]!,
  };
}
