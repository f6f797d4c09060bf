/**
 * Request-rate (Conner's extension of 1996): requests / time, in seconds or with s, m, h or d, and optionally the hours in
 * UTC: `1/10s 1200-1300`. Ignores zero requests and zero time. An interval of more than a day counts as a day, as for
 * Crawl-delay.
 */

import { checkedList, checkedObject } from "../../../base/arguments.ts";
import { wrongType } from "../../../base/errors.ts";
import { MAX_CRAWL_DELAY_SECONDS } from "../../limits.ts";
import { type GroupFields, mostOf, valuesOf } from "./field.ts";
import { isWithin, parseVisitTime, type TimeWindow } from "./visit-time.ts";

/** A Request-rate line: at most `requests` in `seconds`. */
export interface RequestRate {
  /** At least 1. */
  readonly requests: number;
  /** At least 1, and at most a day per request. */
  readonly seconds: number;
  /** When it applies; absent if always. */
  readonly window?: TimeWindow;
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

export function parseRequestRate(value: string): RequestRate | undefined {
  const match = /^(\d{1,9})\s?\/\s?(\d{1,9})\s?([smhd]?)(?:\s{1,9}(.{9,30}))?$/i.exec(value);
  if (match === null) return undefined;
  const requests = Number(match[1]);
  const time = Number(match[2]) * unitSeconds[match[3]!.toLowerCase() || "s"]!;
  const window = match[4] === undefined ? undefined : parseVisitTime(match[4]);
  if (requests === 0 || time === 0 || (match[4] !== undefined && window === undefined)) return undefined;
  return { requests, seconds: Math.min(time, requests * MAX_CRAWL_DELAY_SECONDS), ...(window && { window }) };
}

/** All rates that apply, in file order. A file may have one for each part of the day. */
export const requestRatesOf = (fields: GroupFields): readonly RequestRate[] =>
  valuesOf(fields, "request-rate", parseRequestRate);

export const slowestOf = (rates: readonly RequestRate[]): RequestRate | undefined =>
  mostOf(rates, ({ requests, seconds }) => seconds / requests);

/**
 * The slowest of `rates` that applies at `date`; undefined if none does.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for other arguments than rates and a Date.
 * @example
 * ```ts
 * import { parse, requestRateAt } from "robots-wasm";
 *
 * const file = "User-agent: *\nRequest-rate: 1/2s\nRequest-rate: 1/10s 0800-1800\n";
 * const { requestRates } = parse(file).agent("ExampleBot");
 * requestRateAt(requestRates, new Date("2026-01-01T02:00:00Z"))?.seconds === 2; // true
 * requestRateAt(requestRates, new Date("2026-01-01T12:00:00Z"))?.seconds === 10; // true
 * ```
 */
export function requestRateAt(rates: readonly RequestRate[], date: Date): RequestRate | undefined {
  if (!(date instanceof Date)) throw wrongType("date", "a Date", date);
  const applies = (rate: RequestRate): boolean => {
    const { window } = checkedObject("rate", rate);
    return window === undefined || isWithin(checkedWindow(window), date);
  };
  return slowestOf(checkedList("rates", rates).filter(applies));
}

function checkedWindow(window: TimeWindow): TimeWindow {
  const { fromMinute, toMinute } = checkedObject("window", window);
  if (typeof fromMinute === "number" && typeof toMinute === "number") return window;
  throw wrongType("window", "fromMinute and toMinute as numbers", window);
}
