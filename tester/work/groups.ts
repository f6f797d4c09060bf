/** The groups of a file as lines, for edits that leave all other lines as they are. */

import { fieldAt, isOther, isRule, isUserAgent, offsetsIn, walkGroups } from "../../bindings/core/parsing.ts";
import { RobotsTxt } from "../../bindings/index.ts";
import { productToken } from "../../bindings/owners/agents/rows/internal.ts";
import { linesOf } from "../line-diff.ts";
import { readingsOf } from "./readings.ts";

/** Lines are counted from 1. */
export interface LineGroup {
  /** The names in lower case. */
  readonly agents: readonly { readonly name: string; readonly line: number }[];
  readonly rules: readonly number[];
  /** Its other fields but licences, which may be meant for the whole file. */
  readonly fields: readonly number[];
}

/** A name without its version, as crawlers look for it. */
const nameIn = (value: string): string => (productToken(value).split("/")[0] ?? "").toLowerCase();

/** As Google reads: it also accepts misspelt names of fields. */
export function groupsIn(file: string): readonly LineGroup[] {
  const { records } = RobotsTxt.partsOf(readingsOf({ kind: "file", text: file }).in("google"));
  const groups: LineGroup[] = [];
  const select = (from: number, to: number, isWanted: (kind: number) => boolean) =>
    offsetsIn(records.table, from, to, isWanted).map((at) => fieldAt(records, at));
  walkGroups(records, (start, runEnd, end) => {
    groups.push({
      agents: select(start, runEnd, isUserAgent).map(({ value, line }) => ({ name: nameIn(value), line })),
      rules: select(runEnd, end, isRule).map(({ line }) => line),
      fields: select(start, end, isOther).flatMap(({ key, line }) => (key === "license" ? [] : line)),
    });
    return false;
  });
  return groups;
}

/** The file without the names of these crawlers. A group that then names nobody goes with its rules. */
export function withoutNames(file: string, tokens: readonly string[]): string {
  const gone = new Set(tokens.map((token) => token.toLowerCase()));
  const removed = new Set<number>();
  for (const { agents, rules, fields } of groupsIn(file)) {
    const named = agents.filter(({ name }) => gone.has(name)).map(({ line }) => line);
    const all = named.length === agents.length ? [...named, ...rules, ...fields] : named;
    for (const line of all) removed.add(line);
  }
  if (removed.size === 0) return file;
  return linesOf(file)
    .filter((_, i) => !removed.has(i + 1))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n");
}
