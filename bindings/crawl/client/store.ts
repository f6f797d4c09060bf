/** Where entries are kept, and the store in memory with a limit in bytes. */
import { checkedNumber } from "../../base/arguments.ts";
import { RecentMap } from "../../base/recent-map.ts";

/**
 * Anything that keeps bytes. An error or a damaged value costs a fetch, never a wrong verdict. Whoever writes to it decides:
 * entries are protected against damage, not against forgery.
 */
export interface Store {
  get(key: string): Promise<Uint8Array | undefined> | Uint8Array | undefined;
  set(key: string, value: Uint8Array, ttlMs: number): Promise<unknown> | unknown;
  delete(key: string): Promise<unknown> | unknown;
}

/** The right to fetch for a key. One process at a time has it, until it releases the lease or the lease expires. */
export interface Lease {
  readonly token: string;
}

/** A store that several processes share, with leases, so that one of them fetches for all. */
export interface SharedStore extends Store {
  /** Resolves to true if this lease holds, also if it did before: an answer can be lost. False while another one does. */
  acquire(key: string, leaseMs: number, lease: Lease): Promise<boolean>;
  /** Extends the lease if it still holds. */
  renew(key: string, leaseMs: number, lease: Lease): Promise<unknown>;
  /**
   * Sets the value and releases the lease. Resolves to false if the lease no longer holds: then no value is replaced, but one may be set
   * where there is none.
   */
  commit(key: string, value: Uint8Array, ttlMs: number, lease: Lease): Promise<boolean>;
  /** Releases the lease if it still holds. */
  release(key: string, lease: Lease): Promise<unknown>;
}

export const isShared = (store: Store): store is SharedStore =>
  ["acquire", "renew", "commit", "release"].every((name) => name in store);

export const DEFAULT_STORE_BYTES: number = 64 * 2 ** 20;

/**
 * A store in this process' memory, which forgets what was not used for longest.
 * @param maxBytes what entries and keys may take; default 64 MiB.
 * @throws RangeError (ERR_INVALID_ARG_VALUE) unless given a positive integer.
 */
export function memoryStore(maxBytes: number = DEFAULT_STORE_BYTES): Store {
  checkedNumber("maxBytes", maxBytes, [1], "an integer");
  const sizeOf = ({ value }: Timed, key: string): number => value.length + 2 * key.length + 1;
  const entries = new RecentMap<Timed>(maxBytes, { sizeOf });
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined || performance.now() < entry.untilMs) return entry?.value;
      entries.delete(key);
      return undefined;
    },
    set: (key, value, ttlMs) => entries.set(key, { value, untilMs: performance.now() + ttlMs }),
    delete: (key) => entries.delete(key),
  };
}

interface Timed {
  readonly value: Uint8Array;
  /** By performance.now(), which no change of the system's clock moves. */
  readonly untilMs: number;
}
