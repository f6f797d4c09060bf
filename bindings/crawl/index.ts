/** What other rooms use of crawl. */
export { bodyAt } from "./follow.ts";
export { isSitemapError, sitemapError } from "./sitemap-limits.ts";
export type { SitemapSkip } from "./sitemaps.ts";
