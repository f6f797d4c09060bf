/**
 * A store that is never in the way: an operation that fails is tried again within a time limit, which bridges a restart;
 * after that the client's own memory stands in. The outage is said once, and so is its end; meanwhile the store is tried
 * again every second.
 */
import { isShared, type Lease, memoryStore, type Store } from "./store.ts";

export interface StoreHealth {
  /** The store failed: said once an outage. */
  readonly onStoreError: ((error: unknown) => void) | undefined;
  /** The store answers again. */
  readonly onStoreRecovery: (() => void) | undefined;
}

const RETRY_MS = 1000;
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
  #retryAtMs = 0;

  constructor(store: Store, timeoutMs: number, health: StoreHealth) {
    this.#store = store;
    this.#timeoutMs = timeoutMs;
    this.#health = health;
  }

  /** Whether another process could be asked to fetch: the store is shared, and it answers. */
  get isShared(): boolean {
    return isShared(this.#store) && !this.#isDown();
  }

  async get(key: string): Promise<unknown> {
    return (await this.#try(() => this.#store.get(key))) ?? this.#memory.get(key);
  }

  async set(key: string, value: Uint8Array, ttlMs: number): Promise<void> {
    await this.#try(() => this.#store.set(key, value, ttlMs));
    if (this.#failed) this.#memory.set(key, value, ttlMs);
  }

  /** Undefined while another process has it; "alone" when there is no telling. */
  async acquire(key: string, leaseMs: number): Promise<Lease | undefined | "alone"> {
    const store = this.#store;
    if (!isShared(store)) return "alone";
    const answer = await this.#try(async () => ({ lease: await store.acquire(key, leaseMs) }));
    return answer === undefined ? "alone" : answer.lease;
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

  #isDown(): boolean {
    return this.#failed && Date.now() < this.#retryAtMs;
  }

  /** Undefined if the store is down, fails, or takes too long. */
  async #try<T>(use: () => T): Promise<Awaited<T> | undefined> {
    if (this.#isDown()) return undefined;
    try {
      const answer = await withTimeout(() => (this.#failed ? use() : persist(use, this.#timeoutMs)), this.#timeoutMs);
      if (this.#failed) this.#recover();
      return answer;
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #fail(error: unknown): void {
    this.#retryAtMs = Date.now() + RETRY_MS;
    if (this.#failed) return;
    this.#failed = true;
    this.#health.onStoreError?.(error);
  }

  #recover(): void {
    this.#failed = false;
    this.#health.onStoreRecovery?.();
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
