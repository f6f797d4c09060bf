/**
 * Which addresses are public: those in none of IANA's special-purpose registries (RFC 6890 and its updates), and for IPv6 only
 * those allocated as global unicast, 2000::/3. IPv6 addresses that carry an IPv4 address (mapped, NAT64, 6to4, Teredo) are
 * refused, whatever that address is.
 */

import { bitsOf, isIn, isIpv4 } from "../../base/addresses.ts";
import { checkedStrings } from "../../base/arguments.ts";
import { type ErrorCode, type Refusal, wrongType } from "../../base/errors.ts";

/** Whether an address, as text, may be connected to. */
export type IsAllowed = (address: string) => boolean;

/** Thrown for a host of which no address may be connected to. */
export class AddressRefused extends Error implements Refusal {
  override readonly name: string = "AddressRefused";
  readonly code: ErrorCode = "ERR_ADDRESS_REFUSED";
  readonly isFinal: boolean = true;
  readonly host: string;
  readonly addresses: readonly string[];

  constructor(host: string, addresses: readonly string[]) {
    if (typeof host !== "string") throw wrongType("host", "a string", host);
    super(
      `address refused: ${checkedStrings("addresses", addresses).join(", ")}${addresses[0] === host ? "" : ` of ${host}`}`,
    );
    this.host = host;
    this.addresses = addresses;
  }
}

const SPECIAL_IPV4 = [
  "0.0.0.0/8", // this network, RFC 791 §3.2
  "10.0.0.0/8", // private, RFC 1918
  "100.64.0.0/10", // carrier-grade NAT, RFC 6598
  "127.0.0.0/8", // loopback, RFC 1122 §3.2.1.3
  "169.254.0.0/16", // link-local, RFC 3927; cloud metadata services live here
  "172.16.0.0/12", // private, RFC 1918
  "192.0.0.0/24", // protocol assignments, RFC 6890 §2.1
  "192.0.2.0/24", // documentation, RFC 5737
  "192.31.196.0/24", // AS112, RFC 7535
  "192.52.193.0/24", // AMT, RFC 7450
  "192.88.99.0/24", // 6to4 relays, RFC 7526
  "192.168.0.0/16", // private, RFC 1918
  "192.175.48.0/24", // AS112, RFC 7534
  "198.18.0.0/15", // benchmarking, RFC 2544
  "198.51.100.0/24", // documentation, RFC 5737
  "203.0.113.0/24", // documentation, RFC 5737
  "224.0.0.0/4", // multicast, RFC 1112
  "240.0.0.0/4", // reserved, and broadcast, RFC 1112 §4, RFC 8190
];

/** Addresses outside of it: loopback, unspecified, mapped, NAT64, discard, unique-local, link-local, site-local, multicast. */
const GLOBAL_IPV6 = ["2000::/3"];

const SPECIAL_IPV6 = [
  "2001::/23", // protocol assignments, RFC 2928: Teredo, benchmarking, ORCHID, AMT, AS112
  "2001:db8::/32", // documentation, RFC 3849
  "2002::/16", // 6to4, RFC 3056
  "2620:4f:8000::/48", // AS112, RFC 7534
  "3fff::/20", // documentation, RFC 9637
];

/** Whether the text is an IPv4 or IPv6 address of the public Internet. */
export function isPublicAddress(address: string): boolean {
  if (typeof address !== "string") throw wrongType("address", "a string", address);
  const bits = bitsOf(address);
  if (bits === undefined) return false;
  return isIpv4(bits) ? !isIn(SPECIAL_IPV4, bits) : isIn(GLOBAL_IPV6, bits) && !isIn(SPECIAL_IPV6, bits);
}
