/** The list of all crawlers, by company and by purpose. */
import { type CrawlerPage, crawlerPages } from "../../build/crawlers.mts";
import { purposeTexts } from "./purposes.mts";

interface IndexRow {
  readonly token: string;
  readonly slug: string;
  /** In the list by company the purpose, else the company. */
  readonly about: string;
}

interface IndexGroup {
  readonly title: string;
  readonly rows: readonly IndexRow[];
}

export interface CrawlerIndexData {
  readonly companies: readonly IndexGroup[];
  readonly purposes: readonly IndexGroup[];
  readonly total: number;
}

declare const data: CrawlerIndexData;

export { data };

function grouped(
  pages: readonly CrawlerPage[],
  titleOf: (page: CrawlerPage) => string,
  aboutOf: typeof titleOf,
): IndexGroup[] {
  const groups = new Map<string, IndexRow[]>();
  for (const page of pages)
    groups.set(titleOf(page), [
      ...(groups.get(titleOf(page)) ?? []),
      { token: page.title, slug: page.slug, about: aboutOf(page) },
    ]);
  return [...groups].map(([title, rows]) => ({ title, rows }));
}

const companyOf = ({ agent }: CrawlerPage): string => (agent.operator === "unknown" ? "Others" : agent.operator);
const purposeOf = ({ agent }: CrawlerPage): string => purposeTexts[agent.purpose].title;

export default {
  load(): CrawlerIndexData {
    const pages = crawlerPages();
    return {
      companies: grouped(pages, companyOf, purposeOf),
      purposes: grouped(pages, purposeOf, companyOf),
      total: pages.length,
    };
  },
};
