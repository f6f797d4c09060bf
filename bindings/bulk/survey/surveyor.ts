/** Surveys batches of sites: their rows, encoded unless the format is Parquet, and their summary. */
import { type ThreadPool, threadPool } from "../files/threads.ts";
import type { Row } from "../rows/columns.ts";
import { rowsText } from "../rows/text-formats.ts";
import { agentRows, type KnownNames, knownNames } from "./agent-rows.ts";
import type { Batch } from "./batches.ts";
import { type Asked, answersOf, askedOf, crawlerRows } from "./crawler-rows.ts";
import { readSite } from "./reading.ts";
import { Signals } from "./signals.ts";
import type { Site } from "./site.ts";
import { siteRow } from "./site-row.ts";
import { addSite, emptySummary, type Summary } from "./summary.ts";
import type { SurveyPlan } from "./survey-plan.ts";

export interface BatchResult {
  /** The number of sites up to the end of the batch. */
  readonly end: number;
  /** The encoded rows, or the rows themselves for Parquet. */
  readonly output: Uint8Array<ArrayBuffer> | readonly Row[];
  readonly summary: Summary;
}

/** Returns what surveys the batches of a plan. */
export function surveyorOf(plan: SurveyPlan): (batch: Batch) => BatchResult {
  const asked = askedOf(plan.crawlers);
  const names = knownNames(plan.crawlers);
  return ({ sites, end }) => {
    const summary = emptySummary(plan.crawlers);
    const rows = sites.flatMap((site) => rowsOfSite(plan, { asked, names }, site, summary));
    const output = plan.format === "parquet" ? rows : new TextEncoder().encode(rowsText(plan.format, rows));
    return { end, output, summary };
  };
}

interface KnownCrawlers {
  readonly asked: Asked;
  readonly names: KnownNames;
}

function rowsOfSite(plan: SurveyPlan, { asked, names }: KnownCrawlers, site: Site, summary: Summary): readonly Row[] {
  const { form, dialect, snapshot } = plan;
  const reading = readSite(site, dialect ?? "rfc9309", snapshot);
  const answers = answersOf(reading, asked, dialect);
  const signals = reading.file && new Signals(reading.file, dialect);
  const row = form === "site" ? siteRow(reading, answers, signals) : undefined;
  const many = () => (form === "agent" ? agentRows(reading, names) : crawlerRows(reading, answers, asked, signals));
  const rows: readonly Row[] = row === undefined ? many() : [[row]];
  // A row by site has the preferences for `*` in its columns.
  const usage = row ?? signals?.usageFor(["*"]);
  addSite(summary, { reading, answers, usage, hasLicenses: signals?.hasLicenses ?? false, rows: rows.length, row });
  return rows;
}

const BATCHES_PER_THREAD = 2;

/** @param jobs the number of threads; 1: this one */
export function surveyorPool(jobs: number, plan: SurveyPlan): ThreadPool<Batch, BatchResult> {
  if (jobs > 1)
    return threadPool({
      file: new URL("./survey-worker.js", import.meta.url),
      plan,
      jobs,
      perThread: BATCHES_PER_THREAD,
    });
  const survey = surveyorOf(plan);
  return { concurrency: 1, decide: async (batch) => [survey(batch)], close: async () => {} };
}
