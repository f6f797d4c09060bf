/** One row for each crawler that the survey asks about. Rows share their parts: most crawlers get the same answer. */
import type { KnownAgent } from "../../owners/agents/index.ts";
import { type Answer, answersFor, type Reader, readerOf } from "../../owners/agents/internal.ts";
import type { Reading } from "./reading.ts";
import { type Signals, type UsageSignals, unstated } from "./signals.ts";
import type { AnswerPart, CrawlerPart, SitePart } from "./survey-columns.ts";
import type { SurveyPlan } from "./survey-plan.ts";

export const sitePartOf = ({ site, source, status, httpStatus, snapshot, rank }: Reading): SitePart => ({
  ...{ site, source, status, http_status: httpStatus, snapshot, rank },
});

export type CrawlerRow = readonly [SitePart, CrawlerPart, AnswerPart];

/** The crawlers of a survey, prepared once for all sites. */
export interface Asked {
  readonly readers: readonly Reader[];
  readonly parts: readonly CrawlerPart[];
}

export const askedOf = (crawlers: readonly KnownAgent[]): Asked => ({
  readers: crawlers.map(readerOf),
  parts: crawlers.map(({ token, operator, purpose }) => ({ crawler: token, operator, purpose })),
});

/** What holds for each crawler; nothing if the site is unreadable. */
export function answersOf(
  { file, blanket }: Reading,
  { readers }: Asked,
  dialect: SurveyPlan["dialect"],
): readonly Answer[] {
  if (file !== undefined) return answersFor(dialect === undefined ? file.byDialect : file.robots, readers);
  if (blanket === undefined) return [];
  const answer: Answer = { isNamed: false, access: blanket };
  return readers.map(() => answer);
}

export const nobody: CrawlerPart = { crawler: null, operator: null, purpose: null };

/** One row if the site is unreadable. */
export function crawlerRows(
  reading: Reading,
  answers: readonly Answer[],
  { readers, parts }: Asked,
  signals: Signals | undefined,
): readonly CrawlerRow[] {
  const sitePart = sitePartOf(reading);
  if (answers.length === 0) return [[sitePart, nobody, answerCells(reading, undefined, unstated)]];
  const known = new Map<Answer, AnswerPart>();
  return answers.map((answer, i) => {
    let part = known.get(answer);
    if (part === undefined) {
      part = answerCells(reading, answer, usageOf(answer, readers[i]!, signals));
      known.set(answer, part);
    }
    return [sitePart, parts[i]!, part];
  });
}

/** One object for all crawlers with this answer: they read the same groups in the same dialect. */
const usageOf = ({ group }: Answer, { tokens, dialect }: Reader, signals: Signals | undefined): UsageSignals =>
  (group === undefined ? undefined : signals?.usageFor(tokens, dialect)) ?? unstated;

/** In the order of the columns. */
const answerCells = ({ error }: Reading, answer: Answer | undefined, usage: UsageSignals): AnswerPart => ({
  access: answer?.access ?? null,
  named: answer?.group === undefined ? null : answer.isNamed,
  user_agent: answer?.group ?? null,
  directive: answer?.rule?.directive ?? null,
  pattern: answer?.rule?.pattern ?? null,
  line: answer?.rule?.line ?? null,
  crawl_delay: answer?.delaySeconds ?? null,
  ...usage,
  error,
});
