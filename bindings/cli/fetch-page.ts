/**
 * One page as it was served, for the check of its resources and tags. A person asks for this one page, as a browser would, so
 * robots.txt is not asked: the page that it refuses is the one to look at.
 */

import { orAborted, readUpTo } from "../base/read-body.ts";
import { siteUrl } from "../base/url.ts";
import { AccessFailure, errorCodeOf, messageOf, targetOf } from "../core/access/internal.ts";
import { Route } from "../crawl/client/internal.ts";
import type { Network } from "./network.ts";

/** What the tester's `/api/page` answers. */
export interface LivePage {
  /** Where the page is: the last redirect leads there. */
  readonly url: string;
  readonly redirects: readonly string[];
  readonly httpStatus?: number;
  readonly contentType?: string;
  /** The values of X-Robots-Tag, joined by a comma as `fetch` does. */
  readonly robotsTag?: string;
  /** The text, if it is HTML and the status is 2xx; the first 2 MiB. */
  readonly html?: string;
  readonly truncated?: boolean;
  readonly error?: string;
  readonly errorCode?: string;
}

/** After decompression. Google reads as much of a page. */
const MAX_PAGE_BYTES = 2 ** 21;
/** Google follows ten redirects. */
const MAX_REDIRECTS = 10;
/** Redirects and body included. */
const TIMEOUT_MS = 30_000;

const HEADERS = { "user-agent": "robots-wasm-tester", accept: "text/html, application/xhtml+xml, */*;q=0.1" };

/** @throws TypeError unless given an http or https URL, or a host. */
export async function fetchLivePage(page: string, network: Network): Promise<LivePage> {
  const asked = siteUrl(page);
  if (asked === undefined || !/^https?:$/.test(asked.protocol) || asked.username !== "")
    throw new TypeError("page: expected an http or https URL");
  asked.hash = "";
  const trip: Trip = { url: asked.href, redirects: [] };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new AccessFailure("timeout: page", "body-timeout")), TIMEOUT_MS);
  try {
    return { ...trip, ...(await follow(trip, network, limit.signal)), url: trip.url };
  } catch (error) {
    return { ...trip, error: messageOf(error), errorCode: errorCodeOf(error) };
  } finally {
    clearTimeout(timer);
    limit.abort();
  }
}

/** Where the requests have come so far. */
interface Trip {
  url: string;
  readonly redirects: string[];
}

async function follow(trip: Trip, { fetch, addresses }: Network, signal: AbortSignal): Promise<Partial<LivePage>> {
  const route = new Route(addresses);
  for (;;) {
    const init = {
      headers: HEADERS,
      redirect: "manual",
      signal,
      mayConnect: route.next(new URL(trip.url)).mayConnect,
    } as const;
    const response = await orAborted(fetch(trip.url, init), signal);
    const location = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || location === null) return await pageOf(response, signal);
    response.body?.cancel().catch(() => undefined);
    const target = targetOf(trip.url, location);
    if (target === undefined) throw new AccessFailure("redirect: no http or https URL", "bad-redirect");
    trip.url = target;
    if (trip.redirects.push(target) > MAX_REDIRECTS)
      throw new AccessFailure(`redirect: more than ${MAX_REDIRECTS}`, "too-many-redirects");
  }
}

async function pageOf(response: Response, signal: AbortSignal): Promise<Partial<LivePage>> {
  const { status: httpStatus, headers } = response;
  const [contentType, robotsTag] = [headers.get("content-type"), headers.get("x-robots-tag")];
  const known = {
    httpStatus,
    ...(contentType !== null && { contentType }),
    ...(robotsTag !== null && { robotsTag }),
  };
  // A page without a type is read as HTML, as browsers do when it looks like it.
  const isHtml = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType ?? "text/html");
  if (response.ok && isHtml) return { ...known, ...(await htmlOf(response, contentType ?? "", signal)) };
  response.body?.cancel().catch(() => undefined);
  return known;
}

async function htmlOf(
  { body }: Response,
  contentType: string,
  signal: AbortSignal,
): Promise<Pick<LivePage, "html" | "truncated">> {
  const bytes = await readUpTo(body, MAX_PAGE_BYTES + 1, signal);
  const isCut = bytes.length > MAX_PAGE_BYTES;
  return { html: decoded(bytes.subarray(0, MAX_PAGE_BYTES), contentType), ...(isCut && { truncated: true }) };
}

/** The charset of the header, else of a meta tag in the first 1,024 bytes, else UTF-8 (HTML standard §13.2.3.2). */
function decoded(bytes: Uint8Array, contentType: string): string {
  const CHARSET = /charset\s*=\s*["']?([^\s;"'>]+)/i;
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  const label = CHARSET.exec(contentType)?.[1] ?? CHARSET.exec(start)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
