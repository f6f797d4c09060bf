/** `surveyorOf` on sites of tests, and its rows as objects. */

import type { Output } from "../../../bindings/bulk/files/output-file.ts";
import type { Row } from "../../../bindings/bulk/rows/index.ts";
import { ParquetOutput } from "../../../bindings/bulk/rows/parquet-output.ts";
import type { Site } from "../../../bindings/bulk/survey/site.ts";
import type {
  AgentPart,
  AnswerPart,
  CrawlerPart,
  SitePart,
  SiteRow,
} from "../../../bindings/bulk/survey/survey-columns.ts";
import { columnsOf } from "../../../bindings/bulk/survey/survey-columns.ts";
import type { SurveyForm, SurveyPlan } from "../../../bindings/bulk/survey/survey-plan.ts";
import { type BatchResult, surveyorOf } from "../../../bindings/bulk/survey/surveyor.ts";
import type { Replayed } from "../../../bindings/bulk/warc/replay.ts";
import { type KnownAgent, knownAgents } from "../../../bindings/owners/agents/index.ts";

export const crawler = (token: string): KnownAgent => knownAgents.find((one) => one.token === token)!;

export const captured = (body: string | Uint8Array, more: Partial<Replayed> = {}, fetchedAtMs = 0): Replayed => ({
  origin: "https://a.example",
  state: { status: "success", verdict: "rules", fetchedAtMs },
  redirects: [],
  kept: typeof body === "string" ? new TextEncoder().encode(body) : body,
  ...more,
});

export function surveyed(sites: readonly Site[], plan: Partial<SurveyPlan> = {}): BatchResult {
  const crawlers = [crawler("GPTBot"), crawler("CCBot")];
  const survey = surveyorOf({
    crawlers,
    form: "crawler",
    dialect: "rfc9309",
    format: "parquet",
    snapshot: null,
    ...plan,
  });
  return survey({ sites, end: 9 });
}

export const partsOf = (form: SurveyForm, sites: readonly Site[], plan: Partial<SurveyPlan> = {}): readonly Row[] =>
  surveyed(sites, { form, ...plan }).output as readonly Row[];

const rowsOf = (form: SurveyForm, sites: readonly Site[], plan: Partial<SurveyPlan> = {}): readonly object[] =>
  partsOf(form, sites, plan).map((parts) => Object.assign({}, ...parts));

export type CrawlerValues = SitePart & CrawlerPart & AnswerPart;

export const crawlerRowsOf = (sites: readonly Site[], plan?: Partial<SurveyPlan>): readonly CrawlerValues[] =>
  rowsOf("crawler", sites, plan) as readonly CrawlerValues[];
export const siteRowsOf = (sites: readonly Site[], plan?: Partial<SurveyPlan>): readonly SiteRow[] =>
  rowsOf("site", sites, plan) as readonly SiteRow[];

export const agentRowsOf = (sites: readonly Site[], plan?: Partial<SurveyPlan>): readonly (SitePart & AgentPart)[] =>
  rowsOf("agent", sites, plan) as readonly (SitePart & AgentPart)[];

/** An output in memory. */
export function memoryOutput(): Output & { readonly bytes: () => Buffer } {
  const pieces: Uint8Array[] = [];
  return { write: async (bytes) => void pieces.push(bytes), commit: () => {}, bytes: () => Buffer.concat(pieces) };
}

/** @param piece how many rows to write at a time */
export async function parquetOf(
  form: SurveyForm,
  rows: readonly Row[],
  piece: number,
  groupRows?: number,
): Promise<Buffer> {
  const output = memoryOutput();
  const parquet = new ParquetOutput(output, columnsOf(form), "test", undefined, groupRows);
  for (let at = 0; at < rows.length; at += piece) await parquet.write(rows.slice(at, at + piece));
  await parquet.finish();
  return output.bytes();
}
