/**
 * A `fetch` for Node, over undici: it connects to permitted addresses alone, limits the time to connect, and reads ftp:
 * where basic-ftp is installed. Every request has a connection of its own, which ends with it.
 */
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector, fetch } from "undici";
import { checkedOptions } from "../../core/robots/checked.ts";
import { timerMs } from "../options.ts";
import type { Fetch } from "../transport.ts";
import { isPublicAddress } from "./addresses.ts";
import { fetchFtp, hasFtp } from "./ftp.ts";
import { AddressRefused, type IsAllowed, lookupAllowed } from "./lookup.ts";

/** How `nodeFetch` connects: to which addresses, within what time, and who resolves names. */
export interface NodeFetchOptions {
  /**
   * Which addresses may be connected to: `public`, those that `isPublicAddress` is true for; `any`, the default; or a
   * predicate of your own. It is asked about the address that is then connected to, at every redirect.
   */
  readonly addresses?: "any" | "public" | IsAllowed;
  /** Resolving the name, connecting and the TLS handshake, in milliseconds; default 5,000. Coarse: up to a second more. */
  readonly connectTimeoutMs?: number;
  /** Resolves names; default `dns.lookup`. What it returns is checked. */
  readonly lookup?: LookupFunction;
}

/** @throws TypeError where addresses cannot be examined: in other runtimes, or for other values of `addresses`. */
export function nodeFetch(options: NodeFetchOptions = {}): Fetch {
  assertNode();
  const { addresses = "any", lookup } = checkedOptions("options", options);
  const isAllowed = predicateOf(addresses);
  const connectTimeoutMs = timerMs("connectTimeoutMs", options.connectTimeoutMs ?? 5000);
  const connect = connectorOf(isAllowed, lookup, connectTimeoutMs);
  const dispatcher = new Agent({ connect, pipelining: 0 });
  const request: Fetch = (url, init) =>
    new URL(url).protocol === "ftp:"
      ? fetchFtp(new URL(url), { isAllowed, lookup, connectTimeoutMs }, init.signal ?? undefined)
      : // undici's own types of the same interfaces
        (fetch(url, { ...init, dispatcher } as never) as unknown as Promise<Response>);
  const protocols = ["http:", "https:", ...(hasFtp() ? ["ftp:"] : [])];
  return Object.assign(request, { addresses, protocols });
}

/** undici's stand-ins in other runtimes leave out our connector, and with it the check of addresses. */
function assertNode(): void {
  const runtime = (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent ?? "Node.js";
  if (!runtime.startsWith("Node.js")) throw new TypeError(`nodeFetch: expected to run in Node; got ${runtime}`);
}

function predicateOf(addresses: unknown): IsAllowed {
  if (addresses === "any") return () => true;
  if (addresses === "public") return isPublicAddress;
  // A promise, as an async predicate returns, is no permission.
  if (typeof addresses === "function") return (address) => addresses(address) === true;
  throw new TypeError(`addresses: expected any, public or a predicate; got ${String(addresses)}`);
}

/** Names are checked as they are resolved, addresses written in the URL here: `net.connect` does not look those up. */
function connectorOf(
  isAllowed: IsAllowed,
  lookup: LookupFunction | undefined,
  timeout: number,
): buildConnector.connector {
  const connect = buildConnector({ timeout, lookup: lookupAllowed(isAllowed, lookup) } as buildConnector.BuildOptions);
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, "$1");
    if (isIP(host) === 0 || isAllowed(host)) connect(options, callback);
    else callback(new AddressRefused(host, [host]), null);
  };
}
