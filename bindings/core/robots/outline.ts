/** The groups of a file as objects, for people and tools. Verdicts never depend on them. */
import { KIND_ALLOW } from "../layout.ts";
import type { Rule } from "../program/program.ts";
import { fieldAt, fieldsOutsideGroups, textAt } from "../reader/groups.ts";
import {
  isOther,
  isRule,
  isUserAgent,
  LINE,
  offsetsIn,
  type Records,
  VALUE_END,
  VALUE_START,
} from "../reader/records.ts";
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

export function outlineOf(records: Records): Outline {
  const groups: Group[] = [];
  walkGroups(records, (start, runEnd, end) => {
    groups.push(groupAt(records, start, runEnd, end));
    return false;
  });
  return { groups, fields: fieldsOutsideGroups(records).map((at) => fieldAt(records, at)) };
}

const groupAt = (records: Records, start: number, runEnd: number, end: number): Group => ({
  agents: offsetsIn(records.table, start, runEnd, isUserAgent).map((at) => valueAt(records, at)),
  line: records.table[start + LINE]!,
  rules: offsetsIn(records.table, runEnd, end, isRule).map((at) => ruleOf(records, at)),
  fields: offsetsIn(records.table, start, end, isOther).map((at) => fieldAt(records, at)),
});

const valueAt = ({ bytes, table }: Records, at: number): string =>
  textAt(bytes, table[at + VALUE_START]!, table[at + VALUE_END]!);

const ruleOf = (records: Records, at: number): Rule => ({
  directive: records.table[at] === KIND_ALLOW ? "allow" : "disallow",
  pattern: valueAt(records, at),
  line: records.table[at + LINE]!,
});
