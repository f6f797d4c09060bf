/** What a robots.txt says about pace, and what the client needs of a pacer: robots-wasm/pace has one. */
import { retryAfterMs } from "../access/internal.ts";
import { checkedList, checkedObject } from "../base/arguments.ts";
import { wrongType } from "../base/errors.ts";
import type { AgentRules, RequestRate, TimeWindow } from "../core/index.ts";

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
  /** The request failed, or the body of its response did. */
  readonly error?: true;
}

/** What a response means for the pace of its host. */
export const outcomeOf = (status: number, retryAfter: string | null | undefined, nowMs: number): PaceOutcome => ({
  status,
  retryAfterMs: retryAfterMs(nowMs, { "retry-after": retryAfter ?? "" }) ?? 0,
});

/** Where the client waits before each of its requests: a `Pace` of robots-wasm/pace. */
export interface RequestPace {
  /** Waits for the turn of the URL's host. The request ends with `release`. */
  acquire(url: string, call: { readonly signal?: AbortSignal }): Promise<{ release(outcome?: PaceOutcome): void }>;
  /** The limits of a robots.txt that the client has just fetched. */
  limit(url: string, limits: PaceLimits): void;
}
