/**
 * Sitemap lines: global to the file, bound to no group (RFC 9309 §2.2.4). Each once, in file order. Absolute http, https
 * or ftp URLs; a relative one only against the file's own URL. What is neither is refused: a sitemap is fetched.
 */
import { textAt } from "./groups.ts";
import { kinds } from "./keys.ts";
import { RECORD_STRIDE, type Records, record } from "./records.ts";
import { urlOf } from "./url.ts";

/** As long as any server takes a URL; keeps a hostile file from handing out megabytes. */
const MAX_SITEMAP_BYTES = 8192;
/** The URL standard skips these, so that what is shown would not be what is fetched. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
const CONTROL = /[\x00-\x1f\x7f]/;
const PROTOCOLS = new Set(["http:", "https:", "ftp:"]);

export function sitemapsOf({ bytes, table }: Records, base: URL | undefined): readonly string[] {
  const sitemaps = new Set<string>();
  for (let at = 0; at < table.length; at += RECORD_STRIDE) {
    if (table[at] !== kinds.sitemap) continue;
    const [start, end] = [table[at + record.valueStart]!, table[at + record.valueEnd]!];
    const sitemap = end - start > MAX_SITEMAP_BYTES ? undefined : resolveSitemap(textAt(bytes, start, end), base);
    if (sitemap !== undefined) sitemaps.add(sitemap);
  }
  return [...sitemaps];
}

/** Absolute as the file spells it, so that it can be compared with the file; relative as resolved. */
export function resolveSitemap(value: string, base: URL | undefined): string | undefined {
  if (value === "" || CONTROL.test(value)) return undefined;
  const url = urlOf(value);
  if (url !== undefined) return PROTOCOLS.has(url.protocol) ? value : undefined;
  return base && urlOf(value, base)?.href;
}
