/**
 * The permission to connect is one object of a hop: of the caller's URL, of a URL that a redirect leads to, of one that a sitemap lists.
 * Every request that the hop causes carries it (its robots.txt first, the page, a retry, a refresh), and it is asked with the address of
 * every connection. The caller's URL may be anywhere; once a request has left the local networks, later hops do not lead back into them,
 * so that a stranger's site reaches none of them.
 */
import { isLocalAddress } from "../../base/addresses.ts";
import { AddressRefused, type IsAllowed, isPublicAddress } from "./addresses.ts";

/** `public`: no others at all; `any`: all; undefined: all, but none that are not public after a request that left the local networks. */
export type Addresses = "public" | "any" | undefined;

export class Permission {
  readonly hostname: string;
  /** Only public addresses may be used, while other hops may go anywhere. */
  readonly isBound: boolean;
  readonly #addresses: Addresses;
  readonly #literal: string | undefined;
  #isAsked = false;
  /** Whether all addresses that it was asked about are local. */
  #isLocal = true;
  readonly #refused: string[] = [];

  constructor({ hostname }: URL, addresses: Addresses, hasLeft = false) {
    this.hostname = hostname;
    this.isBound = addresses === undefined && hasLeft;
    this.#addresses = addresses;
    this.#literal = addressIn(hostname);
  }

  /** The permission of a hop that this one leads to. */
  next(url: URL): Permission {
    return new Permission(url, this.#addresses, this.bindsNext);
  }

  /** Whether what this hop leads to is bound. Nobody knows where a name leads until a `fetch` has asked: it counts as public. */
  get bindsNext(): boolean {
    if (this.#addresses !== undefined) return false;
    const isLocal = this.#isAsked ? this.#isLocal : this.#literal !== undefined && isLocalAddress(this.#literal);
    return this.isBound || !isLocal;
  }

  get #permits(): IsAllowed {
    return this.isBound || this.#addresses === "public" ? isPublicAddress : () => true;
  }

  /** The address that the host is, if it is not a name. @throws AddressRefused if that may not be connected to. */
  check(): string | undefined {
    const literal = this.#literal;
    if (literal !== undefined && !this.#permits(literal)) throw new AddressRefused(this.hostname, [literal]);
    return literal;
  }

  /** Takes an address to which the host resolves. */
  note(address: string): void {
    this.#isAsked = true;
    this.#isLocal &&= isLocalAddress(address);
  }

  /** To be asked with every address of the host before it is connected to. */
  readonly mayConnect: IsAllowed = (address) => {
    this.note(address);
    return this.mayUse(address);
  };

  /** Like `mayConnect`, for the address of a connection that may be one to a proxy, which does not tell where the host is. */
  readonly mayUse: IsAllowed = (address) => {
    if (this.#permits(address)) return true;
    this.#refused.push(address);
    return false;
  };

  /** Why a bound hop that failed says nothing about the host: another hop could have used the addresses that this one may not. */
  get refusal(): AddressRefused | undefined {
    return this.isBound && this.#refused.length > 0
      ? new AddressRefused(this.hostname, [...new Set(this.#refused)])
      : undefined;
  }
}

/** The hops of a request and of all that it leads to. */
export class Route {
  readonly #addresses: Addresses;
  #hasLeft: boolean;
  #last: Permission | undefined;

  /** @param hasLeft whether an earlier request, which led here, has left the local networks. */
  constructor(addresses: Addresses, hasLeft = false) {
    this.#addresses = addresses;
    this.#hasLeft = hasLeft;
  }

  /** Takes the URL of the next request. @throws AddressRefused if its host is an address that is refused. */
  next(url: URL): Permission {
    const permission = this.beside(url);
    this.#last = permission;
    return permission;
  }

  /** The permission of a URL that the last hop names, and that leads nowhere: a host whose robots.txt alone is requested. */
  beside(url: URL): Permission {
    this.#hasLeft ||= this.#last?.bindsNext === true;
    const permission = new Permission(url, this.#addresses, this.#hasLeft);
    permission.check();
    return permission;
  }
}

/** The address that a host of a URL is. `localhost` and names under it are loopback everywhere (RFC 6761 §6.3). */
export function addressIn(hostname: string): string | undefined {
  if (/(^|\.)localhost\.?$/.test(hostname)) return "127.0.0.1";
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  return /^[\d.]+$/.test(hostname) ? hostname : undefined;
}
