/** docs/conformance.md: every heading that it names has vectors of its dialect, and the counts are theirs. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dialects } from "../../bindings/core/dialects.ts";
import { vectorsOf } from "./build.ts";

const text = readFileSync(new URL("../../docs/conformance.md", import.meta.url), "utf8");
const byDialect = new Map(dialects.map(({ name }) => [name as string, vectorsOf(name)]));

interface Row {
  readonly dialect: string;
  readonly cells: readonly string[];
  readonly headings: readonly string[];
}

/** A row that names headings; one that names a test counts nothing. */
function rowOf(line: string, dialect: string): Row {
  const cells = line
    .slice(2, -1)
    .split("|")
    .map((cell) => cell.trim());
  const headings = /^`test\//.test(cells[2]!) ? [] : cells[2]!.split("<br>");
  return { dialect, cells, headings };
}

const countOf = (dialect: string, headings: readonly string[]): number =>
  byDialect.get(dialect)!.filter(({ title }) => headings.includes(title)).length;

/** Walks the lines of tables, each under the mark of its dialect. */
function mapRows<T>(rowTo: (row: Row, line: string) => T, otherTo: (line: string) => T): T[] {
  let dialect = "";
  return text.split("\n").map((line) => {
    dialect = /^<!-- dialect (\w+) -->$/.exec(line)?.[1] ?? dialect;
    return /^\| (?!section)/.test(line) ? rowTo(rowOf(line, dialect), line) : otherTo(line);
  });
}

const rows = mapRows<Row | undefined>(
  (row) => row,
  () => undefined,
).filter((row) => row !== undefined);

function counted({ dialect, cells, headings }: Row): string {
  const count = headings.length === 0 ? "" : `${countOf(dialect, headings)} `;
  return `| ${cells.slice(0, 3).join(" | ")} | ${count}|`;
}

describe("docs/conformance.md", () => {
  it("has a table for each dialect", () =>
    expect(new Set(rows.map(({ dialect }) => dialect))).toEqual(new Set(byDialect.keys())));

  it.each(rows)("$dialect $cells.0: $cells.1", ({ dialect, cells, headings }) => {
    for (const heading of headings) expect(countOf(dialect, [heading]), heading).toBeGreaterThan(0);
    if (headings.length === 0) expect(existsSync(cells[2]!.replaceAll("`", "")), cells[2]).toBe(true);
  });

  it("counts the vectors (npm run vectors writes the counts)", async () =>
    expect(mapRows(counted, (line) => line).join("\n")).toMatchFileSnapshot("../../docs/conformance.md"));
});

it("every section of RFC 9309 that the vectors cite is in the table", () => {
  const listed = rows.filter(({ dialect }) => dialect === "rfc9309").map(({ cells }) => cells[0]);
  const cited = byDialect.get("rfc9309")!.flatMap(({ section }) => section.split("; "));
  const missing = cited
    .map((section) => section.replace("RFC 9309 ", "").replace(/^.*, /, ""))
    .filter((section) => !listed.includes(section));
  expect(missing).toEqual([]);
});
