/** One robots.txt as the client sees it, with the body and headers that the client itself does not keep. */
import { type Fetch, RobotsClient } from "../client/index.ts";
import { urlOf } from "../core/robots/url.ts";

/** A site's robots.txt as it was served: what the tester's `/api/fetch` answers. */
export interface LiveRobots {
  /** The address of the robots.txt that was asked for. */
  readonly url: string;
  readonly status: "success" | "unavailable" | "unreachable";
  readonly verdict: string;
  readonly httpStatus?: number;
  readonly redirects: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly fetchedAt?: string;
  readonly expiresAt?: string;
  readonly error?: string;
  readonly truncated?: boolean;
  /** The file, if one was served. */
  readonly body?: string;
}

/** What the page is shown; the parser reads the first 512,000 bytes. */
const MAX_BODY_BYTES = 2 ** 20;

interface Recording {
  readonly fetch: Fetch;
  /** Headers of the last response. */
  headers(): Record<string, string>;
  /** The body of the last response that was read; undefined if none was. */
  body(): string | undefined;
}

/** Keeps the head and the first bytes of each response that passes. */
function recording(fetch: Fetch): Recording {
  let headers: Record<string, string> = {};
  let chunks: Uint8Array[] | undefined;
  const keep = (chunk: Uint8Array, length: number): void => {
    if (length < MAX_BODY_BYTES) chunks!.push(chunk.slice(0, MAX_BODY_BYTES - length));
  };
  const recorded = async (url: string, init: RequestInit): Promise<Response> => {
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
    body: () => (chunks === undefined ? undefined : new TextDecoder().decode(Buffer.concat(chunks))),
  };
}

/** @throws TypeError unless given an http or https URL, or a host. */
export async function fetchLiveRobots(site: string, fetch: Fetch): Promise<LiveRobots> {
  const url = urlOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(site) ? site : `https://${site}`);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "")
    throw new TypeError("site: expected an http or https URL, or a host");
  const { fetch: recorded, headers, body } = recording(fetch);
  const client = new RobotsClient({ agent: "robots-wasm-tester", fetch: recorded });
  const { access } = await client.get(url);
  const { status, verdict, httpStatus, redirects, error, fetchedAt, expiresAt } = access;
  const text = status === "success" ? body() : undefined;
  return {
    url: new URL("/robots.txt", url).href,
    status,
    verdict,
    redirects,
    headers: headers(),
    fetchedAt: fetchedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(httpStatus !== undefined && { httpStatus }),
    ...(error !== undefined && { error }),
    ...(text !== undefined && { body: text }),
  };
}
