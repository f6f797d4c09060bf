/**
 * A store that is never in the way: an operation that fails is tried again within a time limit, which bridges a restart;
 * after that the client's own memory stands in. The outage is said once, and so is its end; meanwhile no operation waits,
 * and whether the store answers again is found out beside them, once a second.
 */
import { isShared, type Lease, memoryStore, type Store } from "./store.ts";

export interface StoreHealth {
  /** The store failed: said once an outage. */
  readonly onStoreError: ((error: unknown) => void) | undefined;
  /** The store answers again. */
  readonly onStoreRecovery: (() => void) | undefined;
}

const PROBE_PAUSE_MS = 1000;
/** A probe that hangs, perhaps in the queue of a client that reconnects, is left to it for so long before there is another. */
const PROBE_PATIENCE_MS = 30_000;
/** Written and read to find out whether the store answers: a full or read-only Redis still reads. */
const PROBE_KEY = "probe";
const PROBE_KEEP_MS = 60_000;
/** Between two tries of one operation. */
const PAUSE_MS = 50;
/** What memory stands in with, and what it may take. */
const STAND_IN_BYTES = 16 * 2 ** 20;

export class ResilientStore {
  readonly #store: Store;
  readonly #timeoutMs: number;
  readonly #health: StoreHealth;
  readonly #memory: Store = memoryStore(STAND_IN_BYTES);
  #failed = false;
  #probeAtMs = 0;
  #recoveredAtMs = 0;
  /** What is to be said, by the next operation that someone waits for, so that what a listener throws reaches its caller. */
  readonly #unsaid: (() => void)[] = [];

  constructor(store: Store, timeoutMs: number, health: StoreHealth) {
    this.#store = store;
    this.#timeoutMs = timeoutMs;
    this.#health = health;
  }

  async get(key: string): Promise<unknown> {
    return (await this.#try(() => this.#store.get(key))) ?? this.#memory.get(key);
  }

  async set(key: string, value: Uint8Array, ttlMs: number): Promise<void> {
    await this.#try(() => this.#store.set(key, value, ttlMs));
    if (this.#failed) this.#memory.set(key, value, ttlMs);
  }

  /** Undefined while another process has it; "alone" when there is no telling. */
  async acquire(
    key: string,
    leaseMs: number,
    lease: Lease = { token: crypto.randomUUID() },
  ): Promise<Lease | undefined | "alone"> {
    const store = this.#store;
    if (!isShared(store)) return "alone";
    const isOurs = await this.#try(() => store.acquire(key, leaseMs, lease));
    if (isOurs === undefined) return "alone";
    return isOurs ? lease : undefined;
  }

  /** Has the lease last until the function that is returned is called. */
  keep(key: string, leaseMs: number, lease: Lease): () => void {
    const store = this.#store;
    if (!isShared(store)) return () => undefined;
    const timer = setInterval(() => void this.#attempt(() => store.renew(key, leaseMs, lease)), leaseMs / 3);
    return () => clearInterval(timer);
  }

  async commit(key: string, value: Uint8Array, ttlMs: number, lease: Lease): Promise<void> {
    const store = this.#store;
    if (isShared(store)) await this.#try(() => store.commit(key, value, ttlMs, lease));
    if (this.#failed) this.#memory.set(key, value, ttlMs);
  }

  async release(key: string, lease: Lease): Promise<void> {
    const store = this.#store;
    if (isShared(store)) await this.#try(() => store.release(key, lease));
  }

  async #try<T>(use: () => T): Promise<Awaited<T> | undefined> {
    const answer = await this.#attempt(use);
    while (this.#unsaid.length > 0) this.#unsaid.shift()!();
    return answer;
  }

  /** Undefined if the store is down, fails, or takes too long. Never throws. */
  async #attempt<T>(use: () => T): Promise<Awaited<T> | undefined> {
    if (this.#failed) {
      void this.#probe();
      return undefined;
    }
    const startedAtMs = performance.now();
    try {
      return await withTimeout(() => persist(use, this.#timeoutMs), this.#timeoutMs);
    } catch (error) {
      // One that began before the last recovery belongs to the outage before it.
      if (startedAtMs >= this.#recoveredAtMs) this.#fail(error);
      return undefined;
    }
  }

  #fail(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#probeAtMs = performance.now() + PROBE_PAUSE_MS;
    this.#unsaid.push(() => this.#health.onStoreError?.(error));
  }

  async #probe(): Promise<void> {
    const startedAtMs = performance.now();
    if (startedAtMs < this.#probeAtMs) return;
    this.#probeAtMs = startedAtMs + PROBE_PATIENCE_MS;
    try {
      await this.#store.set(PROBE_KEY, Uint8Array.of(1), PROBE_KEEP_MS);
      await this.#store.get(PROBE_KEY);
    } catch {
      this.#probeAtMs = performance.now() + PROBE_PAUSE_MS;
      return;
    }
    if (performance.now() - startedAtMs <= this.#timeoutMs) this.#recover();
    else this.#probeAtMs = performance.now();
  }

  #recover(): void {
    if (!this.#failed) return;
    this.#failed = false;
    this.#recoveredAtMs = performance.now();
    this.#unsaid.push(() => this.#health.onStoreRecovery?.());
  }
}

/** Tries until it succeeds or the time is over, and then throws what it failed of last. */
async function persist<T>(use: () => T, wholeMs: number): Promise<Awaited<T>> {
  const untilMs = performance.now() + wholeMs - PAUSE_MS;
  for (;;) {
    try {
      return await use();
    } catch (error) {
      if (performance.now() >= untilMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

async function withTimeout<T>(use: () => T | Promise<T>, timeoutMs: number): Promise<Awaited<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the store took longer than ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([use(), late]);
  } finally {
    clearTimeout(timer);
  }
}
