/** The options of `Pacer`, checked, with their defaults. */

import { checkedNumber } from "../../base/arguments.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { DAY_MS, MAX_INTERVAL_MS } from "./limits.ts";

/** Options of `Pacer`, with their defaults. */
export interface PacerOptions {
  /** Requests at a time in all. Default 256. */
  readonly concurrency?: number;
  /**
   * Requests at a time to one address, whatever names lead to it: all sites of a big hoster share it. Clients with `nodeFetch` know the
   * addresses; with another `fetch` it has no effect. Default 4.
   */
  readonly addressConcurrency?: number;
  /** Requests at a time to one host for which no interval asks for one at a time. Default 1. */
  readonly hostConcurrency?: number;
  /** The own minimum between two requests to one host, in milliseconds. Default 0. */
  readonly minIntervalMs?: number;
  /**
   * The interval of hosts whose robots.txt states neither a delay nor a rate, or is not known yet; 0 for none. Default for a `Pace`
   * without `minIntervalMs` and `hostConcurrency`: 1,000. Otherwise 0.
   */
  readonly defaultIntervalMs?: number;
  /** Lengthens the interval of hosts that respond slowly. Default: off. */
  readonly adaptiveDelay?: AdaptiveDelay | undefined;
  /**
   * A host that asks for a longer interval, or gets one by `adaptiveDelay`, is refused with ERR_TOO_SLOW: it is never requested
   * faster. Default: none.
   */
  readonly maxIntervalMs?: number;
  /** How many processes crawl without knowing of each other: each waits for the interval times this number. Default 1. */
  readonly processes?: number;
  /**
   * The pause after the first 429, 503 or failed request. It doubles with each incident and halves with each response that is not
   * one; ten of them in a row forgive the host. Default 60,000.
   */
  readonly firstBackoffMs?: number;
  /** The longest pause, also for Retry-After. Default 86,400,000, a day. */
  readonly maxBackoffMs?: number;
  /** How long after its last back-off a host must behave to be forgiven. Default 1,800,000. */
  readonly forgiveAfterMs?: number;
  /** The share by which intervals and pauses are lengthened at random, so that crawlers do not move in step. Default 0.1. */
  readonly jitter?: number;
  /** Returns numbers from 0 to 1. Default `Math.random`. */
  readonly random?: () => number;
}

/** The interval is a multiple of the time that the host takes to respond, between bounds, in milliseconds. */
export interface AdaptiveDelay {
  /** How many times the response time. Default 5. */
  readonly factor?: number;
  /** Default 0. */
  readonly minMs?: number;
  /** Default 60,000. */
  readonly maxMs?: number;
}

export type PacerSettings = { -readonly [Name in keyof PacerOptions]-?: PacerOptions[Name] };

const DEFAULTS: Required<PacerOptions> = {
  concurrency: 256,
  addressConcurrency: 4,
  hostConcurrency: 1,
  processes: 1,
  minIntervalMs: 0,
  defaultIntervalMs: 0,
  adaptiveDelay: undefined,
  maxIntervalMs: Number.POSITIVE_INFINITY,
  firstBackoffMs: 60_000,
  maxBackoffMs: DAY_MS,
  forgiveAfterMs: 1_800_000,
  jitter: 0.1,
  random: Math.random,
};

/** `Pace` takes the same options and its own. */
export const pacerOptions: KnownOptions<PacerOptions> = { ...DEFAULTS, adaptiveDelay: 1 };

/** The products and sums of the finite ones stay finite. */
const RANGES = [
  ["concurrency", 1],
  ["addressConcurrency", 1],
  ["hostConcurrency", 1],
  ["maxIntervalMs", 0],
  ["processes", 1, 1e6],
  ["jitter", 0, 1e6],
  ["minIntervalMs", 0, MAX_INTERVAL_MS],
  ["defaultIntervalMs", 0, MAX_INTERVAL_MS],
  ["firstBackoffMs", 0, MAX_INTERVAL_MS],
  ["maxBackoffMs", 0, MAX_INTERVAL_MS],
  ["forgiveAfterMs", 0, MAX_INTERVAL_MS],
] as const;

export function checkedSettings(options: PacerOptions): PacerSettings {
  const settings: PacerSettings = { ...DEFAULTS, ...checkedOptions("options", options, pacerOptions) };
  for (const [name, ...range] of RANGES) checkedNumber(name, settings[name], range);
  if (settings.adaptiveDelay !== undefined) settings.adaptiveDelay = checkedAdaptive(settings.adaptiveDelay);
  return settings;
}

const ADAPTIVE: Required<AdaptiveDelay> = { factor: 5, minMs: 0, maxMs: 60_000 };

function checkedAdaptive(given: AdaptiveDelay): Required<AdaptiveDelay> {
  const read = { ...ADAPTIVE, ...checkedOptions("adaptiveDelay", given, ADAPTIVE) };
  checkedNumber("factor", read.factor, [0, 1e6]);
  checkedNumber("minMs", read.minMs, [0, MAX_INTERVAL_MS]);
  checkedNumber("maxMs", read.maxMs, [read.minMs, MAX_INTERVAL_MS]);
  return read;
}
