/** Requests a sitemap like a page: robots.txt decides and the host's turn is awaited, also for each redirect. */
import type { Route } from "../client/permission.ts";
import { robotsOf, type Trips } from "../polite/polite-fetch.ts";
import { sitemapError } from "./sitemap-limits.ts";

const headers = { accept: "application/xml, text/xml, text/plain, */*;q=0.1" };

/** A sitemap that can be read, and where it was found after redirects, if it was requested. */
export interface OpenedSitemap {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly url?: string;
}

/** @throws SitemapError for a refused one and for a response without a body; otherwise what `politeFetch` throws. */
export async function openSitemap(
  trips: Trips,
  url: string,
  signal: AbortSignal,
  route: Route,
): Promise<OpenedSitemap> {
  const response = await trips.make(url, { signal, headers }, route).catch(refusedOr);
  if (response.ok && response.body !== null)
    return {
      chunks: response.body as unknown as AsyncIterable<Uint8Array>,
      url: robotsOf(response)?.redirects.at(-1) ?? url,
    };
  await response.body?.cancel();
  throw sitemapError("access", "a sitemap", `status ${response.status}`);
}

/** A sitemap that robots.txt refuses is left out. */
function refusedOr(error: unknown): never {
  const { code, message } = error as { code?: string; message?: string };
  throw code === "ERR_ROBOTS_REFUSED"
    ? sitemapError("refused", "a sitemap that may be fetched", message!, error)
    : error;
}
