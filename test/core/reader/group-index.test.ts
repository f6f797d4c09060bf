/** The index of a file's groups gives the groups that a walk through the file gives, and a naive selection (RFC 9309 §2.2.1). */
import { expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { KIND_ALLOW, LINE } from "../../../bindings/core/layout.ts";
import { GroupIndex } from "../../../bindings/core/reader/group-index.ts";
import { groupsFor, selectRules } from "../../../bindings/core/reader/groups.ts";
import { readRecords } from "../../../bindings/core/reader/record-reader.ts";
import { below, holds, oneIn, pick, times } from "../../assembly/memory.ts";

const AGENTS = ["a", "a", "b", "A/1", "*", "*", "c", "", "* x", "xa"];
const LINES = ["Allow: /1", "Disallow: /2", "", "", "k: v", "Crawl-delay: 1", "License: l", "Sitemap: s", "#"];
const anyLine = (): string => (oneIn(2) ? `User-agent: ${pick(AGENTS)}` : pick(LINES));

it.each(dialects)("$name: groups by agent, the obeyed ones, and their rules", (dialect) => {
  holds(400, () => {
    const records = readRecords(Buffer.from(times(1 + below(14), anyLine).join("\n")), dialect);
    const index = new GroupIndex(records, dialect);
    for (const agent of ["a", "b", "xa", "", undefined])
      expect(index.groupsFor(agent)).toEqual(groupsFor(records, agent, dialect));
    const tokens = times(below(3), () => pick(["a", "b", "d", ""]));
    const { groups, isNamed } = index.obeyedBy(tokens);
    const selection = selectRules(records, tokens, dialect);
    expect(isNamed).toBe(selection.isNamed);
    expect(groups.length > 0).toBe(selection.hasGroup);
    expect(index.rulesOf(groups)).toEqual(selection.rules);
    for (const { isAllow, line } of selection.rules) {
      const at = records.table.findIndex((value, i) => i % 6 === LINE && value === line);
      expect(isAllow).toBe(records.table[at - LINE] === KIND_ALLOW);
    }
  });
});
