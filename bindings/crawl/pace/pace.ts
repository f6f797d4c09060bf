/** Waits for the turns of a `Pacer`: one timer for all hosts, signals, and leases that say how requests ended. */

import { checkedNumber } from "../../base/arguments.ts";
import { refusal, wrongType, wrongValue } from "../../base/errors.ts";
import { absolute } from "../../base/location.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { onAbort } from "../client/aborts.ts";
import { paceChannel } from "../client/channels.ts";
import { MAX_TIMER_MS } from "../client/client-options.ts";
import type { PaceLimits, PaceOutcome } from "../client/index.ts";
import { checkedMethods } from "../client/stores/adapter.ts";
import { isPause } from "./back-off.ts";
import type { PaceStore } from "./pace-store.ts";
import { Pacer, type PausedHost, type Turn } from "./pacer.ts";
import { type PacerOptions, pacerOptions } from "./pacer-options.ts";
import { type QueueKey, QueueKeys } from "./queue-keys.ts";
import { SharedHosts } from "./shared-hosts.ts";

/** What `new Pace` takes: what `Pacer` takes, a clock, and how several processes share hosts. */
export interface PaceOptions extends PacerOptions {
  /** Returns milliseconds since 1970, for Visit-time too. Default: a clock that setting the system's clock does not move. */
  readonly clock?: () => number;
  /**
   * What shares a queue and an interval: the `origin`, the default; the `address`; or what a function of the host returns, such as its
   * registrable domain: `(host) => getDomain(host, { allowPrivateDomains: true })` of tldts.
   */
  readonly key?: QueueKey;
  /** What several processes share. `processes` is required with it. Default: this process paces on its own. */
  readonly store?: PaceStore;
  /** How many processes crawl. Without a store, or alone while it does not answer, each waits for the interval times this number. */
  readonly processes?: number;
  /**
   * What happens while the store does not answer. `wait`, the default: nothing is requested. `alone`: each process waits for
   * `processes` times the interval, which keeps the mean but not each gap.
   */
  readonly whenStoreIsDown?: "wait" | "alone";
  /** How long a caller waits for a store that does not answer before `acquire` rejects with ERR_STORE. Default 60,000. */
  readonly storeWaitMs?: number;
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
  /** Rejects with ERR_NOT_DUE if the turn does not come within this time, at once if that is known. Default: waits. */
  readonly maxWaitMs?: number;
  /** Goes before all others who wait for the host, as requests for its robots.txt do. Default false. */
  readonly isFirst?: boolean;
}

/** The right to make one request. Release it when the request has ended, its body included. */
export interface PaceLease {
  readonly origin: string;
  /** How long the turn took to come. */
  readonly waitedMs: number;
  /**
   * Whether the host is still this process's. False once the process stood still for longer than `holdMs`: others may have the host,
   * so release the lease and acquire another.
   */
  readonly isCurrent: boolean;
  /**
   * Says how the request ended: `outcomeOf(response)`. Calling it again does nothing. The promise resolves when other processes
   * know; it never rejects.
   */
  release(outcome?: PaceOutcome): Promise<void>;
}

/** What the diagnostics channel `robots-wasm:pace` carries. */
export type PaceEvent =
  /** A request may start. */
  | { readonly type: "turn"; readonly origin: string; readonly waitedMs: number }
  /** A 429, a 503, a failure or Retry-After: the host is not requested for `pauseMs`. */
  | { readonly type: "backoff"; readonly origin: string; readonly status?: number; readonly pauseMs: number };

/** A caller of `acquire`. Most turns come at once: a promise, a listener and a timer are made for the others alone. */
class Waiter {
  readonly origin: string;
  readonly limits: PaceLimits | undefined;
  readonly sinceMs: number;
  readonly deadlineMs: number;
  stopListening: (() => void) | undefined = undefined;
  stopTimer: (() => void) | undefined = undefined;
  isGone = false;
  /** The turn has come in this process, and the store is being asked. */
  isAsking = false;
  /** The turn was put off so that this process keeps the interval of all processes, because the store does not answer. */
  isSpaced = false;
  #lease: PaceLease | undefined = undefined;
  #refusal: { readonly reason: unknown } | undefined = undefined;
  #settle: (() => void) | undefined = undefined;

  constructor(origin: string, limits: PaceLimits | undefined, sinceMs: number, deadlineMs: number) {
    this.origin = origin;
    this.limits = limits;
    this.sinceMs = sinceMs;
    this.deadlineMs = deadlineMs;
  }

  /** @throws the reason of a refusal. */
  get lease(): PaceLease | undefined {
    if (this.#refusal !== undefined) throw this.#refusal.reason;
    return this.#lease;
  }

  async settled(): Promise<PaceLease> {
    await new Promise<void>((resolve) => {
      this.#settle = resolve;
    });
    return this.lease!;
  }

  grant(lease: PaceLease): void {
    this.#lease = lease;
    this.#leave();
  }

  refuse(reason: unknown): void {
    this.#refusal = { reason };
    this.#leave();
  }

  #leave(): void {
    this.stopListening?.();
    this.stopTimer?.();
    this.#settle?.();
  }
}

/** Ends a turn, and returns for how long the host rests, in milliseconds, and when other processes know. */
type End = (outcome: PaceOutcome) => { readonly pauseMs: number; readonly told: Promise<void> };

const ownOptions: KnownOptions<Omit<PaceOptions, Exclude<keyof PacerOptions, "processes">>> = {
  clock: 1,
  key: 1,
  store: 1,
  processes: 1,
  whenStoreIsDown: 1,
  storeWaitMs: 1,
  holdMs: 1,
  storeTimeoutMs: 1,
  onStoreError: 1,
  onStoreRecovery: 1,
};
const options: KnownOptions<PaceOptions> = { ...pacerOptions, ...ownOptions };
const acquireOptions: KnownOptions<AcquireOptions> = { limits: 1, address: 1, signal: 1, maxWaitMs: 1, isFirst: 1 };

/** A host that others hold is asked for again after this time at least. */
const LEAST_RETRY_MS = 50;
/** The interval where nothing is stated and nothing was chosen, as crawlers have it. */
const DEFAULT_INTERVAL_MS = 1000;
const DOWN: readonly PaceOptions["whenStoreIsDown"][] = ["wait", "alone"];
const TOLD: Promise<void> = Promise.resolve();

/** What `acquire` returns, as a lease if the turn comes at once, for rooms above that give valid arguments. */
export let acquired: <Lease>(
  pace: { acquire(url: string, call: AcquireOptions): Promise<Lease> },
  place: { readonly url: string; readonly parsed: URL },
  call: AcquireOptions,
) => Lease | PaceLease | Promise<Lease | PaceLease>;

const monotonicMs = (): number => performance.timeOrigin + performance.now();

/** Paces the requests of a crawler: `const lease = await pace.acquire(url)`, then the request, then `lease.release()`. */
export class Pace {
  /** Whether an option needs the addresses of hosts: `addressConcurrency`, or `key: "address"`. */
  readonly needsAddresses: boolean;
  readonly #pacer: Pacer;
  readonly #clock: () => number;
  readonly #keys: QueueKeys;
  readonly #shared: SharedHosts | undefined;
  readonly #processes: number;
  readonly #waitsForStore: boolean;
  readonly #storeWaitMs: number;
  /** In the order in which they came. */
  readonly #waiters = new Map<Turn, Waiter>();
  /** What is to end before `close` does. */
  readonly #leases = new Set<PaceLease>();
  readonly #asking = new Set<Promise<void>>();
  #downSinceMs: number | undefined;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wakeAtMs = Number.POSITIVE_INFINITY;

  static {
    acquired = (pace, { url, parsed }, call) =>
      pace instanceof Pace && pace.acquire === Pace.prototype.acquire
        ? pace.#enter(parsed, call, Number.POSITIVE_INFINITY)
        : pace.acquire(url, call);
  }

  /** @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE) for an invalid option. */
  constructor(given: PaceOptions = {}) {
    const known = checkedOptions("options", given, options);
    const { clock, key = "origin", store, processes, whenStoreIsDown = "wait", storeWaitMs = 60_000 } = known;
    const { holdMs, storeTimeoutMs, onStoreError, onStoreRecovery, minIntervalMs, hostConcurrency } = known;
    if (store !== undefined && processes === undefined)
      throw wrongValue("processes", "a number beside store", processes);
    if (!DOWN.includes(whenStoreIsDown)) throw wrongValue("whenStoreIsDown", "wait or alone", whenStoreIsDown);
    this.#processes = checkedCount("processes", processes ?? 1);
    const isPlain = minIntervalMs === undefined && hostConcurrency === undefined;
    const defaultIntervalMs = known.defaultIntervalMs ?? (isPlain ? DEFAULT_INTERVAL_MS : 0);
    const alone = store === undefined ? this.#processes : 1;
    this.#pacer = new Pacer({ ...ofPacer(known), defaultIntervalMs, processes: alone });
    this.#clock = clock ?? monotonicMs;
    this.#keys = new QueueKeys(key);
    this.needsAddresses = key === "address" || known.addressConcurrency !== undefined;
    this.#waitsForStore = whenStoreIsDown === "wait";
    this.#storeWaitMs = checkedNumber("storeWaitMs", storeWaitMs, [0]);
    const settings = {
      holdMs: checkedCount("holdMs", holdMs ?? 60_000),
      storeTimeoutMs: checkedCount("storeTimeoutMs", storeTimeoutMs ?? 1000),
      onStoreError,
      onStoreRecovery,
      onUp: () => this.#resume(),
      onTurn: (host: string, inMs: number) => this.#recall(host, inMs),
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
   *   interval than `maxIntervalMs`; Error (ERR_NOT_DUE, with `dueAt` in milliseconds since 1970) if the turn does not come within
   *   `maxWaitMs`; Error (ERR_STORE) if the store does not answer for `storeWaitMs`; Error (ERR_CLOSED) after `close`; the signal's
   *   reason when it aborts.
   */
  async acquire(url: string | URL, call: AcquireOptions = {}): Promise<PaceLease> {
    const parsed = absolute(url);
    const read = checkedOptions("call", call, acquireOptions);
    const { signal, maxWaitMs = Number.POSITIVE_INFINITY } = read;
    if (signal !== undefined && !(signal instanceof AbortSignal)) throw wrongType("signal", "an AbortSignal", signal);
    checkedNumber("maxWaitMs", maxWaitMs, [0]);
    return this.#enter(parsed, read, maxWaitMs);
  }

  /** Returns a lease if the turn comes at once. */
  #enter(
    url: URL,
    { limits, address, signal, isFirst = false }: AcquireOptions,
    maxWaitMs: number,
  ): PaceLease | Promise<PaceLease> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw closed();
    const { origin } = url;
    const sinceMs = this.#clock();
    const key = this.#keys.of(url, address);
    const dueAt = isFirst || maxWaitMs === Number.POSITIVE_INFINITY ? sinceMs : this.#pacer.dueAt(key, sinceMs);
    if (dueAt > sinceMs + maxWaitMs) throw notDue(origin, maxWaitMs, dueAt);
    const more = isFirst || key !== origin ? { isFirst, limitsOf: origin } : undefined;
    const turn = this.#pacer.add(key, limits, sinceMs, address, more);
    const waiter = new Waiter(origin, limits, sinceMs, sinceMs + maxWaitMs);
    this.#waiters.set(turn, waiter);
    this.#startDue();
    if (waiter.lease !== undefined) return waiter.lease;
    waiter.stopListening = signal && onAbort(signal, () => this.#giveUp(turn, signal.reason));
    waiter.stopTimer = this.#limitWait(turn, maxWaitMs);
    return waiter.settled();
  }

  /** @returns a function that stops the timer. */
  #limitWait(turn: Turn, maxWaitMs: number): (() => void) | undefined {
    if (maxWaitMs > MAX_TIMER_MS) return undefined;
    const expire = (): void => {
      // The turn may be due at this very moment.
      this.#startDue();
      if (this.#waiters.get(turn)?.isAsking === false) this.#tellNotDue(turn);
    };
    const timer = setTimeout(expire, maxWaitMs);
    return () => clearTimeout(timer);
  }

  #tellNotDue(turn: Turn): void {
    const { origin, sinceMs, deadlineMs } = this.#waiters.get(turn)!;
    const nowMs = this.#clock();
    this.#pacer.cancel(turn, nowMs);
    this.#giveUp(turn, notDue(origin, deadlineMs - sinceMs, this.#pacer.dueAt(turn.origin, nowMs)));
  }

  /**
   * When the request of a new caller would start at the earliest, in milliseconds since 1970, as far as this process knows. Others
   * may hold the host.
   */
  dueAt(url: string | URL): number {
    return this.#pacer.dueAt(this.#keys.of(absolute(url)), this.#clock());
  }

  /** The hosts that this process has paused after failures or for Retry-After, each with the reason and the end of its pause. */
  paused(): PausedHost[] {
    return this.#pacer.paused(this.#clock());
  }

  /**
   * Sets the limits of the URL's host, as a new robots.txt has them. They hold at once for all who wait; if they exceed
   * `maxIntervalMs`, those who gave limits get ERR_TOO_SLOW.
   */
  limit(url: string | URL, limits: PaceLimits): void {
    const parsed = absolute(url);
    const { origin } = parsed;
    const key = this.#keys.of(parsed);
    const nowMs = this.#clock();
    this.#pacer.limit(key, limits, nowMs, origin);
    // Without a running request, which closes the host when it ends.
    const closedMs = this.#pacer.closedMs(key, nowMs);
    if (closedMs > 0) void this.#shared?.release(key, NOBODY, closedMs);
    try {
      this.#pacer.check(key, limits);
    } catch (error) {
      for (const [turn, waiter] of this.#waiters)
        if (waiter.origin === origin && waiter.limits !== undefined) this.#giveUp(turn, error);
    }
    this.#startDue();
  }

  /**
   * Gives back every host that this process holds, and rejects all who wait with ERR_CLOSED. Await it before the process exits:
   * otherwise other processes wait for `holdMs`.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const turn of [...this.#waiters.keys()]) this.#giveUp(turn, closed());
    await Promise.all(this.#asking);
    await Promise.all(Array.from(this.#leases, (lease) => lease.release()));
    await this.#shared?.close();
  }

  #giveUp(turn: Turn, reason: unknown): void {
    const waiter = this.#waiters.get(turn);
    if (waiter === undefined) return;
    this.#waiters.delete(turn);
    waiter.isGone = true;
    this.#pacer.cancel(turn, this.#clock());
    waiter.refuse(reason);
    if (this.#waiters.size === 0) this.#stopTimer();
  }

  #startDue(): void {
    for (;;) {
      const nowMs = this.#clock();
      if (this.#downSinceMs !== undefined) {
        this.#awaitStore(this.#downSinceMs, nowMs);
        return;
      }
      const { turn, atMs } = this.#pacer.next(nowMs);
      if (turn === undefined) {
        this.#wakeAt(atMs, nowMs);
        return;
      }
      const waiter = this.#waiters.get(turn)!;
      if (this.#shared === undefined) this.#grant(turn, waiter, this.#end(turn));
      else this.#ask(this.#shared, turn, waiter);
    }
  }

  /** Nothing starts while the store does not answer. Those who came first have waited for longest. */
  #awaitStore(downSinceMs: number, nowMs: number): void {
    for (const [turn, { sinceMs }] of this.#waiters) {
      const untilMs = Math.max(downSinceMs, sinceMs) + this.#storeWaitMs;
      if (untilMs > nowMs) {
        this.#wakeAt(untilMs, nowMs);
        return;
      }
      this.#giveUp(turn, storeDown(this.#storeWaitMs));
    }
  }

  #resume(): void {
    this.#downSinceMs = undefined;
    this.#startDue();
  }

  /** The turn of a host comes. Where nobody wants it any more, it goes to the next process. */
  #recall(host: string, inMs: number): void {
    const nowMs = this.#clock();
    if (this.#pacer.recall(host, nowMs + inMs, nowMs)) this.#startDue();
    else this.#shared!.leave(host);
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
    this.#shared?.rest();
  }

  /** The turn has come in this process; the store says whether it has come among all. */
  #ask(shared: SharedHosts, turn: Turn, waiter: Waiter): void {
    const asking = this.#startShared(shared, turn, waiter).finally(() => this.#asking.delete(asking));
    this.#asking.add(asking);
  }

  async #startShared(shared: SharedHosts, turn: Turn, waiter: Waiter): Promise<void> {
    const holder = shared.newHolder();
    waiter.isAsking = true;
    try {
      const isHeld = this.#pacer.isExclusive(turn);
      const holding = isHeld ? (): boolean => shared.isHeld(holder) : ALWAYS;
      const answer = await shared[isHeld ? "hold" : "closedMs"](turn.origin, holder, this.#pacer.intervalMs(turn));
      waiter.isAsking = false;
      if (waiter.isGone) this.#takeBack(shared, turn, holder);
      else if (answer === 0 && isHeld && !shared.isHeld(holder)) this.#askAgain(shared, turn, holder);
      else if (answer === 0) this.#grant(turn, waiter, this.#endShared(shared, turn, holder, isHeld), holding);
      else if (answer !== undefined) this.#postpone(turn, answer === "held" ? this.#retryMs(turn) : answer);
      else if (this.#waitsForStore) this.#standStill(turn);
      else this.#startAlone(shared, turn, waiter);
    } catch (error) {
      this.#waiters.delete(turn);
      this.#takeBack(shared, turn, holder);
      waiter.refuse(error);
    }
  }

  /** The process stood still for longer than its hold. */
  #askAgain(shared: SharedHosts, turn: Turn, holder: string): void {
    void shared.release(turn.origin, holder, 0);
    this.#postpone(turn, 0);
  }

  #standStill(turn: Turn): void {
    this.#downSinceMs ??= this.#clock();
    this.#postpone(turn, 0);
  }

  #startAlone(shared: SharedHosts, turn: Turn, waiter: Waiter): void {
    const intervalMs = this.#pacer.intervalMs(turn);
    const mustSpace = intervalMs > 0 && !waiter.isSpaced;
    waiter.isSpaced = true;
    if (mustSpace) this.#postpone(turn, intervalMs * this.#processes);
    else this.#grant(turn, waiter, this.#endShared(shared, turn, NOBODY, false));
  }

  #retryMs = (turn: Turn): number => Math.max(LEAST_RETRY_MS, this.#pacer.intervalMs(turn) / 4);

  #postpone(turn: Turn, ms: number): void {
    const nowMs = this.#clock();
    this.#pacer.postpone(turn, nowMs + ms, nowMs);
    const waiter = this.#waiters.get(turn);
    if (waiter !== undefined && nowMs + ms > waiter.deadlineMs) this.#tellNotDue(turn);
    this.#startDue();
  }

  /** The caller has given up: nothing was requested. */
  #takeBack(shared: SharedHosts, turn: Turn, holder: string): void {
    const nowMs = this.#clock();
    void shared.release(turn.origin, holder, 0);
    this.#pacer.postpone(turn, nowMs, nowMs);
    this.#pacer.cancel(turn, nowMs);
    this.#startDue();
  }

  #grant(turn: Turn, waiter: Waiter, end: End, holds: () => boolean = ALWAYS): void {
    const { origin, sinceMs } = waiter;
    this.#waiters.delete(turn);
    let told: Promise<void> | undefined;
    const release = (outcome: PaceOutcome = {}): Promise<void> => {
      if (told !== undefined) return told;
      told = TOLD;
      this.#leases.delete(lease);
      const ended = end(outcome);
      told = ended.told;
      if (isPause(outcome)) publish({ type: "backoff", origin, ...statusOf(outcome), pauseMs: ended.pauseMs });
      this.#startDue();
      return told;
    };
    const waitedMs = this.#clock() - sinceMs;
    const lease: PaceLease = {
      origin,
      waitedMs,
      release,
      get isCurrent() {
        return holds();
      },
    };
    if (this.#shared !== undefined) this.#leases.add(lease);
    publish({ type: "turn", origin, waitedMs });
    waiter.grant(lease);
  }

  #end(turn: Turn): End {
    return (outcome) => {
      const nowMs = this.#clock();
      return { pauseMs: Math.max(0, this.#pacer.end(turn, nowMs, outcome) - nowMs), told: TOLD };
    };
  }

  /** A host without an interval is not held: others need to know of a pause only. */
  #endShared(shared: SharedHosts, turn: Turn, holder: string, isHeld: boolean): End {
    const end = this.#end(turn);
    const stopKeeping = isHeld ? shared.keep(turn.origin, holder, this.#pacer.intervalMs(turn)) : undefined;
    return (outcome) => {
      stopKeeping?.();
      const { pauseMs } = end(outcome);
      return { pauseMs, told: isHeld || pauseMs > 0 ? shared.release(turn.origin, holder, pauseMs) : TOLD };
    };
  }
}

const ALWAYS = (): boolean => true;

const ofPacer = (options: PaceOptions): PacerOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => name in pacerOptions));

/** Holds no host, so it can close any. */
const NOBODY = "-";

function publish(event: PaceEvent): void {
  if (paceChannel.hasSubscribers) paceChannel.publish(event);
}

const statusOf = ({ status }: PaceOutcome): { status?: number } => (status === undefined ? {} : { status });

const checkedCount = (name: string, value: number): number =>
  checkedNumber(name, value, [1, Number.MAX_SAFE_INTEGER], "an integer");

function notDue(origin: string, maxWaitMs: number, dueAt: number): Error {
  const message = `${origin}: expected a turn within ${maxWaitMs} ms; the next may come at ${new Date(dueAt).toISOString()}`;
  return Object.assign(refusal(message, "ERR_NOT_DUE", dueAt), { dueAt });
}

const storeDown = (storeWaitMs: number): Error =>
  refusal(`pace: expected the store to answer within ${storeWaitMs} ms; it did not`, "ERR_STORE");

const closed = (): Error => refusal("pace: expected one that is open; it was closed", "ERR_CLOSED");
