/**
 * A store that never holds up a caller: during an outage the client's own memory replaces it. Each outage starts with an
 * empty memory, because what an earlier one left is older than what the store has learnt since.
 */
import { type StoreListeners, tellOutages } from "./channels.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { isShared, type Lease, memoryStore, type Store } from "./store.ts";

/** The probe writes and reads this key: a full or read-only Redis still reads. */
const PROBE_KEY = "probe";
const PROBE_TTL_MS = 60_000;
/** What the replacement memory may take. */
const MEMORY_BYTES = 16 * 2 ** 20;

export class ResilientStore {
  readonly #store: Store;
  readonly #breaker: CircuitBreaker;
  #memory: { readonly outage: number; readonly store: Store } = { outage: 0, store: memoryStore(MEMORY_BYTES) };

  constructor(store: Store, timeoutMs: number, listeners: StoreListeners) {
    this.#store = store;
    this.#breaker = new CircuitBreaker({ timeoutMs, probe: () => this.#probe(), ...tellOutages("client", listeners) });
  }

  async get(key: string): Promise<unknown> {
    const value = await this.#breaker.run(() => this.#store.get(key));
    return value ?? (this.#breaker.isOpen ? this.#memoryOfOutage().get(key) : undefined);
  }

  async set(key: string, value: Uint8Array, ttlMs: number): Promise<void> {
    await this.#breaker.run(() => this.#store.set(key, value, ttlMs));
    this.#remember(key, value, ttlMs);
  }

  async delete(key: string): Promise<void> {
    await this.#breaker.run(() => this.#store.delete(key));
    this.#memoryOfOutage().delete(key);
  }

  /** @returns undefined while another process holds the lease; "alone" if the store cannot tell. */
  async acquire(
    key: string,
    leaseMs: number,
    lease: Lease = { token: crypto.randomUUID() },
  ): Promise<Lease | undefined | "alone"> {
    const store = this.#store;
    if (!isShared(store)) return "alone";
    const isOurs = await this.#breaker.run(() => store.acquire(key, leaseMs, lease));
    if (isOurs === undefined) return "alone";
    return isOurs ? lease : undefined;
  }

  /** Renews the lease regularly, as long as it holds. @returns a function that stops this. */
  keep(key: string, leaseMs: number, lease: Lease): () => void {
    const store = this.#store;
    if (!isShared(store)) return () => undefined;
    const renew = async (): Promise<void> => {
      if ((await this.#breaker.runUnobserved(() => store.renew(key, leaseMs, lease))) === false) clearInterval(timer);
    };
    const timer = setInterval(renew, leaseMs / 3);
    return () => clearInterval(timer);
  }

  async commit(key: string, value: Uint8Array, ttlMs: number, lease: Lease): Promise<void> {
    const store = this.#store;
    if (isShared(store)) await this.#breaker.run(() => store.commit(key, value, ttlMs, lease));
    this.#remember(key, value, ttlMs);
  }

  async release(key: string, lease: Lease): Promise<void> {
    const store = this.#store;
    if (isShared(store)) await this.#breaker.run(() => store.release(key, lease));
  }

  #remember(key: string, value: Uint8Array, ttlMs: number): void {
    if (this.#breaker.isOpen) this.#memoryOfOutage().set(key, value, ttlMs);
  }

  #memoryOfOutage(): Store {
    const { outages } = this.#breaker;
    if (this.#memory.outage !== outages) this.#memory = { outage: outages, store: memoryStore(MEMORY_BYTES) };
    return this.#memory.store;
  }

  async #probe(): Promise<void> {
    await this.#store.set(PROBE_KEY, Uint8Array.of(1), PROBE_TTL_MS);
    await this.#store.get(PROBE_KEY);
  }
}
