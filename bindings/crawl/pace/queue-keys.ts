/** Which queue of the pacer a URL belongs to. */
import { wrongValue } from "../../base/errors.ts";
import { RecentMap } from "../../base/recent-map.ts";

/**
 * `origin`: scheme, host and port; `address`: the IP address, where it is known; or a function that returns the registrable domain
 * of a host by the list of public suffixes, null for a host that has none, which is a queue by itself.
 */
export type QueueKey = "origin" | "address" | ((host: string) => string | null);

/** The most addresses that are remembered. */
const MAX_ADDRESSES = 100_000;

export class QueueKeys {
  readonly #key: QueueKey;
  readonly #addresses: RecentMap<string> = new RecentMap(MAX_ADDRESSES);

  /** @throws RangeError or TypeError unless given a QueueKey. */
  constructor(key: QueueKey) {
    if (key !== "origin" && key !== "address" && typeof key !== "function")
      throw wrongValue("key", "origin, address or a function of the host", key);
    this.#key = key;
  }

  of({ origin, hostname }: URL, address?: string): string {
    if (typeof this.#key === "function") return this.#key(hostname) ?? hostname;
    if (this.#key === "origin") return origin;
    if (address !== undefined) this.#addresses.set(origin, address);
    return this.#addresses.get(origin) ?? origin;
  }
}
