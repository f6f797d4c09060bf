/** IPv4 and IPv6 addresses and networks as bits. */
import { FifoCache } from "./fifo-cache.ts";
import { urlOf } from "./url.ts";

/** An address as 32 or 128 characters `0` and `1`; undefined for other text. URL parsers know every spelling of IPv6. */
export function bitsOf(address: string): string | undefined {
  const bytes = address.split(".");
  if (bytes.length === 4 && bytes.every(isByte)) return joined(bytes, 10, 8);
  if (!/^[\da-f:]+:[\da-f:.]*$/i.test(address)) return undefined;
  const host = urlOf(`http://[${address}]/`)?.hostname.slice(1, -1);
  if (host === undefined) return undefined;
  const [head = [], tail = []] = host.split("::").map((text) => text.split(":").filter((group) => group !== ""));
  return joined([...head, ...Array(8 - head.length - tail.length).fill("0"), ...tail], 16, 16);
}

const isByte = (text: string): boolean => String(Number(text) & 255) === text;

const joined = (parts: readonly string[], radix: number, width: number): string =>
  parts.map((part) => Number.parseInt(part, radix).toString(2).padStart(width, "0")).join("");

/** The IPv4 address that servers that listen on IPv6 write as one of IPv6, in any spelling (RFC 4291 §2.5.5.2); others as they are. */
export function withoutMapping(address: string): string {
  if (!/:ffff:/i.test(address)) return address;
  const mapped = /^0{80}1{16}(.{32})$/.exec(bitsOf(address) ?? "")?.[1];
  return mapped === undefined ? address : partsOf(mapped, 8).join(".");
}

/** Where DNS keeps the names of an address (RFC 1035 §3.5, RFC 3596 §2.5). */
export const pointerName = (bits: string): string =>
  isIpv4(bits)
    ? `${partsOf(bits, 8).reverse().join(".")}.in-addr.arpa`
    : `${partsOf(bits, 4)
        .map((nibble) => nibble.toString(16))
        .reverse()
        .join(".")}.ip6.arpa`;

const partsOf = (bits: string, width: number): number[] =>
  Array.from({ length: bits.length / width }, (_, i) => Number.parseInt(bits.slice(i * width, (i + 1) * width), 2));

export const isIpv4 = (bits: string): boolean => bits.length === 32;

/** Whether an address lies in one of these networks, which are well written, such as `192.0.2.0/24`. */
export const isIn = (networks: readonly string[], bits: string): boolean =>
  networks.some((network) => {
    const { prefix, length } = networkBits.get(network, () => bitsOfNetwork(network));
    return length === bits.length && bits.startsWith(prefix);
  });

/** Every request asks about the same few networks. */
const networkBits: FifoCache<ReturnType<typeof bitsOfNetwork>> = /* @__PURE__ */ new FifoCache(100);

function bitsOfNetwork(network: string): { readonly prefix: string; readonly length: number } {
  const [address, prefixLength] = network.split("/") as [string, string];
  const bits = bitsOf(address)!;
  return { prefix: bits.slice(0, Number(prefixLength)), length: bits.length };
}

/**
 * Networks that only their own users reach. What is neither public nor here may lead anywhere: a mapped or translated address
 * may belong to a stranger's server.
 */
const LOCAL = [
  ...["0.0.0.0/32", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"],
  ...["::/127", "fc00::/7", "fe80::/10"],
];

/** Whether the text is an address of this machine or of a network of one's own. */
export function isLocalAddress(address: string): boolean {
  const bits = bitsOf(address);
  return bits !== undefined && isIn(LOCAL, bits);
}
