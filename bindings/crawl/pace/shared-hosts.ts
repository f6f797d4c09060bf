/**
 * A `PaceStore` behind a circuit breaker. What it should have been told in an outage, it is told afterwards: no host stays held by a
 * request that has ended, or by one that never started.
 */
import { checkedNumber } from "../../base/arguments.ts";
import { type StoreListeners, tellOutages } from "../client/channels.ts";
import { CircuitBreaker } from "../client/circuit-breaker.ts";
import { MAX_INTERVAL_MS } from "./limits.ts";
import type { PaceStore } from "./pace-store.ts";

export interface SharedHostsOptions extends StoreListeners {
  readonly holdMs: number;
  readonly storeTimeoutMs: number;
  /** Called when the store answers again, before anybody is told. */
  readonly onUp: () => void;
  /** Called when the turn of a host comes, for which this process stands in line. */
  readonly onTurn: (host: string, inMs: number) => void;
}

/** A host that is to be given back when the store answers again. Times by `performance.now()`. */
interface Owed {
  readonly host: string;
  readonly holder: string;
  readonly closedUntilMs: number;
}

/** How often a store that is down is looked at. The breaker probes at most once a second. */
const LOOK_EVERY_MS = 250;
/** A probe is a hold, because a full or read-only store still reads. */
const PROBE_MS = 1000;
/** For how long turns are heard of when nobody waits any more. */
const REST_MS = 1000;

export class SharedHosts {
  readonly #store: PaceStore;
  readonly #options: SharedHostsOptions;
  readonly #breaker: CircuitBreaker;
  readonly #process: string = crypto.randomUUID();
  /** By holder and host. */
  readonly #owed = new Map<string, Owed>();
  readonly #running = new Set<Promise<unknown>>();
  /** Until when each holder has its host, by `performance.now()`: counted from before the store was asked. */
  readonly #heldUntilMs = new Map<string, number>();
  /** Hosts for which this process stands in line. */
  readonly #line = new Set<string>();
  /** When their turns come, as this process was told since it asked last. */
  readonly #turnAtMs = new Map<string, number>();
  #stopListening: (() => void) | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #holders = 0;
  #look: ReturnType<typeof setTimeout> | undefined;

  constructor(store: PaceStore, options: SharedHostsOptions) {
    this.#store = store;
    this.#options = options;
    const { storeTimeoutMs: timeoutMs } = options;
    this.#breaker = new CircuitBreaker({ timeoutMs, probe: () => this.#probe(), ...tellOutages("pace", options) });
  }

  /** A name that no other lease has, in any process. */
  newHolder(): string {
    return `${this.#process}:${this.#holders++}`;
  }

  /** @returns undefined if the store does not answer. @throws what `onStoreError` and `onStoreRecovery` throw. */
  async hold(host: string, holder: string, intervalMs: number): Promise<number | "held" | undefined> {
    const call = { isOver: false };
    this.#turnAtMs.delete(host);
    this.#line.add(host);
    try {
      const answer = await this.#breaker.run(() => this.#hold(host, holder, call, intervalMs));
      if (answer === undefined) this.#owe(host, holder, 0);
      if (answer === undefined || answer === 0) {
        this.#line.delete(host);
        return answer;
      }
      this.#listen();
      // The message may come before the answer.
      const turnAtMs = this.#turnAtMs.get(host);
      return turnAtMs === undefined ? answer : Math.max(1, turnAtMs - performance.now());
    } finally {
      call.isOver = true;
    }
  }

  #listen(): void {
    clearTimeout(this.#resting);
    this.#resting = undefined;
    this.#stopListening ??= this.#store.listen?.(this.#process, (host, inMs) => {
      if (!this.#line.has(host)) return;
      this.#turnAtMs.set(host, performance.now() + inMs);
      this.#options.onTurn(host, inMs);
    });
  }

  /** Gives a turn back that nobody wants any more. */
  leave(host: string): void {
    this.#line.delete(host);
    void this.release(host, this.newHolder(), 0);
  }

  /** Nobody waits. */
  rest(): void {
    if (this.#stopListening === undefined || this.#resting !== undefined) return;
    this.#resting = setTimeout(() => this.#listenNoMore(), REST_MS);
    (this.#resting as { unref?(): void }).unref?.();
  }

  #listenNoMore(): void {
    clearTimeout(this.#resting);
    this.#stopListening?.();
    this.#stopListening = this.#resting = undefined;
    this.#turnAtMs.clear();
    this.#line.clear();
  }

  /** For how long the host is closed, in milliseconds. */
  async closedMs(host: string, holder: string, intervalMs: number): Promise<number | "held" | undefined> {
    const answer = await this.#breaker.run(() => this.#ask(host, holder, 0, intervalMs));
    if (answer === undefined) this.#lookLater();
    return answer;
  }

  /** Whether nobody else can have the host: a process that stood still for longer than its hold has lost it. */
  isHeld(holder: string): boolean {
    return performance.now() < (this.#heldUntilMs.get(holder) ?? 0);
  }

  /** A grant that comes after its caller has gone is given back. */
  async #hold(
    host: string,
    holder: string,
    call: { readonly isOver: boolean },
    intervalMs: number,
  ): Promise<number | "held"> {
    const { holdMs } = this.#options;
    const sinceMs = performance.now();
    const answer = await this.#ask(host, holder, holdMs, intervalMs);
    const knownMs = this.#heldUntilMs.get(holder) ?? Number.POSITIVE_INFINITY;
    // A hold that was renewed too late: another process may have had the host meanwhile.
    const isKept = performance.now() < knownMs;
    if (answer === 0 && !call.isOver && isKept) this.#heldUntilMs.set(holder, sinceMs + holdMs);
    if (answer === 0 && call.isOver) void this.#giveBack(host, holder);
    return answer;
  }

  /** Whether or not the store is taken for down: it has just granted the host. */
  async #giveBack(host: string, holder: string): Promise<void> {
    try {
      await this.#store.release(host, holder, 0);
      this.#owed.delete(`${holder} ${host}`);
    } catch {
      this.#owe(host, holder, 0);
    }
  }

  /** Another answer counts as an outage of the store. A negative time would be asked for again at once, without end. */
  async #ask(host: string, holder: string, holdMs: number, intervalMs: number): Promise<number | "held"> {
    const answer = await this.#store.hold(host, holder, holdMs, intervalMs);
    return answer === "held" ? answer : checkedNumber("hold", answer, [0, MAX_INTERVAL_MS]);
  }

  /** Renews the hold until the function that it returns is called. */
  keep(host: string, holder: string, intervalMs: number): () => void {
    const call = { isOver: false };
    const renew = (): unknown => this.#breaker.runUnobserved(() => this.#hold(host, holder, call, intervalMs));
    const timer = setInterval(renew, Math.ceil(this.#options.holdMs / 3));
    // A lease that nobody releases does not keep the process running.
    (timer as { unref?(): void }).unref?.();
    return () => {
      call.isOver = true;
      clearInterval(timer);
    };
  }

  /** Gives the host back and closes it for `waitMs`. Resolves when the store knows, or will be told later. */
  async release(host: string, holder: string, waitMs: number): Promise<void> {
    this.#heldUntilMs.delete(holder);
    const closedUntilMs = performance.now() + waitMs;
    const released = this.#breaker.runUnobserved(async () => {
      await this.#store.release(host, holder, Math.max(0, closedUntilMs - performance.now()));
      return true;
    });
    this.#running.add(released);
    if ((await released) === undefined) this.#owe(host, holder, closedUntilMs);
    this.#running.delete(released);
  }

  /** Waits for what the store is being told. What an outage keeps back is lost then. */
  async close(): Promise<void> {
    this.#listenNoMore();
    await Promise.all(this.#running);
    clearTimeout(this.#look);
    this.#look = undefined;
    this.#owed.clear();
  }

  /** Of hosts that nobody holds, the longest pause counts. */
  #owe(host: string, holder: string, closedUntilMs: number): void {
    const key = `${holder} ${host}`;
    const untilMs = Math.max(closedUntilMs, this.#owed.get(key)?.closedUntilMs ?? 0);
    this.#owed.set(key, { host, holder, closedUntilMs: untilMs });
    this.#lookLater();
  }

  #lookLater(): void {
    if (this.#look !== undefined) return;
    this.#look = setTimeout(() => void this.#lookNow(), LOOK_EVERY_MS);
    (this.#look as { unref?(): void }).unref?.();
  }

  async #lookNow(): Promise<void> {
    const isUp = await this.#breaker.runUnobserved(() => true);
    this.#look = undefined;
    if (isUp === undefined) {
      this.#lookLater();
      return;
    }
    const owed = [...this.#owed.values()];
    this.#owed.clear();
    for (const { host, holder, closedUntilMs } of owed)
      void this.release(host, holder, Math.max(0, closedUntilMs - performance.now()));
    this.#options.onUp();
  }

  async #probe(): Promise<void> {
    const host = `probe:${this.#process}`;
    await this.#ask(host, this.#process, PROBE_MS, 0);
    await this.#store.release(host, this.#process, 0);
  }
}
