/** The groups of a file as objects, for people and tools. Verdicts never depend on them. */
import { KIND_ALLOW, LINE, RECORD_STRIDE, VALUE_END, VALUE_START } from "../layout.ts";
import type { Rule } from "../program/program.ts";
import { fieldsOutsideGroups } from "../reader/groups.ts";
import { isOther, isRule, isUserAgent, type Records } from "../reader/records.ts";
import { fieldAt, type ReadText, textReader } from "../reader/text.ts";
import { walkGroups } from "../reader/walk-groups.ts";
import type { Field } from "./fields/field.ts";

/** A group of the file: a run of user-agent lines and the lines that follow it (RFC 9309 §2.1). */
export interface Group {
  /** The values of its user-agent lines as the file spells them. */
  readonly agents: readonly string[];
  /** The line of its first user-agent line, from 1. */
  readonly line: number;
  /** Its Allow and Disallow lines in file order. */
  readonly rules: readonly Rule[];
  /** All its other lines except sitemaps. */
  readonly fields: readonly Field[];
}

export interface Outline {
  readonly groups: readonly Group[];
  /** Lines before the first group, or after a group that an empty line has ended. */
  readonly fields: readonly Field[];
}

/** The groups and fields of a file, frozen because all callers share them. */
export function outlineOf(records: Records): Outline {
  const groups: Group[] = [];
  const read = textReader(records.bytes, 0, records.bytes.length);
  walkGroups(records, (start, _runEnd, end) => {
    groups.push(groupAt(records, start, end, read));
    return false;
  });
  const fields = fieldsOutsideGroups(records).map((at) => Object.freeze(fieldAt(records, at, read)));
  return { groups: Object.freeze(groups), fields: Object.freeze(fields) };
}

function groupAt(records: Records, start: number, end: number, read: ReadText): Group {
  const { table } = records;
  const [agents, rules, fields]: [string[], Rule[], Field[]] = [[], [], []];
  for (let at = start; at < end; at += RECORD_STRIDE) {
    const kind = table[at]!;
    if (isOther(kind)) fields.push(Object.freeze(fieldAt(records, at, read)));
    else if (isRule(kind)) rules.push(outlineRule(table, at, read));
    else if (isUserAgent(kind)) agents.push(valueText(table, at, read));
  }
  for (const list of [agents, rules, fields]) Object.freeze(list);
  return Object.freeze({ agents, line: table[start + LINE]!, rules, fields });
}

const valueText = (table: Int32Array, at: number, read: ReadText): string =>
  read(table[at + VALUE_START]!, table[at + VALUE_END]!);

const outlineRule = (table: Int32Array, at: number, read: ReadText): Rule =>
  Object.freeze({
    directive: table[at] === KIND_ALLOW ? "allow" : "disallow",
    pattern: valueText(table, at, read),
    line: table[at + LINE]!,
  });
