/** Rows as lines of NDJSON (one object each, every column present) or of CSV (RFC 4180, with LF). */
import type { Column, Row, Value } from "./columns.ts";
import type { TextFormat } from "./plan.ts";

export const textFormats: Readonly<Record<TextFormat, (row: Row) => string>> = {
  ndjson: (row) => `${JSON.stringify(row)}\n`,
  csv: (row) => `${(Object.values(row) as Value[]).map(csvText).join()}\n`,
};

/** What the file starts with. */
export const headOf = (format: TextFormat, columns: readonly Column[]): string =>
  format === "csv" ? `${columns.map(({ name }) => name).join()}\n` : "";

/** Null is an empty field; an empty text is quoted. Lists and objects are JSON, times ISO 8601. */
function csvText(value: Value): string {
  if (value === null) return "";
  const text =
    value instanceof Date ? value.toISOString() : typeof value === "object" ? JSON.stringify(value) : `${value}`;
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
