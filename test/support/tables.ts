/** The tables of NAME.test.ts stand in NAME.json beside it: rows under the title of their test, or under headings below it. */
import { readFileSync } from "node:fs";
import { describe, it } from "vitest";

type Cells<Row> = Row extends readonly unknown[] ? Row : [row: Row];
type Each = <Row>(title: string, run: (...cells: [...Cells<Row>]) => unknown) => void;

/** `itEach<Row>(title, run)` runs the rows that have this title. */
export function tablesOf(test: string): { readonly itEach: Each; readonly describeEach: Each } {
  const tables = JSON.parse(readFileSync(new URL(test.replace(/\.test\.ts$/, ".json")), "utf8"));
  const rowsOf = (title: string): unknown[] => {
    const table = tables[title];
    if (table === undefined) throw new Error(`${test}: expected a table in its JSON file for "${title}"`);
    return Object.values(table).flat(Array.isArray(table) ? 0 : 1);
  };
  const each =
    (define: Pick<typeof it, "each"> | Pick<typeof describe, "each">): Each =>
    (title, run) =>
      (define as Pick<typeof it, "each">).each(rowsOf(title))(title, run as (row: unknown) => void);
  return { itEach: each(it), describeEach: each(describe) };
}
