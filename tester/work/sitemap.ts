/** A sitemap as a list of URLs. A chunk of its own: most people never open one. */
import sax from "sax";
import { parseSitemap } from "../../bindings/crawl/sitemaps/index.ts";
import type { UrlListText } from "../protocol.ts";

/** Everything in the file is listed; the limits of sitemaps.org are for crawlers. */
const LIMITS = { maxBytes: 2 ** 27, maxEntries: 10 ** 7 };

export function readSitemap(text: string): UrlListText {
  const { pages, sitemaps, errors } = parseSitemap(text, { xml: sax, limits: LIMITS });
  const isIndex = pages.length === 0 && sitemaps.length > 0;
  const [error] = errors;
  return {
    format: isIndex ? "sitemap index" : "sitemap",
    urls: isIndex ? sitemaps : pages,
    ...(error !== undefined && { problem: error.message }),
  };
}
