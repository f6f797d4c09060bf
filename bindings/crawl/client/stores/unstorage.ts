/** A store in unstorage. It has no leases: each process fetches for itself. */
import type { Store } from "../store.ts";
import { checkedMethods, seconds, storedBytes } from "./adapter.ts";

/** The part of unstorage that is used: its raw items. */
export interface UnstorageLike {
  getItemRaw(key: string): Promise<unknown>;
  setItemRaw(key: string, value: Uint8Array, options?: { ttl: number }): Promise<unknown>;
  removeItem(key: string): Promise<unknown>;
}

/**
 * A name without colons and slashes. unstorage folds repeated colons into one, which would mix up `[1::2:3]` and `[1:2::3]`.
 * Drivers over files turn each part into a folder: `http://a` would be a file and, for `http://a:8080`, a folder. They also
 * refuse two dots at the end.
 */
const storageName = (key: string): string => key.replaceAll(/[^\w.-]|\.$/gu, encoded);

const encoded = (character: string): string => (character === "." ? "%2E" : encodeURIComponent(character));

/**
 * A store in any storage with the interface of unstorage: `createStorage({ driver })`. Expiry is passed as `ttl` in seconds and
 * also kept in the entry.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a storage of unstorage.
 */
export const unstorageStore = (storage: UnstorageLike): Store => {
  checkedMethods("storage", storage, "getItemRaw", "setItemRaw", "removeItem");
  return {
    get: async (key) => storedBytes(await storage.getItemRaw(storageName(key))),
    set: (key, value, ttlMs) => storage.setItemRaw(storageName(key), value, { ttl: seconds(ttlMs) }),
    delete: (key) => storage.removeItem(storageName(key)),
  };
};
