/**
 * A server may close a kept connection at the moment at which the next request is sent over it: then nobody has read the request. GET and
 * HEAD are asked once more (RFC 9110 §9.2.2), in a turn of their own, never at once. A connection that no request had used before was
 * not kept: its loss is a failure.
 */
import { RecentMap } from "../../base/recent-map.ts";

const MAX_ORIGINS = 100_000;
/** What undici reports of a connection that the server has closed meanwhile. */
const CLOSED: readonly unknown[] = ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"];

export function isClosed(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return CLOSED.includes(cause?.code ?? code);
}

/** Whether the connection on which a request failed had been used before, where the `fetch` knows. */
const reuse = new WeakMap<object, boolean>();

export function noteReuse(error: unknown, isReused: boolean): void {
  if (typeof error === "object" && error !== null) reuse.set(error, isReused);
}

/** GET and HEAD without a body, whose caller still waits. */
export const isRepeatable = (method: string, body: unknown, signal: AbortSignal | null | undefined): boolean =>
  (method === "GET" || method === "HEAD") && (body ?? undefined) === undefined && signal?.aborted !== true;

export class LostConnections {
  /** Origins that have answered and kept the connection: where a `fetch` does not tell, a connection to others is new. */
  readonly #answered: RecentMap<true> = new RecentMap(MAX_ORIGINS);

  answered(origin: string): void {
    if (this.#answered.get(origin) === undefined) this.#answered.set(origin, true);
  }

  /** Whether a request that failed is to be asked once more. */
  mayRepeat(origin: string, error: unknown): boolean {
    return isClosed(error) && (reuse.get(error as object) ?? this.#answered.get(origin) === true);
  }
}
