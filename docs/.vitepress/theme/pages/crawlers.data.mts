/** Every crawler by purpose, from robots-wasm/agents. */
import { type AgentPurpose, type KnownAgent, knownAgents, type PurposeText, purposeTexts } from "robots-wasm/agents";
import { slugOfCrawler } from "../../build/crawlers.mts";

export interface CrawlerRow {
  readonly token: string;
  readonly operator: string;
  readonly source: string;
  readonly slug: string;
  /** What a site owner should know beside the purpose. */
  readonly notes: readonly string[];
}

export interface PurposeSection extends PurposeText {
  readonly purpose: AgentPurpose;
  readonly rows: readonly CrawlerRow[];
}

const notesOf = ({ status, fallback, ignoresStar, ignoresRobots, crawlDelay, alsoFor }: KnownAgent): string[] => [
  ...(status === "active" ? [] : [status]),
  ...(fallback.length > 0 ? [`without a group of its own, obeys the group of ${fallback.join(", then ")}`] : []),
  ...(ignoresStar ? ["ignores the group for *"] : []),
  ...(ignoresRobots ? ["may ignore robots.txt"] : []),
  ...(crawlDelay === "obeyed" ? ["obeys Crawl-delay"] : []),
  ...alsoFor.map((purpose) => `also: ${purposeTexts[purpose].title.toLowerCase()}`),
];

const rowOf = (agent: KnownAgent): CrawlerRow => ({
  token: agent.token,
  operator: agent.operator,
  source: agent.source,
  slug: slugOfCrawler(agent.token),
  notes: notesOf(agent),
});

const ORDER = Object.keys(purposeTexts) as readonly AgentPurpose[];

declare const data: readonly PurposeSection[];

export { data };

export default {
  load: (): PurposeSection[] =>
    ORDER.map((purpose) => ({
      purpose,
      ...purposeTexts[purpose],
      rows: knownAgents.filter((agent) => agent.purpose === purpose).map(rowOf),
    })),
};
