/**
 * The address of each origin, so that hosts behind one address share its limit: that of its last connection, or before the first one, of
 * a look-up. Only a `fetch` that resolves names knows it.
 */
import { RecentMap } from "../../base/recent-map.ts";
import type { IsAllowed } from "./addresses.ts";
import type { RequestPace } from "./pacing.ts";
import { addressIn } from "./permission.ts";
import type { Fetch } from "./transport.ts";

const MAX_ORIGINS = 100_000;

interface Runtime {
  readonly process?: { emitWarning?(message: string, options: { readonly code: string }): void };
}

export class AddressBook {
  readonly #known: RecentMap<string> = new RecentMap(MAX_ORIGINS);
  #hasWarned = false;

  /** @returns undefined where nobody knows it: the request itself fails then, or it is not counted for an address. */
  addressOf(
    { origin, hostname }: URL,
    reach: Fetch["reach"],
    pace?: RequestPace,
  ): string | undefined | Promise<string | undefined> {
    const known = this.#known.get(origin) ?? addressIn(hostname);
    if (known !== undefined) return known;
    if (reach === undefined) {
      if (pace?.needsAddresses === true) this.#warn();
      return undefined;
    }
    return this.#lookUp(origin, hostname, reach);
  }

  async #lookUp(origin: string, hostname: string, reach: NonNullable<Fetch["reach"]>): Promise<string | undefined> {
    const found = await reach(hostname, () => true).catch(() => []);
    const address = Array.isArray(found) ? (found[0] as { address?: unknown } | undefined)?.address : undefined;
    if (typeof address !== "string") return undefined;
    this.#known.set(origin, address);
    return address;
  }

  /** The check of a request's addresses, which notes the first that may be connected to. */
  noting({ origin }: URL, isAllowed: IsAllowed): IsAllowed {
    let isFirst = true;
    return (address) => {
      if (!isAllowed(address)) return false;
      if (isFirst && address !== "") this.#note(origin, address);
      isFirst = false;
      return true;
    };
  }

  #note(origin: string, address: string): void {
    if (this.#known.get(origin) !== address) this.#known.set(origin, address);
  }

  #warn(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const message =
      'pace: addressConcurrency and key: "address" need the addresses of hosts, which the fetch of this client does not tell; use nodeFetch() of robots-wasm/client/node';
    (globalThis as Runtime).process?.emitWarning?.(message, { code: "ROBOTS_WASM_ADDRESSES" });
  }
}
