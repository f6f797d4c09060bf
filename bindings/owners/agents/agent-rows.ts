/** The format of the tables of crawlers: rows under an operator's page, with what all rows of a page share written once. */
import {
  type AgentConfidence,
  type AgentPurpose,
  type CrawlDelaySupport,
  type KnownAgent,
  usualHabits,
} from "./rows/known-agent.ts";

type Details = Partial<typeof usualHabits & Pick<KnownAgent, "note">>;
type Row = readonly [token: string, purpose: AgentPurpose, details?: Details];

/** What an operator documents for all of its crawlers. */
const operators: Readonly<Record<string, { dialect?: "google"; crawlDelay?: CrawlDelaySupport }>> = {
  // https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec: Google's own reading, without crawl-delay.
  Google: { dialect: "google", crawlDelay: "ignored" },
  // operator-habits.ts: Yandex stopped reading Crawl-delay in 2018.
  Yandex: { crawlDelay: "ignored" },
};

/** @returns the rows of one page of an operator; `checked` is the day on which they were compared with it. */
export const from = (
  operator: string,
  source: string,
  checked: string,
  confidence: AgentConfidence,
  rows: readonly Row[],
): KnownAgent[] =>
  rows.map(([token, purpose, details]) => ({
    token,
    operator,
    purpose,
    ...usualHabits,
    ...operators[operator],
    ...details,
    source,
    confidence,
    checked,
  }));
