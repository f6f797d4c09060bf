/** What a robots.txt says about pace, and what the client needs of a pacer: robots-wasm/pace has one. */

import { checkedList, checkedObject } from "../../base/arguments.ts";
import { wrongType } from "../../base/errors.ts";
import { CHALLENGE_SIGNS, challengeIn, retryAfterMs } from "../../core/access/internal.ts";
import type { AgentRules, RequestRate, TimeWindow } from "../../core/index.ts";

/** How fast one host may be requested. */
export interface PaceLimits {
  /** From the end of a request to the start of the next. Above 0, the host gets one request at a time. Default 0. */
  readonly intervalMs?: number;
  /** Request-rates, also those for hours of the day: the slowest that applies is spread evenly. */
  readonly rates?: readonly RequestRate[];
  /** The hours of the day in which requests may start (Visit-time). Default: always. */
  readonly window?: TimeWindow;
  /** Requests at a time where no interval asks for one at a time. Default: `hostConcurrency` of the pacer. */
  readonly concurrency?: number;
}

/** Crawl-delay, Request-rate and Visit-time of a crawler's rules. */
export function paceLimitsOf(rules: Pick<AgentRules, "crawlDelay" | "requestRates" | "visitTime">): PaceLimits {
  const { crawlDelay, requestRates = [], visitTime } = checkedObject("rules", rules);
  if (crawlDelay !== undefined && typeof crawlDelay !== "number") throw wrongType("crawlDelay", "a number", crawlDelay);
  return {
    ...(crawlDelay !== undefined && { intervalMs: crawlDelay * 1000 }),
    ...(checkedList("requestRates", requestRates).length > 0 && { rates: requestRates }),
    ...(visitTime !== undefined && { window: visitTime }),
  };
}

/** How a request ended. */
export interface PaceOutcome {
  readonly status?: number;
  /** What Retry-After asks for; 0 means that it asks for nothing. */
  readonly retryAfterMs?: number;
  /** How long the host took to respond, for `adaptiveDelay`. Default: the time until the release. */
  readonly responseMs?: number;
  /** The request failed, or the body of its response did. */
  readonly error?: true;
  /** The response is a firewall's challenge, such as `cf-mitigated: challenge`, and not the page. */
  readonly challenge?: true;
}

/** A response of `fetch` (`status`, `Headers`), or of undici or got (`statusCode`, headers by their names in lower case). */
export interface OutcomeSource {
  readonly status?: number;
  readonly statusCode?: number;
  readonly headers: HeadersLike | Readonly<Record<string, string | readonly string[] | undefined>>;
}

interface HeadersLike {
  get(name: string): string | null;
}

/**
 * What a response means for the pace of its host: pass it to `release` of a lease.
 * @param nowMs the time, for Retry-After as a date where the response has no Date. Default: now.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a response with a status and headers.
 * @example
 * ```ts
 * import { outcomeOf } from "robots-wasm/pace";
 *
 * const response = new Response(null, { status: 429, headers: { "retry-after": "120" } });
 * outcomeOf(response); // { status: 429, retryAfterMs: 120000 }
 * outcomeOf({ statusCode: 200, headers: {} }); // { status: 200, retryAfterMs: 0 }
 * ```
 */
export function outcomeOf(response: OutcomeSource, nowMs: number = Date.now()): PaceOutcome {
  const { status, statusCode = status, headers } = checkedObject("response", response);
  if (typeof statusCode !== "number") throw wrongType("status", "a number", statusCode);
  const retryAfter = textIn(checkedObject("headers", headers), "retry-after");
  const signs = Object.fromEntries(CHALLENGE_SIGNS.map(({ header }) => [header, textIn(headers, header)]));
  const known = { status: statusCode, ...(challengeIn(signs) !== undefined && ({ challenge: true } as const)) };
  if (retryAfter === "") return { ...known, retryAfterMs: 0 };
  const asked = { "retry-after": retryAfter, date: textIn(headers, "date") };
  return { ...known, retryAfterMs: retryAfterMs(nowMs, asked) ?? 0 };
}

function textIn(headers: OutcomeSource["headers"], name: string): string {
  const value =
    typeof headers["get"] === "function" ? (headers as HeadersLike).get(name) : [headers[name as never]].flat()[0];
  return typeof value === "string" ? value : "";
}

/** Where the client waits before each of its requests: a `Pace` of robots-wasm/pace. */
export interface RequestPace {
  /** Waits for the turn of the URL's host. The request ends with `release`. What it rejects with reaches the caller of the client. */
  acquire(
    url: string,
    call: { readonly signal?: AbortSignal; readonly address?: string; readonly isFirst?: boolean },
  ): Promise<{ release(outcome?: PaceOutcome): unknown; readonly isCurrent?: boolean }>;
  /** The limits of a robots.txt that the client has just fetched. It is called before the request is released. */
  limit(url: string, limits: PaceLimits): void;
  /** Whether the addresses of hosts matter. */
  readonly needsAddresses?: boolean;
}
