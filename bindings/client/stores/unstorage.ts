/** Anything of unstorage's shape. No lease: each process fetches for itself. */
import type { Store } from "../store.ts";
import { bytesOf, seconds } from "./values.ts";

/** unstorage's raw items. */
export interface UnstorageLike {
  getItemRaw(key: string): Promise<unknown>;
  setItemRaw(key: string, value: Uint8Array, options?: { ttl: number }): Promise<unknown>;
  removeItem(key: string): Promise<unknown>;
}

/** unstorage folds repeated colons into one, and so `[1::2:3]` and `[1:2::3]`: what it would change is encoded. */
const nameOf = (key: string): string => key.replaceAll(/:(?=:)|[^\w.:-]/g, encodeURIComponent);

export const unstorageStore = (storage: UnstorageLike): Store => ({
  get: async (key) => bytesOf(await storage.getItemRaw(nameOf(key))),
  set: (key, value, ttlMs) => storage.setItemRaw(nameOf(key), value, { ttl: seconds(ttlMs) }),
  delete: (key) => storage.removeItem(nameOf(key)),
});
