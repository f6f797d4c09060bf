/**
 * A `fetch` for Node, over undici. It connects to permitted addresses only, limits the time to connect, fails when a connection
 * is reset within a body, and reads ftp: by the package basic-ftp, if the caller passes it. Connections are kept alive.
 */
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { withCode, wrongType, wrongValue } from "../../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../../base/options.ts";
import { runtimeName } from "../../../base/runtime.ts";
import { AddressRefused, type IsAllowed, isPublicAddress } from "../addresses.ts";
import { timerMs } from "../options.ts";
import { deferPausedEnds } from "../paused-ends.ts";
import { responseWith } from "../response.ts";
import type { Fetch, FetchInit } from "../transport.ts";
import { type ConnectSettings, type FtpPackage, fetchFtp } from "./ftp.ts";
import { type Kept, KeptConnections } from "./kept-connections.ts";
import { addressesOf, lookupAllowed } from "./lookup.ts";

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
  /** Loads the package basic-ftp, `() => import("basic-ftp")`, at the first ftp: URL. Default: ftp: is not supported. */
  readonly ftp?: () => Promise<FtpPackage>;
}

const fetchOptions: KnownOptions<NodeFetchOptions> = { addresses: 1, connectTimeoutMs: 1, lookup: 1, ftp: 1 };

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
 *   Error (ERR_UNSUPPORTED) outside of Node, where addresses would not be checked.
 */
export function nodeFetch(options: NodeFetchOptions = {}): NodeFetch {
  assertNode();
  deferPausedEnds();
  const {
    addresses = "any",
    lookup,
    connectTimeoutMs: given = 5000,
    ftp,
  } = checkedOptions("options", options, fetchOptions);
  if (ftp !== undefined && typeof ftp !== "function")
    throw wrongType("ftp", 'a function, () => import("basic-ftp")', ftp);
  const isAllowed = predicateOf(addresses);
  const connects = { isAllowed, lookup, connectTimeoutMs: timerMs("connectTimeoutMs", given) };
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
  if (isGzip(headers)) return failingOn(response, body, (bytes) => reset() ?? gzip.failure(bytes));
  return endsWithConnection(headers) ? failingOn(response, body, reset) : response;
}

const isGzip = (headers: Headers): boolean => /^\s*(?:x-)?gzip\s*$/i.test(headers.get("content-encoding") ?? "");

/** A body without a length and without chunks ends when the connection does (RFC 9112 §6.3). */
const endsWithConnection = (headers: Headers): boolean =>
  !headers.has("content-length") && !headers.has("transfer-encoding");

type Failure = (decodedBytes: number) => Error | undefined;

function failingOn(response: Response, body: ReadableStream, failure: Failure): Response {
  let bytes = 0;
  const transform = (chunk: Uint8Array, controller: TransformStreamDefaultController): void => {
    bytes += chunk.length;
    controller.enqueue(chunk);
  };
  const flush = (controller: TransformStreamDefaultController): void => {
    const error = failure(bytes);
    if (error !== undefined) controller.error(error);
  };
  return responseWith(body.pipeThrough(new TransformStream({ transform, flush })), response);
}

/** `lookupAllowed` checks what names resolve to. Addresses written in the URL are checked here: `net.connect` does not look them up. */
export function connectorOf({
  isAllowed,
  lookup,
  connectTimeoutMs: timeout,
}: ConnectSettings): buildConnector.connector {
  const connect = buildConnector({ timeout, lookup: lookupAllowed(isAllowed, lookup) } as buildConnector.BuildOptions);
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, "$1");
    if (isIP(host) === 0 || isAllowed(host)) connect(options, callback);
    else callback(new AddressRefused(host, [host]), null);
  };
}
