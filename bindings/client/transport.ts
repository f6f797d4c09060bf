/**
 * One request over any `fetch`: bounded in time (first byte, whole body) and in bytes after decompression, so that
 * stalls, endless bodies and gzip bombs end. Redirects are not followed here (RFC 9309 §2.3.1.2 is the machine's).
 */

import type { Headers as PlainHeaders } from "../access/freshness.ts";

/** Any `fetch`. What it says of itself beyond that, nodeFetch says. */
export interface Fetch {
  (url: string, init: RequestInit): Promise<Response>;
  /** What it can read; default `http:` and `https:`. */
  readonly protocols?: readonly string[];
  /** `public` if it connects to public addresses alone. */
  readonly addresses?: unknown;
}

export interface Limits {
  /** Connecting and the head of the response. */
  readonly firstByteTimeoutMs: number;
  /** One request in full. */
  readonly bodyTimeoutMs: number;
  readonly maxBytes: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: PlainHeaders;
  /** As it came: at most what `maxBytes` of text take in UTF-16, and its mark. */
  readonly body: Uint8Array;
}

/** @throws whatever failed: network, timeout, abort, a body that breaks. The body of anything but 2xx is not read. */
export async function exchange(
  fetch: Fetch,
  url: string,
  headers: PlainHeaders,
  limits: Limits,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const own = new AbortController();
  const stop = (): void => own.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  // First, so that of two equal limits it is the one that is said to be over.
  const head = abortAfter(own, limits.firstByteTimeoutMs, "timeout: first byte");
  const whole = abortAfter(own, limits.bodyTimeoutMs, "timeout: body");
  try {
    if (signal.aborted) stop();
    const init: RequestInit = { headers, redirect: "manual", signal: own.signal };
    const response = await answerOf(fetch(url, init), own.signal);
    clearTimeout(head);
    const answered = { status: response.status, headers: Object.fromEntries(response.headers) };
    return { ...answered, body: await bodyOf(response, limits.maxBytes, own.signal) };
  } finally {
    clearTimeout(head);
    clearTimeout(whole);
    signal.removeEventListener("abort", stop);
  }
}

/** A `fetch` that ignores its signal may answer later: that connection is not left open. */
async function answerOf(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  try {
    return await orAborted(answer, signal);
  } catch (error) {
    Promise.resolve(answer)
      .then(({ body }) => body?.cancel())
      .catch(() => undefined);
    throw error;
  }
}

export const abortAfter = (controller: AbortController, ms: number, reason: string): ReturnType<typeof setTimeout> =>
  setTimeout(() => controller.abort(new Error(reason)), ms);

/** A `fetch` that ignores its signal must not hold us. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** A body that someone has read before is no empty file, which would allow everything. */
async function bodyOf(response: Response, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  if (response.bodyUsed) throw new Error("the body was read already");
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  try {
    if (response.status < 200 || response.status > 299) return new Uint8Array();
    // UTF-16 takes two bytes for most characters, and a mark: of what is longer, `parse` cuts the last line.
    return await read(reader, 2 * maxBytes + 4, signal);
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < maxBytes) {
    const { done, value } = await orAborted(reader.read(), signal);
    if (done) break;
    chunks.push(value.subarray(0, maxBytes - length));
    length += chunks.at(-1)!.length;
  }
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}
