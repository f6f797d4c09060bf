/** A store in the Cache API. It has no leases: each isolate fetches for itself. */
import type { Store } from "../store.ts";
import { checkedMethods, seconds } from "./adapter.ts";

/** The part of the Cache API that is used, such as `caches.default` of Cloudflare Workers. */
export interface CacheLike {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<unknown>;
  delete(url: string): Promise<unknown>;
}

/** Keys become URLs of a host that nobody can register (RFC 2606 §2). */
const cacheUrl = (key: string): string => `https://robots-wasm.invalid/${encodeURIComponent(key)}`;

/**
 * A store in the Cache API, such as `caches.default` in a Cloudflare Worker or `await caches.open(name)`.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a cache.
 */
export const cacheStore = (cache: CacheLike): Store => {
  checkedMethods("cache", cache, "match", "put", "delete");
  return {
    async get(key) {
      const response = await cache.match(cacheUrl(key));
      return response === undefined ? undefined : new Uint8Array(await response.arrayBuffer());
    },
    set: (key, value, ttlMs) =>
      cache.put(
        cacheUrl(key),
        new Response(value as Uint8Array<ArrayBuffer>, { headers: { "cache-control": `max-age=${seconds(ttlMs)}` } }),
      ),
    delete: (key) => cache.delete(cacheUrl(key)),
  };
};
