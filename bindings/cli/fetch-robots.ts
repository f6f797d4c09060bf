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

/** What the page is shown; the parser reads the first 512,000 bytes. */
const MAX_BODY_BYTES = 2 ** 20;

interface Recording {
  readonly fetch: Fetch<Response>;
  /** Headers of the last response. */
  headers(): Record<string, string>;
  /** The body of the last response, in UTF-8; undefined if none was read. */
  body(): Uint8Array | undefined;
}

/** Wraps `fetch` so that the headers and the first bytes of its last response are kept. */
function recording(fetch: Fetch<Response>): Recording {
  let headers: Record<string, string> = {};
  let chunks: Uint8Array[] | undefined;
  const keep = (chunk: Uint8Array, length: number): void => {
    if (length < MAX_BODY_BYTES) chunks!.push(chunk.slice(0, MAX_BODY_BYTES - length));
  };
  const recorded = async (url: string, init: FetchInit): Promise<Response> => {
    const response = await fetch(url, init);
    headers = Object.fromEntries(response.headers);
    chunks = undefined;
    if (response.body === null) return response;
    let length = 0;
    const tap = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        chunks ??= [];
        keep(chunk, length);
        length += chunk.length;
        controller.enqueue(chunk);
      },
    });
    const { status, statusText } = response;
    return new Response(response.body.pipeThrough(tap), { status, statusText, headers: response.headers });
  };
  return {
    fetch: Object.assign(recorded, fetch),
    headers: () => headers,
    body: () => chunks && toUtf8(Buffer.concat(chunks), headers["content-type"] ?? ""),
  };
}

/** One fetched robots.txt. */
interface FetchedRobots {
  /** The URL of the robots.txt. */
  readonly url: string;
  readonly access: OriginRobots["access"];
  readonly headers: Readonly<Record<string, string>>;
  /** The first megabyte of the file in UTF-8, if one was served. */
  readonly body?: Uint8Array;
}

/** Fetches the robots.txt of a URL's origin as the client does. */
export async function fetchRobots(url: URL, options: ClientOptions & Network): Promise<FetchedRobots> {
  const { fetch: recorded, headers, body } = recording(options.fetch);
  const { access } = await checkedClient({ ...options, fetch: recorded }).get(url);
  return {
    url: new URL("/robots.txt", url).href,
    access,
    headers: headers(),
    ...(access.status === "success" && { body: body() ?? new Uint8Array() }),
  };
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
