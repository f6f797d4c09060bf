/** One row for each crawler that the survey asks about. */
import { type AgentAccess, type AgentReport, reportAgents } from "../../agents/index.ts";
import { tokensOf } from "../../agents/internal.ts";
import type { SurveyPlan } from "./plan.ts";
import type { Reading, SurveyStatus } from "./reading.ts";
import { type Signals, type UsageAnswer, type UsageSignals, unstated } from "./signals.ts";

export interface CrawlerRow {
  readonly site: string | null;
  readonly source: string;
  readonly status: SurveyStatus;
  readonly http_status: number | null;
  readonly crawler: string | null;
  readonly operator: string | null;
  readonly purpose: string | null;
  readonly access: AgentAccess | null;
  /** Whether a group names the crawler; false if that for `*` applies, null if none does. */
  readonly named: boolean | null;
  /** The user-agent line that selects the rules. */
  readonly user_agent: string | null;
  readonly directive: "allow" | "disallow" | null;
  readonly pattern: string | null;
  readonly line: number | null;
  readonly train_ai: UsageAnswer;
  readonly ai_input: UsageAnswer;
  readonly search: UsageAnswer;
  readonly error: string | null;
}

/** What holds for each crawler; nothing if the site is unreadable. */
export function reportsOf(
  { file, blanket }: Reading,
  { crawlers, dialect }: Pick<SurveyPlan, "crawlers" | "dialect">,
): readonly AgentReport[] {
  if (file !== undefined) return reportAgents(dialect === undefined ? file.body : file.robots, crawlers);
  if (blanket === undefined) return [];
  const access = blanket === "allow" ? "allowed" : "refused";
  return crawlers.map((crawler) => ({ ...crawler, isNamed: false, access }));
}

/** One row if the site is unreadable. */
export function crawlerRows(
  reading: Reading,
  reports: readonly AgentReport[],
  signals: Signals | undefined,
): readonly CrawlerRow[] {
  if (reports.length === 0) return [rowOf(reading, undefined, unstated)];
  return reports.map((report) => {
    const usage = report.group === undefined ? undefined : signals?.usageFor(tokensOf(report), report.dialect);
    return rowOf(reading, report, usage ?? unstated);
  });
}

/** One literal in the order of the columns: spreading its parts takes five times as long. */
const rowOf = (reading: Reading, report: AgentReport | undefined, usage: UsageSignals): CrawlerRow => ({
  site: reading.site,
  source: reading.source,
  status: reading.status,
  http_status: reading.httpStatus,
  crawler: report?.token ?? null,
  operator: report?.operator ?? null,
  purpose: report?.purpose ?? null,
  access: report?.access ?? null,
  named: report?.group === undefined ? null : report.isNamed,
  user_agent: report?.group ?? null,
  directive: report?.rule?.directive ?? null,
  pattern: report?.rule?.pattern ?? null,
  line: report?.rule?.line ?? null,
  train_ai: usage.train_ai,
  ai_input: usage.ai_input,
  search: usage.search,
  error: reading.error,
});
