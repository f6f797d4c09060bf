/** Waits for the turns of a `Pacer`: one timer for all hosts, signals, and leases that say how requests ended. */

import { checkedNumber } from "../../base/arguments.ts";
import { wrongType, wrongValue } from "../../base/errors.ts";
import { absolute } from "../../base/location.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import type { PaceLimits, PaceOutcome } from "../../client/index.ts";
import { checkedMethods, MAX_TIMER_MS, onAbort, paceChannel } from "../../client/internal.ts";
import type { PaceStore } from "./pace-store.ts";
import { isSetback, Pacer, type PacerOptions, pacerOptions, type Turn } from "./pacer.ts";
import { SharedHosts } from "./shared-hosts.ts";

/** What `new Pace` takes: what `Pacer` takes, a clock, and how several processes share hosts. */
export interface PaceOptions extends PacerOptions {
  /** Returns milliseconds since 1970, for Visit-time too. Default: a clock that setting the system's clock does not move. */
  readonly clock?: () => number;
  /** What several processes share. `processes` is required with it. Default: this process paces on its own. */
  readonly store?: PaceStore;
  /** How many processes crawl. Without a store, or while it does not answer, each waits for the interval times this number. */
  readonly processes?: number;
  /** How long others wait for a host whose process has crashed. A running process renews its hold. Default 60,000. */
  readonly holdMs?: number;
  /** How long the store may take to answer. Default 1,000. */
  readonly storeTimeoutMs?: number;
  /** Called once per outage of the store, with its last error. */
  readonly onStoreError?: (error: unknown) => void;
  /** Called when the store answers again. */
  readonly onStoreRecovery?: () => void;
}

/** What `acquire` takes besides the URL. */
export interface AcquireOptions {
  /** The limits of the host: `paceLimitsOf(rules)`. They hold at once, also for others who wait. Default: those it has. */
  readonly limits?: PaceLimits;
  /** The IP address that the host shares with others. */
  readonly address?: string;
  /** Stops waiting when it aborts. */
  readonly signal?: AbortSignal;
}

/** The right to make one request. Release it when the request has ended, its body included. */
export interface PaceLease {
  readonly origin: string;
  /** How long the turn took to come. */
  readonly waitedMs: number;
  /** Says how the request ended. Calling it again does nothing. */
  release(outcome?: PaceOutcome): void;
}

/** What the diagnostics channel `robots-wasm:pace` carries. */
export type PaceEvent =
  /** A request may start. */
  | { readonly type: "turn"; readonly origin: string; readonly waitedMs: number }
  /** A 429, a 503 or a failure: the host is not requested for `pauseMs`. */
  | { readonly type: "backoff"; readonly origin: string; readonly status?: number; readonly pauseMs: number };

interface Waiter {
  readonly origin: string;
  readonly limits: PaceLimits | undefined;
  readonly sinceMs: number;
  readonly settle: (lease: PaceLease) => void;
  readonly fail: (error: unknown) => void;
  isGone: boolean;
  /** The turn was put off so that this process keeps the interval of all processes, because the store does not answer. */
  isSpaced: boolean;
}

const ownOptions: KnownOptions<Omit<PaceOptions, Exclude<keyof PacerOptions, "processes">>> = {
  clock: 1,
  store: 1,
  processes: 1,
  holdMs: 1,
  storeTimeoutMs: 1,
  onStoreError: 1,
  onStoreRecovery: 1,
};
const options: KnownOptions<PaceOptions> = { ...pacerOptions, ...ownOptions };
const acquireOptions: KnownOptions<AcquireOptions> = { limits: 1, address: 1, signal: 1 };

/** A host that others hold is asked for again after this time at least. */
const LEAST_RETRY_MS = 50;

const monotonicMs = (): number => performance.timeOrigin + performance.now();

/** Paces the requests of a crawler: `const lease = await pace.acquire(url)`, then the request, then `lease.release()`. */
export class Pace {
  readonly #pacer: Pacer;
  readonly #clock: () => number;
  readonly #shared: SharedHosts | undefined;
  readonly #processes: number;
  readonly #waiters = new Map<Turn, Waiter>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wakeAtMs = Number.POSITIVE_INFINITY;

  /** @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE) for an invalid option. */
  constructor(given: PaceOptions = {}) {
    const known = checkedOptions("options", given, options);
    const { clock, store, processes, holdMs, storeTimeoutMs, onStoreError, onStoreRecovery, ...rest } = known;
    if (store !== undefined && processes === undefined)
      throw wrongValue("processes", "a number beside store", processes);
    this.#processes = count("processes", processes ?? 1);
    this.#pacer = new Pacer({ ...rest, processes: store === undefined ? this.#processes : 1 });
    this.#clock = clock ?? monotonicMs;
    const settings = {
      holdMs: count("holdMs", holdMs ?? 60_000),
      storeTimeoutMs: count("storeTimeoutMs", storeTimeoutMs ?? 1000),
      onStoreError,
      onStoreRecovery,
    };
    this.#shared = store && new SharedHosts(checkedMethods("store", store, "hold", "release"), settings);
  }

  /** How many hosts are remembered. */
  get size(): number {
    return this.#pacer.size;
  }

  /** How many callers wait for a turn. */
  get waiting(): number {
    return this.#waiters.size;
  }

  /**
   * Waits for the turn of the URL's host.
   * @returns a lease to release when the request has ended.
   * @throws TypeError (ERR_INVALID_URL) unless given an absolute URL; Error (ERR_TOO_SLOW) if the limits ask for a longer
   *   interval than `maxIntervalMs`; the signal's reason when it aborts.
   */
  async acquire(url: string | URL, call: AcquireOptions = {}): Promise<PaceLease> {
    const { origin } = absolute(url);
    const { limits, address, signal } = checkedOptions("call", call, acquireOptions);
    if (signal !== undefined && !(signal instanceof AbortSignal)) throw wrongType("signal", "an AbortSignal", signal);
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const sinceMs = this.#clock();
      const turn = this.#pacer.add(origin, limits, sinceMs, address);
      const stopListening = signal && onAbort(signal, () => this.#giveUp(turn, signal.reason));
      const settle = (lease: PaceLease): void => {
        stopListening?.();
        resolve(lease);
      };
      const fail = (error: unknown): void => {
        stopListening?.();
        reject(error);
      };
      this.#waiters.set(turn, { origin, limits, sinceMs, settle, fail, isGone: false, isSpaced: false });
      this.#startDue();
    });
  }

  /**
   * Sets the limits of the URL's host, as a new robots.txt has them. They hold at once for all who wait; if they exceed
   * `maxIntervalMs`, those who gave limits get ERR_TOO_SLOW.
   */
  limit(url: string | URL, limits: PaceLimits): void {
    const { origin } = absolute(url);
    this.#pacer.limit(origin, limits, this.#clock());
    try {
      this.#pacer.check(origin, limits);
    } catch (error) {
      for (const [turn, waiter] of this.#waiters)
        if (waiter.origin === origin && waiter.limits !== undefined) this.#giveUp(turn, error);
    }
    this.#startDue();
  }

  #giveUp(turn: Turn, reason: unknown): void {
    const waiter = this.#waiters.get(turn);
    if (waiter === undefined) return;
    this.#waiters.delete(turn);
    waiter.isGone = true;
    this.#pacer.cancel(turn, this.#clock());
    waiter.fail(reason);
    if (this.#waiters.size === 0) this.#stopTimer();
  }

  #startDue(): void {
    for (;;) {
      const nowMs = this.#clock();
      const { turn, atMs } = this.#pacer.next(nowMs);
      if (turn === undefined) {
        this.#wakeAt(atMs, nowMs);
        return;
      }
      const waiter = this.#waiters.get(turn)!;
      if (this.#shared === undefined) this.#grant(turn, waiter, this.#end(turn));
      else void this.#startShared(this.#shared, turn, waiter);
    }
  }

  /** Without waiters there is nothing to wake up for: hosts are forgotten at the next call, and the process may end. */
  #wakeAt(atMs: number, nowMs: number): void {
    if (this.#waiters.size === 0) this.#stopTimer();
    if (this.#waiters.size === 0 || atMs >= this.#wakeAtMs) return;
    clearTimeout(this.#timer);
    this.#wakeAtMs = atMs;
    const wake = (): void => {
      this.#wakeAtMs = Number.POSITIVE_INFINITY;
      this.#startDue();
    };
    this.#timer = setTimeout(wake, Math.min(Math.max(1, Math.ceil(atMs - nowMs)), MAX_TIMER_MS));
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#wakeAtMs = Number.POSITIVE_INFINITY;
  }

  /** The turn has come in this process; the store says whether it has come among all. */
  async #startShared(shared: SharedHosts, turn: Turn, waiter: Waiter): Promise<void> {
    const holder = shared.newHolder();
    try {
      const hasInterval = this.#pacer.intervalMs(turn) > 0;
      const answer = await (hasInterval ? shared.hold(waiter.origin, holder) : shared.closedMs(waiter.origin, holder));
      if (waiter.isGone) this.#takeBack(shared, turn, waiter, holder);
      else if (answer === 0) this.#grant(turn, waiter, this.#endShared(shared, turn, waiter, holder, hasInterval));
      else if (answer === undefined) this.#startAlone(shared, turn, waiter, holder, hasInterval);
      else this.#postpone(turn, answer === "held" ? this.#retryMs(turn) : answer);
    } catch (error) {
      this.#waiters.delete(turn);
      this.#takeBack(shared, turn, waiter, holder);
      waiter.fail(error);
    }
  }

  /** The store does not answer. */
  #startAlone(shared: SharedHosts, turn: Turn, waiter: Waiter, holder: string, hasInterval: boolean): void {
    const mustSpace = hasInterval && !waiter.isSpaced;
    waiter.isSpaced = true;
    if (mustSpace) this.#postpone(turn, this.#pacer.intervalMs(turn) * this.#processes);
    else this.#grant(turn, waiter, this.#endShared(shared, turn, waiter, holder, hasInterval));
  }

  #retryMs = (turn: Turn): number => Math.max(LEAST_RETRY_MS, this.#pacer.intervalMs(turn) / 4);

  #postpone(turn: Turn, ms: number): void {
    const nowMs = this.#clock();
    this.#pacer.postpone(turn, nowMs + ms, nowMs);
    this.#startDue();
  }

  /** The caller has given up: nothing was requested. */
  #takeBack(shared: SharedHosts, turn: Turn, { origin }: Waiter, holder: string): void {
    const nowMs = this.#clock();
    shared.release(origin, holder, 0);
    this.#pacer.postpone(turn, nowMs, nowMs);
    this.#pacer.cancel(turn, nowMs);
    this.#startDue();
  }

  #grant(turn: Turn, { origin, sinceMs, settle }: Waiter, end: (outcome: PaceOutcome) => number): void {
    this.#waiters.delete(turn);
    let isReleased = false;
    const release = (outcome: PaceOutcome = {}): void => {
      if (isReleased) return;
      isReleased = true;
      const pauseMs = end(outcome);
      if (isSetback(outcome)) publish({ type: "backoff", origin, ...statusOf(outcome), pauseMs });
      this.#startDue();
    };
    const waitedMs = this.#clock() - sinceMs;
    publish({ type: "turn", origin, waitedMs });
    settle({ origin, waitedMs, release });
  }

  /** Returns a function that ends the turn and returns for how long the host rests, in milliseconds. */
  #end(turn: Turn): (outcome: PaceOutcome) => number {
    return (outcome) => {
      const nowMs = this.#clock();
      return Math.max(0, this.#pacer.end(turn, nowMs, outcome) - nowMs);
    };
  }

  /** A host without an interval is not held: others need to know of a pause only. */
  #endShared(
    shared: SharedHosts,
    turn: Turn,
    { origin }: Waiter,
    holder: string,
    isHeld: boolean,
  ): (outcome: PaceOutcome) => number {
    const end = this.#end(turn);
    const stopKeeping = isHeld ? shared.keep(origin, holder) : undefined;
    return (outcome) => {
      stopKeeping?.();
      const pauseMs = end(outcome);
      if (isHeld || pauseMs > 0) shared.release(origin, holder, pauseMs);
      return pauseMs;
    };
  }
}

function publish(event: PaceEvent): void {
  if (paceChannel.hasSubscribers) paceChannel.publish(event);
}

const statusOf = ({ status }: PaceOutcome): { status?: number } => (status === undefined ? {} : { status });

const count = (name: string, value: number): number =>
  checkedNumber(name, value, [1, Number.MAX_SAFE_INTEGER], "an integer");
