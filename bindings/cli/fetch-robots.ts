/** One robots.txt as the client sees it, with the body and headers that the client itself does not keep. */

import { siteUrl } from "../base/url.ts";
import { toUtf8 } from "../core/access/internal.ts";
import {
  type Access,
  type ClientOptions,
  type Fetch,
  type FetchInit,
  type OriginRobots,
  RobotsClient,
} from "../crawl/client/index.ts";
import { withUserValues } from "./errors.ts";
import type { Network } from "./network.ts";

/** @throws a usage error for a value from the command line that the client refuses, such as an invalid User-Agent */
export const checkedClient = (options: ClientOptions): RobotsClient => withUserValues(() => new RobotsClient(options));

/** What asking a site for its robots.txt gave, also if it failed: the answer of the tester's `/api/fetch`. */
export interface LiveRobots extends Omit<Access, "price" | "redirectStatuses" | "fetchedAt" | "expiresAt"> {
  /** The address of the robots.txt that was asked for. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetchedAt?: string;
  readonly expiresAt?: string;
  /** The file, if one was served. */
  readonly body?: string;
}

/** Wraps `fetch` so that the headers of its last response are kept. */
function notingHeaders(fetch: Fetch<Response>): { readonly fetch: Fetch<Response>; headers(): Record<string, string> } {
  let headers: Record<string, string> = {};
  const noting = async (url: string, init: FetchInit): Promise<Response> => {
    const response = await fetch(url, init);
    headers = Object.fromEntries(response.headers);
    return response;
  };
  return { fetch: Object.assign(noting, fetch), headers: () => headers };
}

interface FetchedRobots {
  /** The URL of the robots.txt. */
  readonly url: string;
  readonly access: OriginRobots["access"];
  /** The file was gzip, and no header said so. */
  readonly undeclaredGzip: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** What the client read of the file, in UTF-8, if one was served. */
  readonly body?: Uint8Array;
}

/** Fetches the robots.txt of a URL's origin as the client does. */
export async function fetchRobots(url: URL, options: ClientOptions & Network): Promise<FetchedRobots> {
  const { fetch, headers } = notingHeaders(options.fetch);
  let body: Uint8Array | undefined;
  const onFile = (bytes: Uint8Array): void => {
    body = toUtf8(bytes, headers()["content-type"] ?? "");
  };
  const { access, undeclaredGzip } = await checkedClient({ ...options, fetch, onFile }).get(url);
  const robotsUrl = new URL("/robots.txt", url).href;
  return { url: robotsUrl, access, undeclaredGzip, headers: headers(), ...(body !== undefined && { body }) };
}

/** Fetches a site's robots.txt for the tester. @throws TypeError unless given an http or https URL without a user name, or a host. */
export async function fetchLiveRobots(site: string, network: Network): Promise<LiveRobots> {
  const url = siteUrl(site);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "")
    throw new TypeError("site: expected an http or https URL, or a host");
  const { access, body, ...fetched } = await fetchRobots(url, { agent: "robots-wasm-tester", ...network });
  const { price: _, redirectStatuses: __, fetchedAt, expiresAt, ...known } = access;
  return {
    ...fetched,
    ...known,
    fetchedAt: fetchedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(body !== undefined && { body: new TextDecoder().decode(body) }),
  };
}
