/** The one walker over groups: where each group starts, where its user-agent lines end, and where it ends, as line numbers. */
import { describe, expect, it } from "vitest";
import { type DialectName, dialectNamed } from "../../../bindings/core/dialects.ts";
import { LINE, RECORD_STRIDE } from "../../../bindings/core/layout.ts";
import { readRecords } from "../../../bindings/core/reader/record-reader.ts";
import { walkGroups, walkRuns } from "../../../bindings/core/reader/walk-groups.ts";

type LinesOfGroup = readonly [run: readonly number[], rest: readonly number[]];

/** The lines of each group's run and of what follows; lines of `file` are joined by ` / `. */
function walk(file: string, dialect: DialectName, walker = walkGroups, stopAfter = 99): LinesOfGroup[] {
  const records = readRecords(new TextEncoder().encode(file.replaceAll(" / ", "\n")), dialectNamed(dialect));
  const linesIn = (from: number, to: number): number[] =>
    Array.from({ length: (to - from) / RECORD_STRIDE }, (_, i) => records.table[from + i * RECORD_STRIDE + LINE]!);
  const groups: LinesOfGroup[] = [];
  walker(records, (start, runEnd, end) => groups.push([linesIn(start, runEnd), linesIn(runEnd, end)]) >= stopAfter);
  return groups;
}

type Row = readonly [title: string, file: string, groups: readonly LinesOfGroup[]];

describe("RFC 9309 §2.2.4: only rules end a run of user-agent lines", () => {
  it.each<Row>([
    ["no group", "Disallow: /a", []],
    [
      "a run and its rules",
      "User-agent: a / User-agent: b / Disallow: /1 / Allow: /2",
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
    [
      "the next user-agent line starts a group",
      "User-agent: a / Allow: /0 / User-agent: b",
      [
        [[1], [2]],
        [[3], []],
      ],
    ],
    ["other fields stay in the run", "User-agent: a / k: v / User-agent: b / Allow: /", [[[1, 2, 3], [4]]]],
    ["other fields after a rule", "User-agent: a / Allow: /0 / k: v", [[[1], [2, 3]]]],
    ["a sitemap stays in the run", "User-agent: a / Sitemap: s / Allow: /", [[[1, 2], [3]]]],
    ["an empty line ends nothing", "User-agent: a /  / User-agent: b /  / Allow: /", [[[1, 3], [5]]]],
    ["lines before the first group are skipped", "k: v / Allow: /0 / User-agent: a", [[[3], []]]],
  ])("%s", (_, file, groups) => expect(walk(file, "rfc9309")).toEqual(groups));
});

describe("1994, 1996: an empty line ends a group", () => {
  it.each<Row>([
    [
      "and a run",
      "User-agent: a /  / User-agent: b / Disallow: /1",
      [
        [[1], []],
        [[3], [4]],
      ],
    ],
    ["later rules belong to no group", "User-agent: a / Disallow: /1 /  / Disallow: /2", [[[1], [2]]]],
  ])("%s", (_, file, groups) => expect(walk(file, "koster1996")).toEqual(groups));
});

it("walks runs of consecutive user-agent lines, which any other record ends", () => {
  const file = "User-agent: a / k: v / User-agent: b / User-agent: c / Allow: /1 / k: v";
  expect(walk(file, "rfc9309", walkRuns)).toEqual([
    [[1], [2]],
    [
      [3, 4],
      [5, 6],
    ],
  ]);
});

it("stops when the handler returns true", () => {
  expect(walk("User-agent: a / Allow: /0 / User-agent: b / Allow: /", "rfc9309", walkGroups, 1)).toEqual([[[1], [2]]]);
});
