/** Where entries are kept. The one here is bounded in bytes (lru-cache) and forgets what was not used for longest. */
import { LRUCache } from "lru-cache";

/** Anything that keeps bytes. What it throws or returns in error costs a fetch, never a wrong verdict. */
export interface Store {
  get(key: string): Promise<Uint8Array | undefined> | Uint8Array | undefined;
  set(key: string, value: Uint8Array, ttlMs: number): Promise<void> | void;
  delete(key: string): Promise<void> | void;
}

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
