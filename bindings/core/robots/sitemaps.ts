/**
 * Sitemap lines: they belong to the whole file, not to a group (RFC 9309 §2.2.4). Each URL once, in file order. Only http,
 * https and ftp URLs are returned, because callers fetch them; relative ones are resolved against the file's own URL.
 */

import { fetchableUrl } from "../../base/url.ts";
import { MAX_SITEMAP_BYTES } from "../limits.ts";
import { type ReadText, textAt, textReader } from "../reader/text.ts";
import type { Body } from "./body.ts";

/** The URL that a line gives; undefined if it gives none. @param bytes of the value */
export const sitemapUrl = (value: string, bytes: number, base: URL | undefined): string | undefined =>
  bytes > MAX_SITEMAP_BYTES ? undefined : fetchableUrl(value, base);

/**
 * @param spans where each sitemap starts and ends in `body`, bytes or ASCII, in file order.
 * @param isPlain whether the engine knows that all are URLs.
 */
export function sitemapsOf(
  body: Body,
  spans: readonly number[],
  isPlain: boolean | undefined,
  base: URL | undefined,
): readonly string[] {
  const read = typeof body === "string" ? readerOfText(body) : sitemapReader(body, spans);
  // Most files have one.
  if (isPlain && spans.length === 2) return [read(spans[0]!, spans[1]!)];
  const sitemaps = new Set<string>();
  for (let i = 0; i < spans.length; i += 2) {
    const start = spans[i]!;
    const end = spans[i + 1]!;
    const text = read(start, end);
    const sitemap = isPlain ? text : sitemapUrl(text, end - start, base);
    if (sitemap !== undefined) sitemaps.add(sitemap);
  }
  return [...sitemaps];
}

const readerOfText =
  (text: string): ReadText =>
  (start, end) =>
    text.slice(start, end);

/** Lines that stand together are decoded at once. */
function sitemapReader(bytes: Uint8Array, spans: readonly number[]): ReadText {
  const first = spans[0] ?? 0;
  const last = spans.at(-1) ?? 0;
  return last - first <= MAX_SITEMAP_BYTES ? textReader(bytes, first, last) : (start, end) => textAt(bytes, start, end);
}
