/**
 * Which groups a crawler obeys (RFC 9309 §2.2.1): all groups that name it, as one; else all groups for `*`; else none.
 * Linear in the records.
 */

import type { Dialect } from "../dialects.ts";
import {
  EMPTY_GROUPS,
  KEY_END,
  KEY_START,
  KIND_ALLOW,
  KIND_USER_AGENT,
  LINE,
  MERGES,
  MERGES_STAR,
  RECORD_STRIDE,
  VALUE_END,
  VALUE_START,
} from "../layout.ts";
import { type AgentTest, isStarFor, namesAgent } from "./agents.ts";
import { isPaceKey } from "./field-names.ts";
import { isOther, isRule, offsetsIn, type Records } from "./records.ts";
import { textAt } from "./text.ts";
import { walkGroups, walkRuns } from "./walk-groups.ts";

/** An Allow or Disallow line as the file spells it. */
export interface RuleBytes {
  readonly isAllow: boolean;
  readonly original: Uint8Array;
  /** 1-based. */
  readonly line: number;
}

interface FieldBytes {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  readonly line: number;
  /** It is about pace, and belongs to user-agent lines that do not name the agent (docs/dialects.md). */
  readonly isOfOtherRun: boolean;
}

/** What a crawler obeys. Names and fields are still bytes of the file, because most callers never read them. */
export interface Selection {
  /** Whether a group names the agent itself. */
  readonly isNamed: boolean;
  /** Whether any group applies, even if only the one for `*`. */
  readonly hasGroup: boolean;
  /** The user-agent line that selected the first group, as the file spells it; empty if no group applies. */
  readonly agent: Uint8Array;
  /** In file order. */
  readonly rules: readonly RuleBytes[];
  readonly fields: readonly FieldBytes[];
}

/** A group that applies, as offsets in the table of records. */
export interface SelectedGroup {
  /** Its first user-agent line. */
  readonly start: number;
  /** The end of its run of user-agent lines. */
  readonly runEnd: number;
  readonly end: number;
  /** The first user-agent line that selects it. */
  readonly agent: number;
}

/** The first of `agents` that a group names decides; if none is named, the groups for `*` do. */
export function selectRules(records: Records, agents: readonly string[], dialect: Dialect): Selection {
  for (const agent of agents) {
    const groups = groupsFor(records, agent, dialect);
    if (groups.length > 0) return selectionOf(records, groups, agentTest(agent, dialect), true);
  }
  return selectionOf(records, groupsFor(records, undefined, dialect), agentTest(undefined, dialect), false);
}

/** The groups that name `agent`, or the groups for `*` if it is undefined: all of them, or the first, as the dialect says. */
export function groupsFor(records: Records, agent: string | undefined, dialect: Dialect): SelectedGroup[] {
  const isWanted = agentTest(agent, dialect);
  const merges = mergesGroups(agent, dialect);
  const groups: SelectedGroup[] = [];
  walkGroups(records, (start, runEnd, end) => {
    if (!isGroup(records, runEnd, end, dialect)) return false;
    const selecting = findAgent(records, start, runEnd, isWanted);
    if (selecting < 0) return false;
    groups.push({ start, runEnd, end, agent: selecting });
    return !merges;
  });
  return groups;
}

/** Whether the dialect merges all groups that name `agent`, or all those for `*` if it is undefined. */
export const mergesGroups = (agent: string | undefined, { flags }: Dialect): boolean =>
  (flags & (agent === undefined ? MERGES_STAR : MERGES)) !== 0;

/** Whether a run of user-agent lines is a group: in some dialects a rule has to follow it (the 1994 page, and 1996, §3.3). */
export const isGroup = ({ table }: Records, runEnd: number, end: number, { flags }: Dialect): boolean =>
  (flags & EMPTY_GROUPS) !== 0 || (runEnd < end && isRule(table[runEnd]!));

/** Tests user-agent lines for `agent`, or for `*` if it is undefined. */
export const agentTest = (agent: string | undefined, dialect: Dialect): AgentTest =>
  agent === undefined ? isStarFor(dialect) : namesAgent(agent, dialect);

/** The first user-agent line in the run [from, to) that passes the test, or -1. */
export function findAgent({ bytes, table }: Records, from: number, to: number, isWanted: AgentTest): number {
  for (let at = from; at < to; at += RECORD_STRIDE) {
    const isAgent = table[at] === KIND_USER_AGENT;
    if (isAgent && isWanted(bytes, table[at + VALUE_START]!, table[at + VALUE_END]!)) return at;
  }
  return -1;
}

function selectionOf(
  records: Records,
  groups: readonly SelectedGroup[],
  isWanted: AgentTest,
  isNamed: boolean,
): Selection {
  const { bytes, table } = records;
  const rules: RuleBytes[] = [];
  const fields: FieldBytes[] = [];
  const others = fieldsOfOtherRuns(records, isWanted);
  for (const { start, end } of groups) {
    for (let at = start; at < end; at += RECORD_STRIDE) {
      if (isRule(table[at]!)) rules.push(ruleBytesAt(records, at));
      else if (isOther(table[at]!)) fields.push(fieldBytesAt(records, at, others.has(at)));
    }
  }
  if (!fields.some(isLicense)) addGlobalLicenses(records, fields);
  const first = groups[0];
  return {
    isNamed,
    hasGroup: first !== undefined,
    agent: first === undefined ? bytes.subarray(0, 0) : valueAt(records, first.agent),
    rules,
    fields,
  };
}

/** The fields that belong to user-agent lines of which none is wanted, as offsets in the table. */
function fieldsOfOtherRuns(records: Records, isWanted: AgentTest): ReadonlySet<number> {
  const fields = new Set<number>();
  walkRuns(records, (start, runEnd, end) => {
    if (findAgent(records, start, runEnd, isWanted) >= 0) return false;
    for (const at of offsetsIn(records.table, runEnd, end, isOther)) fields.add(at);
    return false;
  });
  return fields;
}

/** The key of a licence, which RSL 1.0 also reads outside groups. */
export const LICENSE = "license";

/** RSL 1.0: the licences outside groups apply to a group that has none. */
function addGlobalLicenses(records: Records, fields: FieldBytes[]): void {
  for (const at of fieldsOutsideGroups(records)) {
    const field = fieldBytesAt(records, at, false);
    if (isLicense(field)) fields.push(field);
  }
}

const isLicense = ({ key }: FieldBytes): boolean => lowerCase(key) === LICENSE;

const lowerCase = (key: Uint8Array): string => textAt(key, 0).toLowerCase();

/** The fields before the first group, or after a group that an empty line has ended, as offsets in the table. */
export function fieldsOutsideGroups(records: Records): number[] {
  const fields: number[] = [];
  let outside = 0;
  const addUpTo = (end: number): void => {
    for (const at of offsetsIn(records.table, outside, end, isOther)) fields.push(at);
  };
  walkGroups(records, (start, _runEnd, end) => {
    addUpTo(start);
    outside = end;
    return false;
  });
  addUpTo(records.table.length);
  return fields;
}

const valueAt = ({ bytes, table }: Records, at: number): Uint8Array =>
  bytes.subarray(table[at + VALUE_START], table[at + VALUE_END]);

function fieldBytesAt(records: Records, at: number, isOfOther: boolean): FieldBytes {
  const { bytes, table } = records;
  const key = bytes.subarray(table[at + KEY_START], table[at + KEY_END]);
  const isOfOtherRun = isOfOther && isPaceKey(lowerCase(key));
  return { key, value: valueAt(records, at), line: table[at + LINE]!, isOfOtherRun };
}

export const ruleBytesAt = (records: Records, at: number): RuleBytes => ({
  isAllow: records.table[at] === KIND_ALLOW,
  original: valueAt(records, at),
  line: records.table[at + LINE]!,
});
