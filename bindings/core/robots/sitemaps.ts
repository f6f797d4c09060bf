/**
 * Sitemap lines: they belong to the whole file, not to a group (RFC 9309 §2.2.4). Each URL once, in file order. Only http,
 * https and ftp URLs are returned, because callers fetch them; relative ones are resolved against the file's own URL.
 */
import { textAt } from "./groups.ts";
import { isSitemap, offsetsIn, type Records, record } from "./records.ts";
import { urlOf } from "./url.ts";

/** Servers accept no longer URLs. The limit keeps a hostile file from returning megabytes. */
const MAX_SITEMAP_BYTES = 8192;
/** URL parsers skip these, so the URL that is shown would not be the URL that is fetched. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression refuses control characters.
const CONTROL = /[\x00-\x1f\x7f]/;
const PROTOCOLS = new Set(["http:", "https:", "ftp:"]);

export function sitemapsOf({ bytes, table }: Records, base: URL | undefined): readonly string[] {
  const sitemaps = new Set<string>();
  for (const at of offsetsIn(table, 0, table.length, isSitemap)) {
    const [start, end] = [table[at + record.valueStart]!, table[at + record.valueEnd]!];
    const sitemap = end - start > MAX_SITEMAP_BYTES ? undefined : resolveSitemap(textAt(bytes, start, end), base);
    if (sitemap !== undefined) sitemaps.add(sitemap);
  }
  return [...sitemaps];
}

/** An absolute URL stays as the file spells it, so that it can be found in the file. A relative one is resolved. */
export function resolveSitemap(value: string, base: URL | undefined): string | undefined {
  if (value === "" || CONTROL.test(value)) return undefined;
  const url = urlOf(value);
  if (url !== undefined) return PROTOCOLS.has(url.protocol) ? value : undefined;
  return base && urlOf(value, base)?.href;
}
