/** The table as a file: CSV for spreadsheets, JSON for programs. */
import type { Row } from "./protocol.ts";

/** RFC 4180. A cell that a spreadsheet would run as a formula starts with an apostrophe. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const verdictOf = (allowed: boolean): string => (allowed ? "allowed" : "refused");

export function toCsv(agents: readonly string[], rows: readonly Row[]): string {
  const head = ["url", ...agents.flatMap((agent) => [agent, `${agent} rule`, `${agent} line`])];
  const body = rows.map(({ url, cells }) => [
    url,
    ...agents.flatMap((_, column) => {
      const cell = cells[column];
      if (cell === undefined) return ["not a URL", "", ""];
      return [verdictOf(cell.allowed), cell.rule?.pattern ?? "", String(cell.rule?.line ?? "")];
    }),
  ]);
  return [head, ...body].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

export function toJson(agents: readonly string[], rows: readonly Row[]): string {
  const answers = rows.map(({ url, cells }) => ({
    url,
    verdicts: Object.fromEntries(cells.map((cell, column) => [agents[column]!, cell])),
  }));
  return `${JSON.stringify(answers, null, 2)}\n`;
}
