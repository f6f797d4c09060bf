/** What operators say about their crawlers beyond the standard, as data: no verdict depends on it. */
import { checkedObject } from "../../base/arguments.ts";
import type { KnownAgent } from "./rows/known-agent.ts";

/** What a habit is about. */
export type HabitTopic = "group" | "rule" | "crawl-delay" | "status" | "redirect" | "cache" | "limit";

/** One thing that an operator does unlike RFC 9309, or that the standard leaves open. */
export interface OperatorHabit {
  readonly operator: string;
  readonly topic: HabitTopic;
  /** A sentence. */
  readonly habit: string;
  /** `page`: a copy of the operator's page was read. `report`: others report it, or the copy is old. */
  readonly confidence: "page" | "report";
  readonly source: string;
  /** The day on which it was compared with its source, as YYYY-MM-DD. */
  readonly checked: string;
}

const BING = "https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question";
const BING_REPORT =
  "https://thrivesearch.com/robots-txt-tip-from-bing-include-all-relevant-directives-if-you-have-a-bingbot-section/";
const YANDEX = "https://yandex.com/support/webmaster/en/robot-workings/user-agent";
const YANDEX_FILE = "https://yandex.com/support/webmaster/en/controlling-robot/robots-txt";
const YANDEX_DELAY = "https://yandex.com/support/webmaster/en/robot-workings/crawl-delay";
const SEZNAM = "https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control";
const SERPSTAT = "https://serpstatbot.com/";
const AMAZON = "https://developer.amazon.com/amazonbot";

type Row = readonly [HabitTopic, habit: string, OperatorHabit["confidence"], source: string, checked: string];

const of = (operator: string, rows: readonly Row[]): OperatorHabit[] =>
  rows.map(([topic, habit, confidence, source, checked]) => ({ operator, topic, habit, confidence, source, checked }));

/** The habits of operators, one a line. */
// biome-ignore format: one row a line, so that a changed row is one changed line.
export const operatorHabits: readonly OperatorHabit[] = [
  ...of("Microsoft", [
    ["crawl-delay", "Crawl-delay of the group for * holds for bingbot even if it has a group of its own.", "report", BING_REPORT, "2026-11-22"],
    ["group", "Only the robots.txt of the exact host counts; a host without one is open.", "page", BING, "2026-11-22"],
  ]),
  ...of("Yandex", [
    ["group", "A robot looks for its own name, then for a line that contains Yandex, then for *.", "page", YANDEX, "2026-11-22"],
    ["group", "Some robots obey only a group that has their own name.", "page", YANDEX, "2026-11-22"],
    ["status", "Any response other than a text with status 200 leaves the site open.", "report", YANDEX_FILE, "2026-11-22"],
    ["redirect", "Redirects are followed to other sites, and the rules found there count.", "report", YANDEX_FILE, "2026-11-22"],
    ["limit", "A file above 500 KB leaves the site open.", "report", YANDEX_FILE, "2026-11-22"],
    ["crawl-delay", "Crawl-delay is not read since 2018.", "report", YANDEX_DELAY, "2026-11-22"],
  ]),
  ...of("Amazon", [
    ["status", "If robots.txt cannot be fetched, a copy of the last 30 days counts; without one the site is open.", "report", AMAZON, "2026-11-22"],
    ["redirect", "A redirect counts as a failure.", "report", AMAZON, "2026-11-22"],
    ["cache", "Changes take effect within 24 hours.", "report", AMAZON, "2026-11-22"],
    ["crawl-delay", "Crawl-delay is not supported.", "report", AMAZON, "2026-11-22"],
  ]),
  ...of("Apple", [
    ["group", "Applebot obeys the group for Googlebot if no group names Applebot.", "page", "https://support.apple.com/en-us/119829", "2026-11-22"],
  ]),
  ...of("Common Crawl", [
    ["redirect", "Up to 5 redirects are followed for robots.txt.", "page", "https://commoncrawl.org/ccbot", "2026-11-22"],
    ["status", "CCBot slows down after 429 and 5xx.", "page", "https://commoncrawl.org/ccbot", "2026-11-22"],
  ]),
  ...of("Perplexity", [
    ["cache", "Changes take effect within 24 hours.", "page", "https://docs.perplexity.ai/docs/resources/perplexity-crawlers", "2026-11-22"],
  ]),
  ...of("OpenAI", [
    ["group", "If a file allows both GPTBot and OAI-SearchBot, one crawl may serve both.", "report", "https://www.seroundtable.com/openai-chatgpt-crawler-oai-searchbot-update-40558.html", "2026-11-23"],
  ]),
  ...of("Kagi", [
    ["group", "Kagibot obeys the group for Googlebot if no group names Kagibot.", "page", "https://kagi.com/bot", "2026-11-23"],
  ]),
  ...of("The Hive", [
    ["group", "ImagesiftBot obeys the group for Googlebot if no group names ImagesiftBot.", "page", "https://imagesift.com/about", "2026-11-23"],
  ]),
  ...of("Screaming Frog", [
    ["group", "The SEO Spider obeys the group for Googlebot if no group names it.", "page", "https://www.screamingfrog.co.uk/guides/robots-txt/", "2026-11-23"],
  ]),
  ...of("Diffbot", [
    ["rule", "The Crawl API does not read Allow.", "page", "https://docs.diffbot.com/reference/crawl-introduction", "2026-11-23"],
  ]),
  ...of("Mojeek", [
    ["group", "MojeekBot obeys the first group that names it, or else the first group for *.", "page", "https://www.mojeek.com/bot.html", "2026-11-23"],
  ]),
  ...of("Seznam.cz", [
    ["crawl-delay", "SeznamBot reads Request-rate.", "report", SEZNAM, "2026-11-23"],
    ["cache", "Changes take effect after several days, on sites that are rarely visited after several weeks.", "page", SEZNAM, "2026-11-23"],
  ]),
  ...of("Serpstat", [
    ["crawl-delay", "The crawler cuts a Crawl-delay to 20 seconds.", "page", SERPSTAT, "2026-11-23"],
    ["redirect", "Redirects of robots.txt are followed within the same site.", "page", SERPSTAT, "2026-11-23"],
    ["status", "If robots.txt cannot be retrieved, for example with status 403, the site is open.", "page", SERPSTAT, "2026-11-23"],
  ]),
  ...of("DuckDuckGo", [
    ["cache", "Changes for DuckAssistBot take effect after 72 hours.", "page", "https://duckduckgo.github.io/duckduckgo-help-pages/results/duckassistbot/", "2026-11-23"],
  ]),
];

/** Returns the habits of a crawler's operator. @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a row. */
export function habitsOf(agent: Pick<KnownAgent, "operator">): readonly OperatorHabit[] {
  const { operator } = checkedObject("agent", agent);
  return operatorHabits.filter((one) => one.operator === operator);
}
