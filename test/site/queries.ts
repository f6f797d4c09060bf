/** What people type into the site's search, with a pattern of the pages that they want: the rows of queries.json. */
import { readFileSync } from "node:fs";

type Row = readonly [typed: string, page: RegExp];

const asked: Readonly<Record<"queries" | "questions", readonly (readonly [string, string])[]>> = JSON.parse(
  readFileSync(new URL("queries.json", import.meta.url), "utf8"),
);
const rowsOf = (rows: (typeof asked)["queries"]): readonly Row[] =>
  rows.map(([typed, page]) => [typed, new RegExp(page)]);

/** The first three hits must have the page. */
export const queries: readonly Row[] = rowsOf(asked.queries);
/** Questions as people ask them: the first hit must answer. Half are of people who own a site, half of developers. */
export const questions: readonly Row[] = rowsOf(asked.questions);
