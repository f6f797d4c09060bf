/**
 * A `fetch` for Node, over undici. It connects to permitted addresses only, limits the time to connect, fails when a connection
 * is reset within a body, and reads ftp: by the package basic-ftp, if the caller passes it. Connections are kept alive.
 */
import { isIP, isIPv6, type LookupFunction } from "node:net";
import { buildConnector, Pool } from "undici";
import { withCode, wrongType, wrongValue } from "../../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../../base/options.ts";
import { runtimeName } from "../../../base/runtime.ts";
import { AddressRefused, type IsAllowed, isPublicAddress } from "../addresses.ts";
import { timerMs } from "../client-options.ts";
import { deferPausedEnds } from "../paused-ends.ts";
import { responseWith } from "../response.ts";
import type { Fetch, FetchInit } from "../transport.ts";
import { type ConnectSettings, type FtpPackage, fetchFtp } from "./ftp.ts";
import { type Kept, KeptConnections } from "./kept-connections.ts";
import { addressesOf, lookupAllowed } from "./lookup.ts";
import { noteTarget, proxyOf, tunnelTo } from "./proxy.ts";

/** How `nodeFetch` connects: to which addresses, within what time, and who resolves names. */
export interface NodeFetchOptions {
  /**
   * Which addresses may be connected to: `public`, those that `isPublicAddress` accepts; `any`, the default; or a predicate of
   * your own. It is called with the address that is then connected to, also after redirects.
   */
  readonly addresses?: "any" | "public" | IsAllowed;
  /** Limits resolving, connecting and the TLS handshake, in milliseconds, to within a second. Default 5,000. */
  readonly connectTimeoutMs?: number;
  /** Resolves names. Default `dns.lookup`. The addresses that it returns are checked. */
  readonly lookup?: LookupFunction;
  /**
   * The http or https URL of a proxy, with a user name and a password if it asks for them, or a function that returns one for a URL, or
   * undefined. Addresses are checked here, and the proxy is asked to connect to them (CONNECT); its own is not checked. Default: none,
   * whatever the environment says.
   */
  readonly proxy?: string | URL | ((url: URL) => string | URL | undefined);
  /** Loads the package basic-ftp, `() => import("basic-ftp")`, at the first ftp: URL. Default: ftp: is not supported. */
  readonly ftp?: () => Promise<FtpPackage>;
}

const fetchOptions: KnownOptions<NodeFetchOptions> = { addresses: 1, connectTimeoutMs: 1, lookup: 1, proxy: 1, ftp: 1 };

type NodeFetchInit = RequestInit & Pick<FetchInit, "mayConnect">;

/** The `fetch` that `nodeFetch` returns. It also takes the client's `mayConnect`. */
export interface NodeFetch extends Fetch<Response> {
  (url: string, init?: NodeFetchInit): Promise<Response>;
  /** How it connects: `politeAgent` connects in the same way. */
  readonly connects?: ConnectSettings;
}

/**
 * Makes a `fetch` for `RobotsClient` that knows the addresses of a host before it connects.
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE) for invalid options;
 *   Error (ERR_UNSUPPORTED) outside of Node, where addresses would not be checked, and with undici 5.
 */
export function nodeFetch(options: NodeFetchOptions = {}): NodeFetch {
  assertNode();
  assertUndici();
  deferPausedEnds();
  const {
    addresses = "any",
    lookup,
    connectTimeoutMs: given = 5000,
    proxy,
    ftp,
  } = checkedOptions("options", options, fetchOptions);
  if (ftp !== undefined && typeof ftp !== "function") throw wrongType("ftp", "a function that imports basic-ftp", ftp);
  const isAllowed = predicateOf(addresses);
  const connectTimeoutMs = timerMs("connectTimeoutMs", given);
  const connects = { isAllowed, lookup, connectTimeoutMs, proxyOf: proxyOf(proxy), asksProxy: addresses === "any" };
  const kept = new KeptConnections();
  const request = (url: string, { mayConnect, ...init }: NodeFetchInit = {}): Promise<Response> => {
    // The caller is asked first, so that it learns of every address.
    const permits = (address: string): boolean => mayConnect === undefined || mayConnect(address);
    const settings = { ...connects, isAllowed: (address: string) => permits(address) && isAllowed(address) };
    // Who checks addresses also takes turns: a repeated request needs one of its own.
    const repeats = mayConnect === undefined;
    return ftp !== undefined && new URL(url).protocol === "ftp:"
      ? ftp().then((loaded) => fetchFtp(loaded, new URL(url), settings, init.signal ?? undefined))
      : kept.request(url, init, settings.isAllowed, connectorOf(settings), repeats).then(checkedEnd);
  };
  const reach = (host: string, permits: IsAllowed): Promise<unknown> => addressesOf(host, permits, lookup);
  const protocols = ["http:", "https:", ...(ftp === undefined ? [] : ["ftp:"])];
  return Object.assign(request, { addresses, protocols, connects, reach });
}

/** undici's replacements in other runtimes ignore the connector, and with it the check of addresses. */
function assertNode(): void {
  const runtime = runtimeName();
  if (!runtime.startsWith("Node.js"))
    throw withCode(new TypeError(`nodeFetch: expected to run in Node; got ${runtime}`), "ERR_UNSUPPORTED");
}

function assertUndici(): void {
  if (typeof Pool.prototype.compose === "function") return;
  const message = "nodeFetch: expected undici 6, 7 or 8; got an older one: run npm install undici@7";
  throw withCode(new Error(message), "ERR_UNSUPPORTED");
}

function predicateOf(addresses: unknown): IsAllowed {
  if (addresses === "any") return () => true;
  if (addresses === "public") return isPublicAddress;
  // A promise, which an async predicate returns, permits nothing.
  if (typeof addresses === "function") return (address) => addresses(address) === true;
  throw wrongValue("addresses", "any, public or a predicate", addresses);
}

/** undici takes a connection that is reset for one that is closed, and gzip that is cut short for whole: the rest would be missing. */
function checkedEnd({ response, reset, gzip }: Kept): Response {
  const { ok, body, headers } = response;
  if (!ok || body === null) return response;
  const isCoded = isGzip(headers);
  if (!isCoded && !endsWithConnection(headers)) return response;
  const rest = (decodedBytes: number, failure: unknown): Uint8Array => {
    const lost = reset() ?? (isCoded ? undefined : failure);
    if (lost !== undefined) throw lost;
    return isCoded ? gzip.rest(decodedBytes, failure) : new Uint8Array();
  };
  return responseWith(withRest(body, rest), response);
}

const isGzip = (headers: Headers): boolean => /^\s*(?:x-)?gzip\s*$/i.test(headers.get("content-encoding") ?? "");

/** A body without a length and without chunks ends when the connection does (RFC 9112 §6.3). */
const endsWithConnection = (headers: Headers): boolean =>
  !headers.has("content-length") && !headers.has("transfer-encoding");

/** The body and what follows it. @param rest is called with the bytes of the body and with its failure, and may throw. */
function withRest(
  body: ReadableStream<Uint8Array>,
  rest: (bytes: number, failure: unknown) => Uint8Array,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  const ended = (controller: ReadableStreamDefaultController<Uint8Array>, failure?: unknown): void => {
    const more = rest(bytes, failure);
    if (more.length > 0) controller.enqueue(more);
    controller.close();
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const read = await reader.read().catch((failure: unknown) => ({ failure }));
    if ("failure" in read) return ended(controller, read.failure);
    if (read.done) return ended(controller);
    bytes += read.value.length;
    controller.enqueue(read.value);
  };
  return new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
}

/** `lookupAllowed` checks what names resolve to. Addresses written in the URL are checked here: `net.connect` does not look them up. */
export function connectorOf(settings: ConnectSettings): buildConnector.connector {
  const { isAllowed, lookup, connectTimeoutMs: timeout } = settings;
  const connect = buildConnector({ timeout, lookup: lookupAllowed(isAllowed, lookup) } as buildConnector.BuildOptions);
  return (options, callback) => {
    const { protocol, hostname, port } = options;
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    const places = { host, port: port || (protocol === "https:" ? "443" : "80") };
    const proxy = settings.proxyOf?.(new URL(`${protocol}//${isIPv6(host) ? `[${host}]` : host}:${places.port}`));
    if (proxy !== undefined) connectBy(proxy, places, settings, connect, options, callback);
    else if (isIP(host) === 0 || isAllowed(host)) connect(options, callback);
    else callback(new AddressRefused(host, [host]), null);
  };
}

/** TLS is spoken with the host, through the tunnel. */
function connectBy(
  proxy: URL,
  { host, port }: { readonly host: string; readonly port: string },
  settings: ConnectSettings,
  connect: buildConnector.connector,
  options: buildConnector.Options,
  callback: buildConnector.Callback,
): void {
  tunnelTo(proxy, host, port, settings).then(
    (tunnel) => {
      if (options.protocol !== "https:") callback(null, tunnel);
      else
        connect({ ...options, httpSocket: tunnel }, (...result) => {
          if (result[1]) noteTarget(result[1], tunnel);
          callback(...result);
        });
    },
    (error: Error) => callback(error, null),
  );
}
