/** Of a list of pages, those that two versions of a file decide: a robots.txt counts for one host (RFC 9309 §2.3). */
import { urlOf } from "../../base/url.ts";

interface PagesOfSite {
  /** Each once, as given. A path belongs to the host of the file. */
  readonly urls: readonly string[];
  /** URLs of other hosts, which are left out. */
  readonly others: number;
  readonly host: string;
}

/** @param origin of the site; by default that of the first absolute URL */
export function pagesOfSite(given: readonly string[], origin?: string): PagesOfSite {
  const all = [...new Set(given)];
  const site = origin ?? originOf(all.find((url) => !url.startsWith("/")) ?? "/");
  const urls = all.filter((url) => url.startsWith("/") || originOf(url) === site);
  return { urls, others: all.length - urls.length, host: site.replace(/^https?:\/\//, "") };
}

const originOf = (url: string): string => urlOf(url)?.origin ?? "";
