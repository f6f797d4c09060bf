/** What one sitemap lists, without requests: for tools that have the file. */
import { checkedBody } from "../../base/arguments.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { bytesOf } from "../../base/utf8.ts";
import { type XmlPackage, xmlParser } from "../../base/xml-package.ts";
import type { Found } from "./sitemap-item.ts";
import { isSitemapError, SITEMAP_LIMITS, type SitemapError, type SitemapLimits } from "./sitemap-limits.ts";
import { SitemapReader } from "./sitemap-reader.ts";

/** Options of `parseSitemap`. */
export interface ParseSitemapOptions {
  /** The package sax, which parses sitemaps in XML: `import sax from "sax"`. */
  readonly xml: XmlPackage;
  /** Bounds on the sitemap. */
  readonly limits?: Partial<SitemapLimits>;
}

const parseOptions: KnownOptions<ParseSitemapOptions> = { xml: 1, limits: 1 };
const limitOptions: KnownOptions<SitemapLimits> = SITEMAP_LIMITS;

/** What a sitemap lists. */
export interface ParsedSitemap {
  /** The URLs of pages in file order, as the file has them: nobody has checked that they are URLs. */
  readonly pages: readonly string[];
  /** The URLs of further sitemaps, if the file is an index. */
  readonly sitemaps: readonly string[];
  /** What was left out, and what ended the file early; empty if everything was read. */
  readonly errors: readonly SitemapError[];
}

/**
 * Reads a sitemap as `readSitemaps` does: XML of sitemaps.org, RSS, Atom, or one URL a line. Makes no request, asks no robots.txt, and
 * never throws because of the file.
 * @param body text, or bytes after decompression
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) for another body or limit, and (ERR_MISSING_PACKAGE) without `xml`
 */
export function parseSitemap(body: string | Uint8Array, options: ParseSitemapOptions): ParsedSitemap {
  const { xml, limits = {} } = checkedOptions("options", options, parseOptions);
  xmlParser(xml);
  const [pages, sitemaps, errors]: [string[], string[], SitemapError[]] = [[], [], []];
  const take = (found: Found): void => {
    if (found.kind === "bad") errors.push(found.error);
    else (found.kind === "page" ? pages : sitemaps).push(found.url);
  };
  const reader = new SitemapReader(xml, take, checkedOptions("limits", limits, limitOptions));
  try {
    reader.push(bytesOf(checkedBody(body)));
    reader.end();
  } catch (error) {
    if (!isSitemapError(error)) throw error;
    errors.push(error);
  }
  return { pages, sitemaps, errors };
}
