/**
 * Sitemap lines: they belong to the whole file, not to a group (RFC 9309 §2.2.4). Each URL once, in file order. Only http,
 * https and ftp URLs are returned, because callers fetch them; relative ones are resolved against the file's own URL.
 */

import { fetchableUrl } from "../../base/url.ts";
import { textAt } from "../reader/groups.ts";
import { isSitemap, offsetsIn, type Records, VALUE_END, VALUE_START } from "../reader/records.ts";

/** Servers accept no longer URLs. The limit keeps a hostile file from returning megabytes. */
const MAX_SITEMAP_BYTES = 8192;

export function sitemapsOf({ bytes, table }: Records, base: URL | undefined): readonly string[] {
  const sitemaps = new Set<string>();
  for (const at of offsetsIn(table, 0, table.length, isSitemap)) {
    const [start, end] = [table[at + VALUE_START]!, table[at + VALUE_END]!];
    const sitemap = end - start > MAX_SITEMAP_BYTES ? undefined : fetchableUrl(textAt(bytes, start, end), base);
    if (sitemap !== undefined) sitemaps.add(sitemap);
  }
  return [...sitemaps];
}
