/** A store in keyv. It has no leases: each process fetches for itself. */
import type { Store } from "../store.ts";
import { checkedMethods, storedBytes } from "./adapter.ts";

/** The part of keyv that is used. */
export interface KeyvLike {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<unknown>;
}

/**
 * A store in keyv. Its adapters keep JSON, so bytes are kept as base64.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a keyv.
 */
export const keyvStore = (keyv: KeyvLike): Store => {
  checkedMethods("keyv", keyv, "get", "set", "delete");
  return {
    async get(key) {
      const value = await keyv.get(key);
      return typeof value === "string" ? fromBase64(value) : storedBytes(value);
    },
    set: (key, value, ttlMs) => keyv.set(key, toBase64(value), Math.ceil(ttlMs)),
    delete: (key) => keyv.delete(key),
  };
};

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** @returns undefined for text that is not base64. */
function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
