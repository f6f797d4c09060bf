/** Where entries are kept. The one here is bounded in bytes (lru-cache) and forgets what was not used for longest. */
import { LRUCache } from "lru-cache";

/** Anything that keeps bytes. What it throws or returns in error costs a fetch, never a wrong verdict. */
export interface Store {
  get(key: string): Promise<Uint8Array | undefined> | Uint8Array | undefined;
  set(key: string, value: Uint8Array, ttlMs: number): Promise<unknown> | unknown;
  delete(key: string): Promise<unknown> | unknown;
}

/** The right to fetch for a key, of one process at a time, until it is given back or expires. */
export interface Lease {
  readonly token: string;
}

/** A store that several processes share and that can tell them apart, so that one of them fetches for all. */
export interface SharedStore extends Store {
  /** True once the lease is this one, also if it was already: an answer can be lost. False while another process has it. */
  acquire(key: string, leaseMs: number, lease: Lease): Promise<boolean>;
  /** Has the lease last longer, if it is still this one. */
  renew(key: string, leaseMs: number, lease: Lease): Promise<unknown>;
  /** Sets the value and gives the lease back; false, and nothing set, if it has passed to another process meanwhile. */
  commit(key: string, value: Uint8Array, ttlMs: number, lease: Lease): Promise<boolean>;
  /** Gives the lease back, if it is still this one. */
  release(key: string, lease: Lease): Promise<unknown>;
}

export const isShared = (store: Store): store is SharedStore =>
  ["acquire", "renew", "commit", "release"].every((name) => name in store);

export const DEFAULT_STORE_BYTES: number = 64 * 2 ** 20;

export function memoryStore(maxBytes: number = DEFAULT_STORE_BYTES): Store {
  if (!Number.isInteger(maxBytes) || maxBytes < 1)
    throw new RangeError(`maxBytes: expected a positive integer; got ${String(maxBytes)}`);
  const sizeOf = (value: Uint8Array, key: string): number => value.length + 2 * key.length + 1;
  const cache = new LRUCache<string, Uint8Array>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  return {
    get: (key) => cache.get(key),
    set: (key, value, ttlMs) => void cache.set(key, value, { ttl: Math.max(1, Math.ceil(ttlMs)) }),
    delete: (key) => void cache.delete(key),
  };
}
