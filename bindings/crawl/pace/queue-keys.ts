/** Which queue of the pacer a URL belongs to. */
import { importOptional } from "../../base/optional-package.ts";
import { RecentMap } from "../../base/recent-map.ts";

/**
 * `origin`: scheme, host and port; `domain`: the registrable domain, by the list of public suffixes; `address`: the IP address, where
 * it is known.
 */
export type QueueKey = "origin" | "domain" | "address";

export const QUEUE_KEYS: readonly QueueKey[] = ["origin", "domain", "address"];

type DomainOf = (host: string, options: { allowPrivateDomains: boolean }) => string | null;

/** Addresses of origins that are remembered. */
const MAX_ADDRESSES = 100_000;

export class QueueKeys {
  readonly #key: QueueKey;
  readonly #addresses: RecentMap<string> = new RecentMap(MAX_ADDRESSES);
  #domainOf: DomainOf | undefined;

  constructor(key: QueueKey) {
    this.#key = key;
  }

  get isReady(): boolean {
    return this.#key !== "domain" || this.#domainOf !== undefined;
  }

  /** @throws Error (ERR_MISSING_PACKAGE) without the package tldts. */
  async load(): Promise<void> {
    this.#domainOf = (await importOptional("tldts", 'key: "domain"', () => import("tldts"))).getDomain;
  }

  of({ origin, hostname }: URL, address?: string): string {
    if (this.#key === "domain") return this.#domainOf?.(hostname, { allowPrivateDomains: true }) ?? hostname;
    if (this.#key === "origin") return origin;
    if (address !== undefined) this.#addresses.set(origin, address);
    return this.#addresses.get(origin) ?? origin;
  }
}
