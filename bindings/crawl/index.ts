/** What other rooms use of crawl. */
export { bodyAt } from "./sitemaps/follow.ts";
export { isSitemapError, sitemapError } from "./sitemaps/sitemap-limits.ts";
export type { SitemapSkip } from "./sitemaps/walk-sitemaps.ts";
