/** The proxies that the environment names, as curl and others read it: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY, in either case. */
import { bitsOf, isIn } from "../base/addresses.ts";
import { urlOf } from "../base/url.ts";
import { usageError } from "./errors.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** @returns undefined if the environment names no proxy. @throws a usage error for one that is not an HTTP proxy */
export function environmentProxy(env: Environment = process.env): ((url: URL) => URL | undefined) | undefined {
  const all = proxyIn(env, "all_proxy");
  const proxies: Readonly<Record<string, URL | undefined>> = {
    "http:": proxyIn(env, "http_proxy") ?? all,
    "https:": proxyIn(env, "https_proxy") ?? all,
  };
  if (Object.values(proxies).every((proxy) => proxy === undefined)) return undefined;
  const exceptions = (namedIn(env, "no_proxy") ?? "").split(/[\s,]+/).filter((one) => one !== "");
  return (url) => (isLoopback(url) || exceptions.some((one) => excepts(one, url)) ? undefined : proxies[url.protocol]);
}

/** The name in lower case wins. A web server sets HTTP_PROXY from a header of its client (httpoxy). */
function namedIn(env: Environment, name: string): string | undefined {
  const upper = name === "http_proxy" && env["REQUEST_METHOD"] !== undefined ? undefined : env[name.toUpperCase()];
  return (env[name] ?? upper)?.trim() || undefined;
}

function proxyIn(env: Environment, name: string): URL | undefined {
  const value = namedIn(env, name);
  if (value === undefined) return undefined;
  const proxy = urlOf(value.includes("://") ? value : `http://${value}`);
  if (proxy !== undefined && /^https?:$/.test(proxy.protocol)) return proxy;
  // Without the value, which may hold a password.
  throw usageError(`expected ${name} of the environment to be the URL of an HTTP proxy; got another text`);
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");

const isLoopback = (url: URL): boolean => /^(?:.*\.)?localhost$|^127\.|^::1$/.test(hostOf(url));

/** `example.com` and `.example.com` also hold for what is under it; an entry may have a port, or be a network. */
function excepts(entry: string, url: URL): boolean {
  if (entry === "*") return true;
  const [, name = entry, port] = /^(.*[^:]):(\d+)$/.exec(entry) ?? [];
  if (port !== undefined && port !== (url.port || (url.protocol === "https:" ? "443" : "80"))) return false;
  const host = hostOf(url);
  if (name.includes("/")) return isInNetwork(name, host);
  const domain = name
    .toLowerCase()
    .replace(/^\*?\./, "")
    .replace(/^\[(.*)\]$/, "$1");
  return host === domain || host.endsWith(`.${domain}`);
}

function isInNetwork(network: string, host: string): boolean {
  const [bits, base] = [host, network.split("/")[0]!].map(bitsOf);
  return bits !== undefined && base !== undefined && /\/\d{1,3}$/.test(network) && isIn([network], bits);
}
