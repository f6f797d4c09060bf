/** The groups of a file as objects for people and tools; verdicts never go through here. */
import type { Rule } from "../engine/program.ts";
import type { Field } from "./fields/field.ts";
import { fieldAt, textAt } from "./groups.ts";
import { kinds } from "./keys.ts";
import { RECORD_STRIDE, type Records, record } from "./records.ts";

/** A group as it stands in the file: a run of user-agent lines and what follows them (RFC 9309 §2.1). */
export interface Group {
  /** The values of its user-agent lines as the file spells them. */
  readonly agents: readonly string[];
  /** The line of its first user-agent line, from 1. */
  readonly line: number;
  /** Its Allow and Disallow lines in file order. */
  readonly rules: readonly Rule[];
  /** Every other line in it but sitemaps. */
  readonly fields: readonly Field[];
}

interface OpenGroup extends Group {
  readonly agents: string[];
  readonly rules: Rule[];
  readonly fields: Field[];
}

export interface Outline {
  readonly groups: readonly Group[];
  /** Lines before the first group, or after one that an empty line has ended. */
  readonly fields: readonly Field[];
}

export function outlineOf(records: Records): Outline {
  const { table } = records;
  const groups: OpenGroup[] = [];
  const fields: Field[] = [];
  let group: OpenGroup | undefined;
  let inAgents = false;
  for (let at = 0; at < table.length; at += RECORD_STRIDE) {
    const kind = table[at]!;
    if (kind === kinds.userAgent) {
      if (!inAgents || group === undefined) group = openGroup(groups, table[at + record.line]!);
      inAgents = true;
      group.agents.push(valueAt(records, at));
    } else if (kind === kinds.blank) group = undefined;
    else if (kind === kinds.other) (group?.fields ?? fields).push(fieldAt(records, at));
    else if (kind !== kinds.sitemap) {
      inAgents = false;
      group?.rules.push(ruleOf(records, at));
    }
  }
  return { groups, fields };
}

function openGroup(groups: OpenGroup[], line: number): OpenGroup {
  const group: OpenGroup = { agents: [], line, rules: [], fields: [] };
  groups.push(group);
  return group;
}

const valueAt = ({ bytes, table }: Records, at: number): string =>
  textAt(bytes, table[at + record.valueStart]!, table[at + record.valueEnd]!);

const ruleOf = (records: Records, at: number): Rule => ({
  directive: records.table[at] === kinds.allow ? "allow" : "disallow",
  pattern: valueAt(records, at),
  line: records.table[at + record.line]!,
});
