/** GET with redirects, none of which leads from public addresses into private networks. */
import { targetOf } from "../../access/internal.ts";
import type { Fetch } from "../../client/index.ts";
import type { Route } from "../../client/internal.ts";
import { sitemapError } from "./sitemap-limits.ts";

/** As many as the policy of RFC 9309 follows for a robots.txt. */
const MAX_REDIRECTS = 5;

export interface FollowOptions {
  readonly fetch: Fetch<Response>;
  /** Which addresses may be connected to; it remembers those of earlier requests. */
  readonly route: Route;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/** The body of a 2xx response. @throws SitemapError for another one; otherwise what `fetch` throws. */
export async function bodyAt(url: string, options: FollowOptions): Promise<ReadableStream<Uint8Array>> {
  let at = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await request(at, options);
    if (response.ok && response.body !== null) return response.body;
    response.body?.cancel().catch(() => undefined);
    const target = targetOf(at, response.headers.get("location") ?? undefined);
    if (response.status < 300 || response.status > 399 || target === undefined)
      throw sitemapError("access", "a sitemap", `status ${response.status}`);
    at = target;
  }
  throw sitemapError("access", `at most ${MAX_REDIRECTS} redirects`, "more");
}

const request = (url: string, { fetch, route, userAgent, signal }: FollowOptions): Promise<Response> =>
  fetch(url, {
    headers: { "user-agent": userAgent, accept: "application/xml, text/xml, text/plain, */*;q=0.1" },
    redirect: "manual",
    signal,
    mayConnect: route.next(url),
  });
