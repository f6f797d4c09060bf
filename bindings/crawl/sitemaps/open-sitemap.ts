/** Requests a sitemap like a page: robots.txt decides and the host's turn is awaited, also for each redirect. */
import type { Route } from "../client/permission.ts";
import { robotsOf, type Trips } from "../polite/polite-fetch.ts";
import { sitemapError } from "./sitemap-limits.ts";

const headers = { accept: "application/xml, text/xml, text/plain, */*;q=0.1" };

/** What a server says of the version of a sitemap that was read. */
export interface SitemapValidators {
  /** Where the sitemap was found after redirects. */
  readonly url: string;
  /** The field ETag, as it came. */
  readonly etag?: string;
  /** The field Last-Modified, as it came. */
  readonly lastModified?: string;
}

/** Longer fields are not kept. */
const MAX_FIELD_LENGTH = 1024;

/** A sitemap that can be read, and where it was found after redirects, if it was requested. */
export interface OpenedSitemap {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly url?: string;
  /** If the server says something of the version. */
  readonly validators?: SitemapValidators | undefined;
  /** Whether it is the version that was known. Then there is nothing to read. */
  readonly isUnchanged?: boolean;
  /** Called after its entries, unless it lists sitemaps: an index must be read again, to know what it lists. */
  readonly onRead?: () => unknown;
}

/** @param known of the version that was read before. @throws SitemapError for a refused one and for a response without a body; otherwise what `politeFetch` throws. */
export async function openSitemap(
  trips: Trips,
  url: string,
  signal: AbortSignal,
  route: Route,
  known?: SitemapValidators,
): Promise<OpenedSitemap> {
  const asked = { ...headers, ...conditionsOf(known) };
  const response = await trips.make(url, { signal, headers: asked }, route).catch(refusedOr);
  const found = robotsOf(response)?.redirects.at(-1) ?? url;
  if (response.ok && response.body !== null) {
    const chunks = response.body as unknown as AsyncIterable<Uint8Array>;
    return { chunks, url: found, validators: validatorsOf(response, found) };
  }
  await response.body?.cancel();
  if (response.status === 304 && known !== undefined) {
    // What another file at another place says of itself means nothing for this one.
    if (found !== known.url) return openSitemap(trips, url, signal, route);
    return { chunks: nothing(), url: found, isUnchanged: true };
  }
  throw sitemapError("access", "a sitemap", `status ${response.status}`);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** RFC 9110 §13.1: a server that knows ETags ignores If-Modified-Since beside them. */
const conditionsOf = ({ etag, lastModified }: Partial<SitemapValidators> = {}): Record<string, string> => ({
  ...(etag !== undefined && { "if-none-match": etag }),
  ...(lastModified !== undefined && { "if-modified-since": lastModified }),
});

function validatorsOf({ headers }: Response, url: string): SitemapValidators | undefined {
  const field = (name: string): string | undefined => {
    const value = headers.get(name);
    return value === null || value.length > MAX_FIELD_LENGTH ? undefined : value;
  };
  const [etag, lastModified] = [field("etag"), field("last-modified")];
  if (etag === undefined && lastModified === undefined) return undefined;
  return { url, ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
}

/** A sitemap that robots.txt refuses is left out. */
function refusedOr(error: unknown): never {
  const { code, message } = error as { code?: string; message?: string };
  throw code === "ERR_ROBOTS_REFUSED"
    ? sitemapError("refused", "a sitemap that may be fetched", message!, error)
    : error;
}
