/**
 * Which addresses the requests of one attempt may connect to. The first URL is the caller's and may be anywhere; once a request
 * has left the local networks, redirects do not lead back into them, so that a stranger's site reaches none of them. The client,
 * `politeFetch`, `politeAgent`, sitemaps and the command line all ask this class.
 */
import { isLocalAddress } from "../../base/addresses.ts";
import { AddressRefused, type IsAllowed, isPublicAddress } from "./addresses.ts";

/** `public`: no others at all; `any`: all; undefined: all, but none that are not public after a request that left the local networks. */
export type Addresses = "public" | "any" | undefined;

/** The addresses that one request could connect to, as far as they are known. */
interface Hop {
  readonly literal: string | undefined;
  /** Those that a `fetch` asked about. */
  readonly asked: string[];
}

export class Route {
  readonly #addresses: Addresses;
  #hasLeft: boolean;
  #last: Hop | undefined;

  /** @param hasLeft whether an earlier request, which led here, has left the local networks. */
  constructor(addresses: Addresses, hasLeft = false) {
    this.#addresses = addresses;
    this.#hasLeft = hasLeft;
  }

  /** Whether a redirect of the last request leads only to public addresses, while other requests may go anywhere. */
  get bindsRedirects(): boolean {
    if (this.#addresses !== undefined) return false;
    this.#hasLeft ||= this.#last !== undefined && !isLocal(this.#last);
    return this.#hasLeft;
  }

  /**
   * Checks the URL of the next request and does not take it yet: its robots.txt is requested first.
   * @throws AddressRefused if the host of the URL is an address that is refused.
   */
  check({ hostname }: URL): { readonly literal: string | undefined; readonly permits: IsAllowed } {
    const permits = permitsOf(this.bindsRedirects ? "public" : (this.#addresses ?? "any"));
    const literal = addressIn(hostname);
    if (literal !== undefined && !permits(literal)) throw new AddressRefused(hostname, [literal]);
    return { literal, permits };
  }

  /**
   * Takes the URL of the next request.
   * @returns what a `fetch` that resolves names asks, with every address, before it connects.
   * @throws AddressRefused if the host of the URL is an address that is refused.
   */
  next(url: URL): IsAllowed {
    const { literal, permits } = this.check(url);
    const hop: Hop = { literal, asked: [] };
    this.#last = hop;
    return (address) => {
      hop.asked.push(address);
      return permits(address);
    };
  }
}

/** Nobody knows where a name leads until a `fetch` says so. */
const isLocal = ({ literal, asked }: Hop): boolean =>
  asked.length > 0 ? asked.every(isLocalAddress) : literal !== undefined && isLocalAddress(literal);

const permitsOf = (addresses: "public" | "any"): IsAllowed => (addresses === "any" ? () => true : isPublicAddress);

/** The address that a host of a URL is. `localhost` and names under it are loopback everywhere (RFC 6761 §6.3). */
export function addressIn(hostname: string): string | undefined {
  if (/(^|\.)localhost\.?$/.test(hostname)) return "127.0.0.1";
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  return /^[\d.]+$/.test(hostname) ? hostname : undefined;
}
