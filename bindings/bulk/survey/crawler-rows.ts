/** One row for each crawler that the survey asks about. Rows share their parts: most crawlers get the same answer. */
import type { AgentAccess, KnownAgent } from "../../agents/index.ts";
import { type Answer, answersFor, type Reader, readerOf } from "../../agents/internal.ts";
import type { SurveyPlan } from "./plan.ts";
import type { Reading, SurveyStatus } from "./reading.ts";
import { type Signals, type UsageAnswer, type UsageSignals, unstated } from "./signals.ts";

export type SitePart = {
  readonly site: string | null;
  readonly source: string;
  readonly status: SurveyStatus;
  readonly http_status: number | null;
  readonly snapshot: string | null;
  readonly rank: number | null;
};

export const sitePartOf = ({ site, source, status, httpStatus, snapshot, rank }: Reading): SitePart => ({
  ...{ site, source, status, http_status: httpStatus, snapshot, rank },
});

export type CrawlerPart = {
  readonly crawler: string | null;
  readonly operator: string | null;
  readonly purpose: string | null;
};

export type AnswerPart = {
  readonly access: AgentAccess | null;
  /** Whether a group names the crawler; false if that for `*` applies, null if none does. */
  readonly named: boolean | null;
  /** The user-agent line that selects the rules. */
  readonly user_agent: string | null;
  readonly directive: "allow" | "disallow" | null;
  readonly pattern: string | null;
  readonly line: number | null;
  /** Of the groups that apply, in seconds. */
  readonly crawl_delay: number | null;
  readonly train_ai: UsageAnswer;
  readonly ai_input: UsageAnswer;
  readonly search: UsageAnswer;
  readonly error: string | null;
};

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
  if (file !== undefined) return answersFor(dialect === undefined ? file.body : file.robots, readers);
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
  if (answers.length === 0) return [[sitePart, nobody, answerPart(reading, undefined, unstated)]];
  const known = new Map<Answer, AnswerPart>();
  return answers.map((answer, i) => {
    let part = known.get(answer);
    if (part === undefined) {
      part = answerPart(reading, answer, usageOf(answer, readers[i]!, signals));
      known.set(answer, part);
    }
    return [sitePart, parts[i]!, part];
  });
}

/** The same for all with this answer: they read the same groups in the same dialect. */
const usageOf = ({ group }: Answer, { tokens, dialect }: Reader, signals: Signals | undefined): UsageSignals =>
  (group === undefined ? undefined : signals?.usageFor(tokens, dialect)) ?? unstated;

/** In the order of the columns. */
const answerPart = ({ error }: Reading, answer: Answer | undefined, usage: UsageSignals): AnswerPart => ({
  access: answer?.access ?? null,
  named: answer?.group === undefined ? null : answer.isNamed,
  user_agent: answer?.group ?? null,
  directive: answer?.rule?.directive ?? null,
  pattern: answer?.rule?.pattern ?? null,
  line: answer?.rule?.line ?? null,
  crawl_delay: answer?.delaySeconds ?? null,
  train_ai: usage.train_ai,
  ai_input: usage.ai_input,
  search: usage.search,
  error,
});
