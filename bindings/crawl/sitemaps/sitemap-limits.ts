/** The limits of reading sitemaps, and the error of a sitemap that exceeds one or cannot be read. */
import { withCode } from "../../base/errors.ts";

/** Bounds on one sitemap and on all that an index leads to. */
export interface SitemapLimits {
  /** Bytes of a file after decompression. Default 52,428,800, the limit of sitemaps.org. */
  readonly maxBytes: number;
  /** URLs of a file. Default 50,000, the limit of sitemaps.org. */
  readonly maxEntries: number;
  /** Characters of a URL. Default 2,048, the limit of sitemaps.org. */
  readonly maxUrlCharacters: number;
  /** Elements that are open at a time, and attributes of one. Default 64. Sitemaps have four; parsers keep a name for each. */
  readonly maxOpenTags: number;
  /** Sitemaps on the way from the first to the last. Default 3; two are enough by sitemaps.org, whose indexes list no indexes. */
  readonly maxDepth: number;
  /** Sitemaps in all. Default 10,000. */
  readonly maxFiles: number;
  /** Other hosts whose robots.txt is read because a sitemap lists their URLs. Default 100. */
  readonly maxHosts: number;
  /** How long one sitemap may take, without the wait for its turn. Default 60,000. */
  readonly timeoutMs: number;
}

export const SITEMAP_LIMITS: SitemapLimits = {
  maxBytes: 52_428_800,
  maxEntries: 50_000,
  maxUrlCharacters: 2048,
  maxOpenTags: 64,
  maxDepth: 3,
  maxFiles: 10_000,
  maxHosts: 100,
  timeoutMs: 60_000,
};

/**
 * What is wrong with a sitemap. `bytes`, `entries`, `url-length`, `nesting`, `depth`, `files`, `time`: a limit. `doctype`: it has
 * one. `html`: it is an HTML page. `format`: neither XML of a sitemap nor a list of URLs, or damaged. `url`: not an absolute http or https URL. `access`: it
 * cannot be fetched or read. `refused`: its robots.txt refuses it. `host`: a URL of another host, for which the sitemap may not
 * speak; `hosts`: too many of them.
 */
export type SitemapFault =
  | "bytes"
  | "entries"
  | "url-length"
  | "nesting"
  | "depth"
  | "files"
  | "time"
  | "doctype"
  | "html"
  | "format"
  | "url"
  | "access"
  | "refused"
  | "host"
  | "hosts";

/** The fault of a sitemap or of one of its entries. */
export interface SitemapError extends Error {
  readonly code: "ERR_SITEMAP";
  readonly fault: SitemapFault;
}

/** @returns the error `expected EXPECTED; got GOT`. */
export const sitemapError = (fault: SitemapFault, expected: string, got: string, cause?: unknown): SitemapError =>
  Object.assign(withCode(new Error(`expected ${expected}; got ${got}`, { cause }), "ERR_SITEMAP"), {
    code: "ERR_SITEMAP",
    fault,
  } as const);

export const isSitemapError = (error: unknown): error is SitemapError =>
  (error as Partial<SitemapError> | undefined)?.code === "ERR_SITEMAP";

/** A number as people write it: 52,428,800. */
export const inWords = (count: number): string => count.toLocaleString("en-US");
