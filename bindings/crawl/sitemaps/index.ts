/** robots-wasm/sitemaps: the pages that the sitemaps of a site list, read politely and in bounded memory. */

export type { SitemapValidators } from "./open-sitemap.ts";
export { type ParsedSitemap, type ParseSitemapOptions, parseSitemap } from "./parse-sitemap.ts";
export {
  readSitemaps,
  type SitemapEntry,
  type SitemapOptions,
  type SitemapsRead,
  type SitemapVersions,
} from "./read-sitemaps.ts";
export type { SitemapAlternate, SitemapExtensions, SitemapFields } from "./sitemap-extensions.ts";
export type { SitemapError, SitemapFault, SitemapLimits } from "./sitemap-limits.ts";
export type { SitemapSkip } from "./walk-sitemaps.ts";
