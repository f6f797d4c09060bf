/** The first moment that the limits of a host allow. Times are milliseconds since 1970. */

import { checkedNumber } from "../../base/arguments.ts";
import { jsonOf, wrongType, wrongValue } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { type RequestRate, requestRateAt, type TimeWindow } from "../../core/index.ts";
import type { PaceLimits } from "../client/index.ts";

const paceLimitNames: KnownOptions<PaceLimits> = { intervalMs: 1, rates: 1, window: 1, concurrency: 1 };

/** 31 years. Times that are added to or multiplied by such intervals stay finite; a NaN would stop the pacer for all hosts. */
export const MAX_INTERVAL_MS = 1e12;

export const isFrom = (least: number, value: unknown, most: number = Number.POSITIVE_INFINITY): boolean =>
  typeof value === "number" && value >= least && value <= most;

/** Frozen ones, which `politeFetch` passes with each request. */
const known = new WeakMap<PaceLimits, PaceLimits>();

/** @throws TypeError or RangeError that names the limit. */
export function checkedLimits(limits: PaceLimits): PaceLimits {
  const before = known.get(limits);
  if (before !== undefined) return before;
  const read = readLimits(limits);
  if (Object.isFrozen(limits)) known.set(limits, read);
  return read;
}

function readLimits(limits: PaceLimits): PaceLimits {
  const read = checkedOptions("limits", limits, paceLimitNames);
  const { intervalMs = 0, rates = [], concurrency = 1, window } = read;
  checkedNumber("intervalMs", intervalMs, [0, MAX_INTERVAL_MS]);
  checkedNumber("concurrency", concurrency, [1]);
  if (!Array.isArray(rates)) throw wrongType("rates", "an array of request rates", rates);
  for (const rate of rates)
    if (!isRate(rate))
      throw wrongValue("rates", `requests and seconds above 0, at most ${MAX_INTERVAL_MS} ms a request`, jsonOf(rate));
  if (window !== undefined && !isWindow(window))
    throw wrongValue("window", "minutes of the day, 0 to 1440", jsonOf(window));
  return read;
}

const isRate = (rate: RequestRate | null): boolean =>
  typeof rate === "object" &&
  rate !== null &&
  isFrom(Number.MIN_VALUE, rate.requests) &&
  isFrom(Number.MIN_VALUE, rate.seconds) &&
  isFrom(0, intervalOf(rate), MAX_INTERVAL_MS) &&
  (rate.window === undefined || isWindow(rate.window));

const isWindow = (window: TimeWindow | null): boolean =>
  window !== null && [window.fromMinute, window.toMinute].every((minute) => isFrom(0, minute, 1440));

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** The first moment from `ms` on within the daily window, which may cross midnight; equal ends mean the whole day. */
export function openAt(ms: number, window: TimeWindow | undefined): number {
  if (window === undefined || window.fromMinute === window.toMinute) return ms;
  const from = window.fromMinute * MINUTE_MS;
  const lengthMs = (window.toMinute * MINUTE_MS - from + DAY_MS) % DAY_MS;
  const sinceOpenMs = (((ms - from) % DAY_MS) + DAY_MS) % DAY_MS;
  return sinceOpenMs < lengthMs || lengthMs === 0 ? ms : Math.ceil(ms + DAY_MS - sinceOpenMs);
}

const intervalOf = ({ requests, seconds }: RequestRate): number => (seconds * 1000) / requests;

/** The longest interval that the rates can ask for, in milliseconds. */
export const longestRateMs = (rates: readonly RequestRate[]): number => Math.max(0, ...rates.map(intervalOf));

/**
 * The first moment from `ms` on that keeps the rates after a request that ended at `lastMs`. A moment that a rate moves into
 * other hours is compared with the rate of those hours too; each round moves it to a longer interval, so rounds end.
 */
export function keepRates(ms: number, lastMs: number, rates: readonly RequestRate[], factor: number): number {
  for (let at = ms; ; ) {
    const rate = requestRateAt(rates, new Date(at));
    const next = rate === undefined ? at : lastMs + intervalOf(rate) * factor;
    if (next <= at) return at;
    at = next;
  }
}
