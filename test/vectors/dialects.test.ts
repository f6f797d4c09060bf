/** The table of docs/dialects.md is the data of the dialects (npm run vectors writes it). */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Dialect, dialects } from "../../bindings/core/dialects.ts";

const page = readFileSync(new URL("../../docs/dialects.md", import.meta.url), "utf8");
const MARKS = /(<!-- columns: .* -->\n)[\s\S]*?(<!-- \/columns -->)/;

const parts = ["lines", "agents", "rules", "pattern", "url"] as const;
const oldestFirst = ["original1994", "koster1996", "norobots1996", "rfc9309", "google"];
const columns = [...dialects].sort((a, b) => oldestFirst.indexOf(a.name) - oldestFirst.indexOf(b.name));

const columnOf = (dialect: Dialect, part: (typeof parts)[number], key: string): unknown =>
  (dialect[part] as unknown as Record<string, unknown>)[key];
const cellOf = (value: unknown): string => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));
const rowOf = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;

const source = readFileSync(new URL("../../bindings/core/dialects.ts", import.meta.url), "utf8");

/** The docstring of a member, on one line. */
function meaningOf(key: string): string {
  const [, doc] = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s+readonly ${key}:`).exec(source)!;
  return doc!
    .replaceAll(/\n\s*\*/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("|", "\\|")
    .trim();
}

/** Words and switches in which dialects differ; functions and numbers are explained in the text. */
function rowsOf(part: (typeof parts)[number]): string[] {
  const keys = Object.entries(dialects[0]![part])
    .filter(([, value]) => ["boolean", "string"].includes(typeof value))
    .map(([key]) => key);
  return keys
    .map((key) => ({ key, cells: columns.map((dialect) => cellOf(columnOf(dialect, part, key))) }))
    .filter(({ cells }) => new Set(cells).size > 1)
    .map(({ key, cells }) => rowOf([`${part}.${key}`, ...cells, meaningOf(key)]));
}

const head = `${rowOf(["", ...columns.map(({ name }) => name), "meaning"]).replace("|  |", "| |")}|${"---|".repeat(columns.length + 2)}\n`;
const table = head + parts.flatMap(rowsOf).join("");

it("has the marks of the table, and a column for each dialect", () => {
  expect(page).toMatch(MARKS);
  expect([...oldestFirst].sort()).toEqual(dialects.map(({ name }) => name as string).sort());
});

it("the table is the data", async () =>
  expect(page.replace(MARKS, (_, start, end) => `${start}${table}${end}`)).toMatchFileSnapshot(
    "../../docs/dialects.md",
  ));
