/** Tables for terminals. */
import { formatNumber } from "../base/numbers.ts";

type Cell = string | number;

/** Columns of numbers are aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const texts = [head, ...rows.map((row) => row.map((cell) => (typeof cell === "number" ? formatNumber(cell) : cell)))];
  const widths = head.map((_, i) => Math.max(...texts.map((row) => row[i]!.length)));
  const isNumber = head.map((_, i) => typeof rows[0]?.[i] === "number");
  return texts.map((row) =>
    row
      .map((cell, i) => (isNumber[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join("  ")
      .trimEnd(),
  );
}
