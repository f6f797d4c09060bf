/** What other houses use of crawl. */
export { Pace } from "./pace/pace.ts";
export { Trips } from "./polite/polite-fetch.ts";
export { openSitemap } from "./sitemaps/open-sitemap.ts";
export { type SitemapSkip, walkSitemaps } from "./sitemaps/walk-sitemaps.ts";
