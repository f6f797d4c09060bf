/**
 * Stores of other shapes: unstorage, keyv, Cloudflare KV and the Cache API. They have no lease, so that each process
 * fetches for itself. What they hand back is checked like everything that was stored.
 */
import type { Store } from "../store.ts";

/** unstorage's raw items. */
export interface UnstorageLike {
  getItemRaw(key: string): Promise<unknown>;
  setItemRaw(key: string, value: Uint8Array, options?: { ttl: number }): Promise<unknown>;
  removeItem(key: string): Promise<unknown>;
}

export const unstorageStore = (storage: UnstorageLike): Store => ({
  get: async (key) => bytesOf(await storage.getItemRaw(key)),
  set: (key, value, ttlMs) => storage.setItemRaw(key, value, { ttl: seconds(ttlMs) }),
  delete: (key) => storage.removeItem(key),
});

export interface KeyvLike {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
}

/** Keyv's adapters keep JSON: bytes travel as base64. */
export const keyvStore = (keyv: KeyvLike): Store => ({
  async get(key) {
    const value = await keyv.get(key);
    return typeof value === "string" ? fromBase64(value) : bytesOf(value);
  },
  set: (key, value, ttlMs) => keyv.set(key, toBase64(value), Math.ceil(ttlMs)),
  delete: (key) => keyv.delete(key),
});

export interface KvNamespaceLike {
  get(key: string, type: "arrayBuffer"): Promise<ArrayBuffer | null>;
  put(key: string, value: Uint8Array, options: { expirationTtl: number }): Promise<unknown>;
  delete(key: string): Promise<unknown>;
}

/** Cloudflare KV keeps nothing for less than a minute. */
const KV_MIN_TTL_SECONDS = 60;

export const kvStore = (namespace: KvNamespaceLike): Store => ({
  get: async (key) => bytesOf(await namespace.get(key, "arrayBuffer")),
  set: (key, value, ttlMs) =>
    namespace.put(key, value, { expirationTtl: Math.max(KV_MIN_TTL_SECONDS, seconds(ttlMs)) }),
  delete: (key) => namespace.delete(key),
});

export interface CacheLike {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<unknown>;
  delete(url: string): Promise<unknown>;
}

/** Keys become URLs of a host that no one can have (RFC 2606 §2). */
const urlOf = (key: string): string => `https://robots-wasm.invalid/${encodeURIComponent(key)}`;

export const cacheStore = (cache: CacheLike): Store => ({
  async get(key) {
    const response = await cache.match(urlOf(key));
    return response === undefined ? undefined : new Uint8Array(await response.arrayBuffer());
  },
  set: (key, value, ttlMs) =>
    cache.put(
      urlOf(key),
      new Response(value as Uint8Array<ArrayBuffer>, { headers: { "cache-control": `max-age=${seconds(ttlMs)}` } }),
    ),
  delete: (key) => cache.delete(urlOf(key)),
});

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return value instanceof Uint8Array ? value : undefined;
}

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** Undefined for text that is none. */
function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
