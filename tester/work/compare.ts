/** The same file in every reading: the URLs on which they differ, and why. */

import { diffDialects } from "../../bindings/index.ts";
import { examplePath } from "../../bindings/owners/lint/index.ts";
import { readingOrder } from "../dialect-names.ts";
import type { ReadingRow, Readings, Requests } from "../protocol.ts";
import { crawlersNamed, readingsOf } from "./file-readings.ts";

/** URLs and rows beyond these are neither compared nor shown. */
const MAX_URLS = 300;
const MAX_ROWS = 60;

/** Given URLs are compared first, then an example for each pattern of the file. */
export function readingsFor({ file, urls, names }: Requests["readings"]["ask"]): Readings {
  const readings = readingsOf({ kind: "file", text: file });
  const patterns = readings
    .in("rfc9309")
    .groups.flatMap(({ rules }) => rules.map(({ pattern }) => examplePath(pattern)));
  const compared = [...new Set([...urls, ...patterns])].slice(0, MAX_URLS);
  const crawlers = [...new Set(names.flatMap(crawlersNamed))];
  const rows = crawlers.flatMap((name) => rowsFor(file, readings.rulesFor(name).agent.tokens, compared));
  return { rows: rows.slice(0, MAX_ROWS), compared: compared.length * crawlers.length };
}

function rowsFor(file: string, tokens: readonly string[], urls: readonly string[]): ReadingRow[] {
  return diffDialects(file, tokens, urls, { maxExplained: 20 }).map(({ url, verdicts, disagreements }) => ({
    url,
    agent: tokens[0]!,
    verdicts: readingOrder.map((dialect) => {
      const { allowed, rule } = verdicts[dialect]!;
      return { dialect, allowed, ...(rule && { line: rule.line }) };
    }),
    reasons: [...new Set(disagreements.flatMap(({ columns }) => columns))],
  }));
}
