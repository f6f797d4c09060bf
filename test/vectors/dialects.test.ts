/** The tables of docs/dialects.md are the data of the dialects, and what doors call a URL (npm run vectors writes them). */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { columns, type Dialect, dialects } from "../../bindings/core/dialects.ts";
import { urlTable } from "./doors/table.ts";

const page = readFileSync(new URL("../../docs/dialects.md", import.meta.url), "utf8");
const MARKS = /(<!-- columns: .* -->\n)[\s\S]*?(<!-- \/columns -->)/;

const oldestFirst = ["original1994", "koster1996", "norobots1996", "rfc9309", "google"];
const rows = [...dialects].sort((a, b) => oldestFirst.indexOf(a.name) - oldestFirst.indexOf(b.name));

type Part = keyof typeof columns;
/** The word for a dialect's value: by the number of the column's flags that are set, without words of its own yes or no. */
function cellOf({ flags, token }: Dialect, part: Part, key: string): string {
  if (key === "token") return token;
  const [mask, ...words] = columns[part][key]!;
  const set = (flags & mask).toString(2).replaceAll("0", "").length;
  return (words.length === 0 ? ["no", "yes"] : words)[set]!;
}

const rowOf = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;

const source = readFileSync(new URL("../../bindings/core/dialects.ts", import.meta.url), "utf8");

/** The docstring of a member, on one line. */
function meaningOf(key: string): string {
  const [, doc] = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s+(readonly )?${key}:`).exec(source)!;
  return doc!
    .replaceAll(/\n\s*\*/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("|", "\\|")
    .trim();
}

/** The columns in which dialects differ. What a CanonicalForm says and the numbers are explained in the text. */
function rowsOf(part: Part): string[] {
  const keys = [...(part === "agents" ? ["token"] : []), ...Object.keys(columns[part])];
  return keys
    .map((key) => ({ key, cells: rows.map((dialect) => cellOf(dialect, part, key)) }))
    .filter(({ cells }) => new Set(cells).size > 1)
    .map(({ key, cells }) => rowOf([`${part}.${key}`, ...cells, meaningOf(key)]));
}

const head = `${rowOf(["point", ...rows.map(({ name }) => name), "meaning"])}|${"---|".repeat(rows.length + 2)}\n`;
const table = head + (Object.keys(columns) as Part[]).flatMap(rowsOf).join("");

const URL_MARKS = /(<!-- urls: .* -->\n)[\s\S]*?(<!-- \/urls -->)/;

it("has the marks of the tables, and a column for each dialect", () => {
  expect(page).toMatch(MARKS);
  expect(page).toMatch(URL_MARKS);
  expect([...oldestFirst].sort()).toEqual(dialects.map(({ name }) => name as string).sort());
});

it("the tables are the data and the answers", async () => {
  const urls = await urlTable();
  const made = page
    .replace(MARKS, (_, start, end) => `${start}${table}${end}`)
    .replace(URL_MARKS, (_, start, end) => `${start}${urls}${end}`);
  await expect(made).toMatchFileSnapshot("../../docs/dialects.md");
});
