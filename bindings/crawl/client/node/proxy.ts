/**
 * Connections through a proxy, by CONNECT (RFC 9110 §9.3.6), for http: and https: alike. Names are resolved and addresses checked here,
 * and the proxy gets the address: what was checked is what it is told to connect to. The address of the proxy itself is not checked. Node
 * only.
 */
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIPv6, type Socket } from "node:net";
import { wrongType, wrongValue } from "../../../base/errors.ts";
import { urlOf } from "../../../base/url.ts";
import { AccessFailure, errorCodeOf } from "../../../core/access/internal.ts";
import type { ConnectSettings } from "./ftp.ts";
import { addressesOf } from "./lookup.ts";

/** The proxy for a URL; undefined to connect without one. */
export type ProxyOf = (url: URL) => URL | undefined;

/** @throws TypeError or RangeError unless given the URL of an HTTP proxy, or a function that returns one. */
export function proxyOf(given: unknown): ProxyOf | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "function") return (url) => checkedProxy(given(new URL(url)));
  const proxy = checkedProxy(given);
  return () => proxy;
}

function checkedProxy(given: unknown): URL | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== "string" && !(given instanceof URL)) throw wrongType("proxy", "a URL, or a function", given);
  const proxy = urlOf(String(given));
  if (proxy !== undefined && /^https?:$/.test(proxy.protocol)) return proxy;
  throw wrongValue("proxy", "the http or https URL of a proxy", String(given));
}

/** Where a socket leads: for one through a proxy, where that was told to connect to. */
const targets = new WeakMap<Socket, string>();

export const addressOf = (socket: Socket | undefined): string | undefined =>
  socket && (targets.get(socket) ?? socket.remoteAddress);

export function noteTarget(socket: Socket, from: Socket): Socket {
  targets.set(socket, addressOf(from) ?? "");
  return socket;
}

/** @returns a socket that leads to the first address of the host that may be connected to. */
export async function tunnelTo(
  proxy: URL,
  host: string,
  port: string,
  { isAllowed, lookup, connectTimeoutMs, asksProxy }: ConnectSettings,
): Promise<Socket> {
  const address = await addressesOf(host, isAllowed, lookup).then(
    ([first]) => first!.address,
    (error: unknown) => {
      // Behind some proxies no name can be resolved. Whoever permits any address leaves that to the proxy.
      if (asksProxy === true && errorCodeOf(error) === "dns" && isAllowed("")) return host;
      throw error;
    },
  );
  const socket = await connectedBy(proxy, `${isIPv6(address) ? `[${address}]` : address}:${port}`, connectTimeoutMs);
  targets.set(socket, address === host ? "" : address);
  return socket;
}

function connectedBy(proxy: URL, authority: string, timeoutMs: number): Promise<Socket> {
  const { protocol, hostname, port, username, password } = proxy;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = {
    host: authority,
    ...(username !== "" && { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` }),
  };
  const request = protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const options = { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: port || (protocol === "https:" ? 443 : 80) };
    const asked = request({ ...options, method: "CONNECT", path: authority, headers, agent: false });
    const timer = setTimeout(() => asked.destroy(failure(proxy, "no answer", "connect-timeout")), timeoutMs);
    asked.once("connect", ({ statusCode }, socket, head) => {
      clearTimeout(timer);
      if (head.length > 0) socket.unshift(head);
      if (statusCode === 200) return resolve(socket as Socket);
      socket.destroy();
      reject(failure(proxy, `status ${statusCode}`, "network"));
    });
    asked.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    asked.end();
  });
}

const failure = ({ host }: URL, got: string, code: "connect-timeout" | "network"): AccessFailure =>
  new AccessFailure(`proxy ${host}: expected a tunnel by CONNECT; got ${got}`, code);
