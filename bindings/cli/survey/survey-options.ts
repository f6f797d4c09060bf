/** The options of `robots-wasm survey`. */

import { closeSync, openSync } from "node:fs";
import { type RowFormat, rowFormats } from "../../bulk/rows/index.ts";
import type { SurveyForm, SurveyPlan } from "../../bulk/survey/index.ts";
import { type AccessPolicy, policies } from "../../core/access/index.ts";
import { policyOf } from "../../core/access/internal.ts";
import { type CrawlInputs, inputsAt } from "../crawl-inputs.ts";
import { usageError } from "../errors.ts";
import { checkedFile } from "../input.ts";
import {
  checkedChoice,
  checkedDialect,
  checkedInteger,
  checkedPolicy,
  checkedSnapshot,
  parseWords,
} from "../options.ts";
import { checkedPurposes, purposeHelp } from "../purposes.ts";
import { crawlersWith, selectedCrawlers } from "./crawlers.ts";

const options = {
  by: { type: "string" },
  purpose: { type: "string", multiple: true },
  agent: { type: "string", multiple: true, short: "a" },
  crawlers: { type: "string" },
  dialect: { type: "string" },
  policy: { type: "string" },
  format: { type: "string" },
  output: { type: "string", short: "o" },
  stats: { type: "string" },
  jobs: { type: "string" },
  offset: { type: "string" },
  part: { type: "string" },
  snapshot: { type: "string" },
  ranks: { type: "string" },
  quiet: { type: "boolean" },
} as const;

export interface SurveyOptions extends CrawlInputs {
  readonly plan: SurveyPlan;
  readonly policy: AccessPolicy;
  readonly output: string | undefined;
  readonly stats: string | undefined;
  readonly jobs: number;
  /** How many sites to leave out. */
  readonly offset: number;
  /** The part of an interrupted run in Parquet, with which the output begins. */
  readonly part: string | undefined;
  /** A list of hosts by rank. */
  readonly ranks: string | undefined;
  readonly quiet: boolean;
}

const forms: readonly SurveyForm[] = ["crawler", "site", "agent"];

export function surveyOptions(words: readonly string[]): SurveyOptions {
  const { values, positionals } = parseWords(words, options);
  if (positionals.length === 0) throw usageError("expected a folder or a WARC file; got none");
  const dialect = values.dialect === undefined ? undefined : checkedDialect(values.dialect);
  const inputs = inputsAt(positionals);
  const format = checkedChoice("--format", values.format ?? formatOf(values.output), rowFormats);
  if (format === "parquet" && values.output === undefined)
    throw usageError("expected --output FILE for Parquet, whose end is written last; got none");
  checkPart(values, format);
  const purposes = checkedPurposes(values.purpose);
  return {
    plan: {
      crawlers: selectedCrawlers(crawlersWith(values.crawlers), values.agent, purposes),
      form: checkedChoice("--by", values.by ?? "crawler", forms),
      ...{ dialect, format, snapshot: checkedSnapshot(values.snapshot) ?? null },
    },
    policy: values.policy === undefined ? policyOf(dialect ?? "rfc9309") : checkedPolicy(values.policy),
    ...inputs,
    output: values.output,
    stats: values.stats,
    jobs: checkedInteger("--jobs", values.jobs ?? "1", 1, 256),
    offset: checkedInteger("--offset", values.offset ?? "0", 0, Number.MAX_SAFE_INTEGER),
    part: values.part,
    ranks: values.ranks,
    quiet: values.quiet ?? false,
  };
}

/** @throws a usage error unless the part is a file in Parquet that says itself how many sites it covers */
function checkPart(values: { readonly part?: string; readonly offset?: string }, format: RowFormat): void {
  const { part, offset } = values;
  if (part === undefined) return;
  if (format !== "parquet") throw usageError(`expected --part with Parquet; got ${format}: join its parts with cat`);
  if (offset !== undefined) throw usageError("expected --offset or --part; got both");
  checkedFile("a part of an interrupted run", part, (path) => closeSync(openSync(path, "r")));
}

export const formatOf = (output = ""): RowFormat =>
  rowFormats.find((format) => output.endsWith(`.${format}`)) ?? "ndjson";

export const surveyHelp: string = `
  INPUT…             folders with one file per origin (example.com, example.com_8080, https/example.com), WARC files, or
                     folders of WARC files; the rows of folders come first, then those of all WARC files as one crawl
  --by WHAT          crawler (default): one row per site and crawler; site: one row per site, with findings of the linter;
                     agent: one row per site and name in its user-agent lines, known or not, and for *
  --snapshot NAME    the name of the crawl, such as CC-MAIN-2026-04: a column of every row, so that two surveys give a series
  --ranks FILE       a list of hosts by rank, such as Tranco's: lines HOST or RANK,HOST; each row has the rank of its host
${purposeHelp}
  --agent, -a TOKEN  only this crawler; repeatable
  --crawlers FILE    add crawlers to the table: a JSON object per line with token, and optionally purpose, operator,
                     fallback, ignoresStar, ignoresRobots, dialect
  --dialect NAME     rfc9309, google, koster1996, norobots1996, original1994 for all crawlers; default: for each crawler the one
                     that its operator documents
  --policy NAME      ${policies.map(({ name }) => name).join(", ")}: what HTTP statuses mean;
                     default: as the dialect
  --format NAME      ndjson, csv, parquet; default: by the name of --output, else ndjson
  --output, -o FILE  write rows to FILE, which appears when it is complete; default: standard output
  --stats FILE       write the summary, seconds and versions to FILE as JSON
  --jobs N           number of threads; default 1, the main thread alone
  --offset N         leave out the first N sites, as an interrupted run prints
  --part FILE        begin with the rows of FILE, the part of an interrupted run in Parquet, and go on after its sites
  --quiet            no summary
`;
