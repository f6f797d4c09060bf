/** The Cache API. No lease: each isolate fetches for itself. */
import type { Store } from "../store.ts";
import { checkedMethods, seconds } from "./values.ts";

export interface CacheLike {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<unknown>;
  delete(url: string): Promise<unknown>;
}

/** Keys become URLs of a host that no one can have (RFC 2606 §2). */
const urlOf = (key: string): string => `https://robots-wasm.invalid/${encodeURIComponent(key)}`;

export const cacheStore = (cache: CacheLike): Store => {
  checkedMethods("cache", cache, "match", "put", "delete");
  return {
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
  };
};
