/**
 * One request over any `fetch`, limited in time and in bytes after decompression, so that stalls, endless bodies and gzip
 * bombs end. It does not follow redirects: core/access/machine.ts does (RFC 9309 §2.3.1.2).
 */

import { kindOf, withCode, wrongType } from "../../base/errors.ts";
import { gunzipStart } from "../../base/gunzip.ts";
import { compressionOf } from "../../base/gzip.ts";
import { orAborted, readUpTo } from "../../base/read-body.ts";
import type { AccessErrorCode } from "../../core/access/index.ts";
import {
  AccessFailure,
  asksForZstd,
  type Headers as PlainHeaders,
  undecodedCoding,
} from "../../core/access/internal.ts";
import type { IsAllowed } from "./addresses.ts";
import { StreamWatch } from "./http2.ts";

/** What a `fetch` is called with. */
export interface FetchInit {
  readonly headers: Record<string, string>;
  readonly redirect: "manual";
  readonly signal: AbortSignal;
  /** `nodeFetch` calls it with every address of a host, and connects to none for which it returns false. */
  readonly mayConnect?: IsAllowed;
}

/**
 * What the client reads of a `Response`. The types of the runtime, of the DOM and of each version of undici differ in parts that
 * do not matter here.
 */
export interface ResponseLike {
  readonly status: number;
  readonly headers: { forEach(callback: (value: string, name: string) => void): void };
  readonly body: { getReader(): { read(): Promise<{ done: boolean }> } } | null;
  readonly bodyUsed: boolean;
}

/** Any `fetch`, such as the runtime's or undici's. It returns a promise of a `Response`. */
export interface Fetch<R extends ResponseLike = ResponseLike> {
  (url: string, init: FetchInit): Promise<R>;
  /** The URL schemes that it reads. Default `http:` and `https:`. */
  readonly protocols?: readonly string[];
  /** `public` if it connects to public addresses only. `nodeFetch` sets it. */
  readonly addresses?: unknown;
  /** Rejects with AddressRefused unless an address of the host is permitted. It connects to none. `nodeFetch` sets it. */
  readonly reach?: (host: string, permits: IsAllowed) => Promise<unknown>;
}

/** What one attempt to fetch a robots.txt may take. */
export interface Limits {
  /** From the start of a request to the head of its response, connecting included. Default 10,000. */
  readonly firstByteTimeoutMs: number;
  /** The whole attempt: all requests that redirects lead to, and the body. Default 30,000. */
  readonly bodyTimeoutMs: number;
  /** Bytes of the file that are read, after decompression, 512,000 to 2^26. Default 512,000. A line cut in two is dropped. */
  readonly maxBytes: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: PlainHeaders;
  /** What was received, cut off where `maxBytes` of text would end in UTF-16; empty unless the status is 2xx. */
  readonly body: Uint8Array;
  /** The body was gzip, and no header said so: one layer was undone. */
  readonly undeclaredGzip?: true;
}

/** The caller's `fetch` returned something that is not a `Response`: a bug to report, not an outage. */
export class NotAResponse extends TypeError {
  readonly code: string = "ERR_INVALID_ARG_TYPE";

  constructor(value: unknown, advice: string = typeof value === "string" ? ": return new Response(text)" : "") {
    super(`fetch: expected it to return a Response; got ${kindOf(value)}${advice}`);
  }
}

/** Functions of other packages that are called like `fetch` and return something else, by a property that each of them has. */
const OTHER_PACKAGES: Readonly<Record<string, string>> = {
  axios: "interceptors",
  got: "paginate",
  "node-fetch 2": "isRedirect",
};

/**
 * Refuses what is known to return no Response, before anything is requested. Nobody can know it of another function before it has
 * returned something: then checkResponse() does.
 * @throws TypeError (ERR_INVALID_ARG_TYPE)
 */
export function expectFetch(fetch: unknown): void {
  if (fetch === undefined) return;
  if (typeof fetch !== "function") throw wrongType("fetch", "a function", fetch);
  const [name] = Object.entries(OTHER_PACKAGES).find(([, property]) => property in fetch) ?? [];
  if (name !== undefined)
    throw wrongType("fetch", "a function that returns a Response, such as Node's own", fetch, name);
}

/**
 * @param deadlineMs when the attempt ends, by performance.now().
 * @throws NotAResponse; otherwise what failed: the network, a timeout, an abort, a body that breaks or stays coded.
 */
export async function exchange(
  fetch: Fetch<Response>,
  url: string,
  headers: PlainHeaders,
  { firstByteTimeoutMs, maxBytes }: Limits,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const own = new AbortController();
  const stop = (): void => own.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  // Set first, so that it fires first if both limits are equal.
  const headTimer = abortAfter(own, firstByteTimeoutMs, "first-byte-timeout");
  const bodyTimer = abortAfter(own, Math.ceil(deadlineMs - performance.now()), "body-timeout");
  const watch = new StreamWatch(url);
  try {
    if (signal.aborted) stop();
    const init: FetchInit = { headers: { ...headers }, redirect: "manual", signal: own.signal };
    const response = checkResponse(await responseOf(fetch(url, init), own.signal));
    clearTimeout(headTimer);
    return await answerOf(response, maxBytes, watch, own.signal);
  } finally {
    watch.stop();
    clearTimeout(headTimer);
    clearTimeout(bodyTimer);
    signal.removeEventListener("abort", stop);
  }
}

type Timeout = Extract<AccessErrorCode, "connect-timeout" | "first-byte-timeout" | "body-timeout">;

const TIMEOUTS: Readonly<Record<Timeout, string>> = {
  "connect-timeout": "timeout: connect",
  "first-byte-timeout": "timeout: first byte",
  "body-timeout": "timeout: body",
};

export const abortAfter = (
  controller: AbortController,
  ms: number,
  errorCode: Timeout,
): ReturnType<typeof setTimeout> =>
  setTimeout(() => {
    controller.abort(withCode(new AccessFailure(TIMEOUTS[errorCode], errorCode), "ERR_TIMEOUT"));
  }, ms);

/** A response that arrives after the limit is cancelled, so that its connection does not stay open. */
async function responseOf(promise: Promise<Response>, signal: AbortSignal): Promise<Response> {
  try {
    return await orAborted(promise, signal);
  } catch (error) {
    Promise.resolve(promise)
      .then(({ body }) => body?.cancel())
      .catch(() => undefined);
    throw error;
  }
}

/** @throws NotAResponse, also for a response of node-fetch, whose body is a stream of Node. */
export function checkResponse(response: Response): Response {
  const headers = (response as Partial<Response> | undefined | null)?.headers as Iterable<unknown> | undefined;
  if (typeof headers?.[Symbol.iterator] !== "function" || !Number.isInteger(response.status))
    throw new NotAResponse(response);
  const { body } = response;
  if (body !== null && typeof body?.getReader !== "function")
    throw new NotAResponse(response, " whose body is not a ReadableStream");
  return response;
}

async function answerOf(
  response: Response,
  maxBytes: number,
  watch: StreamWatch,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  // Browsers hide where a redirect leads.
  if (response.type === "opaqueredirect")
    throw new AccessFailure("redirect that the runtime does not show", "bad-redirect");
  // A `Headers` has names in lower case, as the machine reads them; other iterables may not.
  const headers: PlainHeaders = Object.fromEntries(
    Array.from(response.headers, ([name, value]) => [name.toLowerCase(), value]),
  );
  // UTF-16 takes two bytes for most characters, and a mark. `parse` cuts the text itself.
  const limit = 2 * maxBytes + 4;
  const body = await readResponse(response, limit, signal);
  const part = partIn(headers);
  if (part !== undefined) throw new AccessFailure(`body: only a part of the file (${part})`, "network");
  const isEnded = body.length < limit && hasSuccessStatus(response);
  const cut = isEnded ? (shortfallOf(response, headers, body) ?? watch.failureOf(response)) : undefined;
  if (cut !== undefined) throw new AccessFailure(cut, "reset");
  const coding = undecodedCoding(headers, body, asksForZstd());
  if (coding !== undefined) throw notDecoded(coding);
  const { status } = response;
  if (compressionOf(body) !== "gzip") return { status, headers, body: text(body) };
  const content = await gunzipStart(body, limit).catch(() => body);
  return { status, headers, body: text(content), undeclaredGzip: true };
}

const notDecoded = (coding: string): AccessFailure => new AccessFailure(`body: not decoded (${coding})`, "coding");

/** Compressed bytes hold no rules, which would allow everything. */
function text(body: Uint8Array): Uint8Array {
  const compression = compressionOf(body);
  if (compression !== undefined) throw notDecoded(compression);
  return body;
}

/** RFC 9110 §14.4: a range that is not the whole, which nobody asked for. */
function partIn({ "content-range": range }: PlainHeaders): string | undefined {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range ?? "") ?? [];
  return range === undefined || (Number(first) === 0 && Number(last) + 1 === Number(size)) ? undefined : range;
}

const hasSuccessStatus = ({ status }: Response): boolean => status >= 200 && status <= 299;

/**
 * A body without a coding that is shorter than its length: not every `fetch` reports it. Browsers show the length of another
 * origin's response and hide its coding.
 */
function shortfallOf({ type }: Response, headers: PlainHeaders, body: Uint8Array): string | undefined {
  const length = /^\d+$/.exec(headers["content-length"] ?? "")?.[0];
  if (type === "cors" || length === undefined || "content-encoding" in headers || body.length >= Number(length))
    return undefined;
  return `body: ${body.length} of ${length} bytes`;
}

/** A body that was read before looks empty, and an empty file allows everything. */
async function readResponse(response: Response, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  if (response.bodyUsed) throw new Error("the body was read already");
  return readUpTo(response.body, hasSuccessStatus(response) ? maxBytes : 0, signal, checkedChunk);
}

function checkedChunk(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new NotAResponse(chunk);
}
