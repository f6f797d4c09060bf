/** Addresses of proxies, which say nothing about the crawlers that they pass on: of local networks, and of CDNs. */

import { isLocalAddress } from "../../base/addresses.ts";
import { type AddressList, type Identification, parseAddressList } from "../../owners/agents/index.ts";

interface Proxy {
  readonly networks: Pick<AddressList, "has">;
  readonly identification: Identification;
}

const proxy = (where: string, networks: Proxy["networks"]): Proxy => ({
  networks,
  identification: { identity: "unknown", reason: `The address is that of a proxy ${where}.` },
});

/** The first part of an address is the same in a whole network, so comparing it is a cheap test before the exact one. */
function listOf(networks: string): Proxy["networks"] {
  const list = parseAddressList(networks.replaceAll(" ", "\n"));
  const starts = new Set(networks.split(" ").map(firstPart));
  return { has: (address) => starts.has(firstPart(address)) && list.has(address) };
}

const firstPart = (address: string): string => address.slice(0, address.search(/[.:]/)).toLowerCase();

/** What most local addresses begin with: a cheap test before the exact one. */
const MAY_BE_LOCAL = /^(?:0\.|10\.|100\.|127\.|169\.254\.|172\.|192\.168\.|:|f)/i;

/** A CDN is here if it publishes a short list that rarely changes, and copies of the list in several public repositories agree. */
// biome-ignore format: one family a line.
const PROXIES: readonly Proxy[] = [
  proxy("in a local network", { has: (address) => MAY_BE_LOCAL.test(address) && isLocalAddress(address) }),
  // https://www.cloudflare.com/ips-v4 and /ips-v6 of 2026-08-11: https://github.com/MISP/misp-warninglists/tree/84f0610/lists/cloudflare
  proxy("of Cloudflare", listOf(
    "103.21.244.0/22 103.22.200.0/22 103.31.4.0/22 104.16.0.0/13 104.24.0.0/14 108.162.192.0/18 131.0.72.0/22 141.101.64.0/18 162.158.0.0/15 172.64.0.0/13 173.245.48.0/20 188.114.96.0/20 190.93.240.0/20 197.234.240.0/22 198.41.128.0/17 " +
    "2400:cb00::/32 2405:8100::/32 2405:b500::/32 2606:4700::/32 2803:f800::/32 2a06:98c0::/29 2c0f:f248::/32",
  )),
  // https://api.fastly.com/public-ip-list of 2026-08-19: https://github.com/MISP/misp-warninglists/tree/84f0610/lists/fastly
  proxy("of Fastly", listOf(
    "23.235.32.0/20 43.249.72.0/22 103.244.50.0/24 103.245.222.0/23 103.245.224.0/24 104.156.80.0/20 140.248.64.0/18 140.248.128.0/17 146.75.0.0/17 151.101.0.0/16 157.52.64.0/18 167.82.0.0/17 167.82.128.0/20 167.82.160.0/20 167.82.224.0/20 172.111.64.0/18 185.31.16.0/22 199.27.72.0/21 199.232.0.0/16 " +
    "2a04:4e40::/32 2a04:4e42::/32",
  )),
];

/** Why an address says nothing; undefined unless it is that of a proxy. */
export const proxyAt = (address: string): Identification | undefined =>
  PROXIES.find(({ networks }) => networks.has(address))?.identification;

export const isProxied = (one: Identification): boolean => PROXIES.some(({ identification }) => identification === one);
