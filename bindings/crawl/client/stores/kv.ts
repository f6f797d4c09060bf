/** A store in Cloudflare KV. It has no leases: each isolate fetches for itself. */
import type { Store } from "../store.ts";
import { checkedMethods, seconds, storedBytes } from "./adapter.ts";

/** The part of a KV namespace that is used. */
export interface KvNamespaceLike {
  get(key: string, type: "arrayBuffer"): Promise<ArrayBuffer | null>;
  put(key: string, value: Uint8Array, options: { expirationTtl: number }): Promise<unknown>;
  delete(key: string): Promise<unknown>;
}

/** Cloudflare KV keeps nothing for less than a minute. */
const KV_MIN_TTL_SECONDS = 60;

/**
 * A store in a Cloudflare KV namespace. It keeps entries for at least a minute, and other locations see writes after about a
 * minute.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a KV namespace, such as a binding that is configured.
 */
export const kvStore = (namespace: KvNamespaceLike): Store => {
  checkedMethods("namespace", namespace, "get", "put", "delete");
  return {
    get: async (key) => storedBytes(await namespace.get(key, "arrayBuffer")),
    set: (key, value, ttlMs) =>
      namespace.put(key, value, { expirationTtl: Math.max(KV_MIN_TTL_SECONDS, seconds(ttlMs)) }),
    delete: (key) => namespace.delete(key),
  };
};
