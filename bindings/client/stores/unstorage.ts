/** Anything of unstorage's shape. No lease: each process fetches for itself. */
import type { Store } from "../store.ts";
import { bytesOf, checkedMethods, seconds } from "./values.ts";

/** unstorage's raw items. */
export interface UnstorageLike {
  getItemRaw(key: string): Promise<unknown>;
  setItemRaw(key: string, value: Uint8Array, options?: { ttl: number }): Promise<unknown>;
  removeItem(key: string): Promise<unknown>;
}

/**
 * A plain name of one part: unstorage folds repeated colons into one, and so `[1::2:3]` and `[1:2::3]`; drivers over files
 * make folders of its parts, and so `http://a` would have to be a file and, for `http://a:8080`, a folder; they refuse two dots
 * at the end.
 */
const nameOf = (key: string): string => key.replaceAll(/[^\w.-]|\.$/gu, encoded);

const encoded = (character: string): string => (character === "." ? "%2E" : encodeURIComponent(character));

export const unstorageStore = (storage: UnstorageLike): Store => {
  checkedMethods("storage", storage, "getItemRaw", "setItemRaw", "removeItem");
  return {
    get: async (key) => bytesOf(await storage.getItemRaw(nameOf(key))),
    set: (key, value, ttlMs) => storage.setItemRaw(nameOf(key), value, { ttl: seconds(ttlMs) }),
    delete: (key) => storage.removeItem(nameOf(key)),
  };
};
