/** Rows as lines of NDJSON (one object each, every column present) or of CSV (RFC 4180, with LF). */
import { jsonText, printableLines } from "../../base/printable.ts";
import type { Column, Part, Row, Value } from "./columns.ts";
import type { TextFormat } from "./plan.ts";

/** How a row is written: its start, its parts between commas, and its end. */
interface RowFormat {
  readonly start: string;
  readonly part: (part: Part) => string;
  readonly end: string;
}

const rowFormats: Readonly<Record<TextFormat, RowFormat>> = {
  ndjson: { start: "{", part: (part) => jsonText(part).slice(1, -1), end: "}\n" },
  csv: { start: "", part: (part) => (Object.values(part) as Value[]).map(csvText).join(), end: "\n" },
};

/** Parts that rows share are encoded once. */
export function textOf(format: TextFormat, rows: readonly Row[]): string {
  const { start, part, end } = rowFormats[format];
  const texts = new Map<Part, string>();
  const textOfPart = (one: Part): string => {
    let text = texts.get(one);
    if (text === undefined) {
      text = part(one);
      texts.set(one, text);
    }
    return text;
  };
  return rows.map((row) => `${start}${row.map(textOfPart).join()}${end}`).join("");
}

/** What the file starts with. */
export const headOf = (format: TextFormat, columns: readonly Column[]): string =>
  format === "csv" ? `${columns.map(({ name }) => name).join()}\n` : "";

/** Null is an empty field; an empty text is quoted. Lists and objects are JSON, times ISO 8601. */
function csvText(value: Value): string {
  if (value === null) return "";
  const text = cellText(value);
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet would run a text that begins like a formula; robots.txt files are strangers'. */
function cellText(value: NonNullable<Value>): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return jsonText(value);
  if (typeof value !== "string") return `${value}`;
  return printableLines(/^[=+\-@]/.test(value) ? `'${value}` : value);
}
