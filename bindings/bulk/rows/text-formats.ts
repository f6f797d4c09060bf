/** Rows as lines of NDJSON (one object each, every column present) or of CSV (RFC 4180, with LF). */
import { csvCell } from "../../base/csv.ts";
import { jsonText, printableLines } from "../../base/printable.ts";
import type { Column, Part, Row, TextFormat, Value } from "./columns.ts";

/** How a row is written: its start, its parts between commas, and its end. */
interface Encoding {
  readonly start: string;
  readonly part: (part: Part) => string;
  readonly end: string;
}

const encodings: Readonly<Record<TextFormat, Encoding>> = {
  ndjson: { start: "{", part: (part) => jsonText(part).slice(1, -1), end: "}\n" },
  csv: { start: "", part: (part) => (Object.values(part) as Value[]).map(csvText).join(), end: "\n" },
};

/** Parts that rows share are encoded once. */
export function rowsText(format: TextFormat, rows: readonly Row[]): string {
  const { start, part, end } = encodings[format];
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
export const headLine = (format: TextFormat, columns: readonly Column[]): string =>
  format === "csv" ? `${columns.map(({ name }) => name).join()}\n` : "";

/** Null is an empty field; an empty text is quoted. Lists and objects are JSON, times ISO 8601. */
function csvText(value: Value): string {
  if (value === null) return "";
  if (value === "") return '""';
  if (typeof value === "string") return csvCell(printableLines(value));
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? csvCell(jsonText(value)) : `${value}`;
}
