/** The one walker over groups: where each group starts, where its user-agent lines end, and where it ends, as line numbers. */
import { expect, it } from "vitest";
import { type DialectName, dialectNamed } from "../../../bindings/core/dialects.ts";
import { LINE, RECORD_STRIDE } from "../../../bindings/core/layout.ts";
import { readRecords } from "../../../bindings/core/reader/record-reader.ts";
import { walkGroups, walkRuns } from "../../../bindings/core/reader/walk-groups.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

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

itEach<Row>("RFC 9309 §2.2.4: only rules end a run of user-agent lines: %s", (_, file, groups) =>
  expect(walk(file, "rfc9309")).toEqual(groups),
);

itEach<Row>("1994, 1996: an empty line ends a group: %s", (_, file, groups) =>
  expect(walk(file, "koster1996")).toEqual(groups),
);

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
