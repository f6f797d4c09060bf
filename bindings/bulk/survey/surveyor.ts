/** Surveys batches of sites: their rows, encoded unless the format is Parquet, and their summary. */
import type { Decider } from "../filter/index.ts";
import type { Batch } from "./batches.ts";
import type { Row } from "./columns.ts";
import { crawlerRows, reportsOf } from "./crawler-rows.ts";
import type { SurveyPlan, TextFormat } from "./plan.ts";
import { readSite } from "./reading.ts";
import { Signals } from "./signals.ts";
import type { Site } from "./site.ts";
import { siteRow } from "./site-row.ts";
import { addSite, emptySummary, type Summary } from "./summary.ts";
import { textFormats } from "./text-formats.ts";

export interface BatchResult {
  /** The number of sites up to the end of the batch. */
  readonly end: number;
  /** The encoded rows, or the rows themselves for Parquet. */
  readonly output: Uint8Array<ArrayBuffer> | readonly Row[];
  readonly summary: Summary;
}

export function surveyBatch(plan: SurveyPlan, { sites, end }: Batch): BatchResult {
  const summary = emptySummary(plan.crawlers);
  const rows = sites.flatMap((site) => rowsOfSite(plan, site, summary));
  const output = plan.format === "parquet" ? rows : encoded(plan.format, rows);
  return { end, output, summary };
}

const encoded = (format: TextFormat, rows: readonly Row[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(rows.map(textFormats[format]).join(""));

function rowsOfSite(plan: SurveyPlan, site: Site, summary: Summary): readonly Row[] {
  const { form, dialect } = plan;
  const reading = readSite(site, dialect ?? "rfc9309");
  const reports = reportsOf(reading, plan);
  const signals = reading.file && new Signals(reading.file, dialect);
  const row = form === "site" ? siteRow(reading, reports, signals) : undefined;
  const rows = row === undefined ? crawlerRows(reading, reports, signals) : [row];
  const usage = row ?? signals?.usageFor(["*"]);
  addSite(summary, { reading, reports, usage, hasLicenses: signals?.hasLicenses ?? false, rows: rows.length, row });
  return rows;
}

export type Surveyor = Decider<Batch, BatchResult>;

/** Surveys in this thread. */
export const ownSurveyor = (plan: SurveyPlan): Surveyor => ({
  concurrency: 1,
  decide: async (batch) => surveyBatch(plan, batch),
  close: async () => {},
});
