/** Anything of unstorage's shape. No lease: each process fetches for itself. */
import type { Store } from "../store.ts";
import { bytesOf, seconds } from "./values.ts";

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
