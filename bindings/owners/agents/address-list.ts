/** Lists of addresses, as operators publish them. */

import { bitsOf, isIpv4 } from "../../base/addresses.ts";
import { wrongType, wrongValue } from "../../base/errors.ts";
import { parsedJson } from "../../base/json.ts";

/** The networks of a crawler. */
export interface AddressList {
  /** When the operator made the list, or when it was fetched; undefined if it does not say. */
  readonly dated: Date | undefined;
  /** When it was fetched, if it says so: a list that the operator made long ago was still published then. */
  readonly fetchedAt: Date | undefined;
  /** How many networks it has. */
  readonly size: number;
  /** Whether an address is in one of them; false for text that is not an address. */
  has(address: string): boolean;
}

/** Deeper lists are not read. */
const MAX_DEPTH = 8;

/**
 * Reads a list of addresses: JSON with networks at any place, such as `{"creationTime":"…","prefixes":[{"ipv4Prefix":"…"}]}`,
 * or lines whose first field is a network, such as a geofeed (RFC 8805).
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a string, RangeError (ERR_INVALID_ARG_VALUE) if it has no network, or one that
 *   is broader than any operator's: IPv4 /8, IPv6 /19.
 */
export function parseAddressList(text: string): AddressList {
  if (typeof text !== "string") throw wrongType("text", "a list of addresses", text);
  const networks = new NetworkSet();
  const json = parsedJson(text.trimStart());
  if (json === undefined) for (const line of text.split(/\r?\n/)) addTo(networks, line.split(",")[0]!.trim());
  else addAll(networks, json, 0);
  const fetchedAt = dateIn(json, "fetchedAt");
  if (networks.size === 0) throw wrongValue("text", "a list with an address or a network", shown(text));
  return {
    dated: dateIn(json, "creationTime") ?? fetchedAt,
    fetchedAt,
    size: networks.size,
    has: (address) => {
      const bits = bitsOf(address);
      return bits !== undefined && networks.has(bits);
    },
  };
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 60));

function addTo(networks: NetworkSet, text: string): void {
  const network = networkOf(text);
  if (network !== undefined) networks.add(network);
}

function addAll(networks: NetworkSet, value: unknown, depth: number): void {
  if (typeof value === "string") addTo(networks, value);
  else if (typeof value === "object" && value !== null && depth < MAX_DEPTH)
    for (const one of Object.values(value)) addAll(networks, one, depth + 1);
}

/** A time without a zone is in UTC. */
function dateIn(json: unknown, member: "creationTime" | "fetchedAt"): Date | undefined {
  const time = (typeof json === "object" && json !== null ? json : {})[member as never];
  const [, day, clock = "00:00:00"] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d))?/.exec(String(time)) ?? [];
  const date = new Date(`${day}T${clock}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** A network such as `192.0.2.0/24`, or an address alone. */
interface Network {
  readonly family: 4 | 6;
  /** The bits that all of its addresses begin with. */
  readonly prefix: string;
}

/** The broadest networks that registries give to one operator. A broader one in a list would verify strangers. */
const BROADEST_BITS: Readonly<Record<4 | 6, number>> = { 4: 8, 6: 19 };

/** @returns undefined unless the text is an address, or an address with the length of a prefix */
function networkOf(text: string): Network | undefined {
  const [address = "", length, ...rest] = text.split("/");
  const bits = bitsOf(address);
  if (bits === undefined || rest.length > 0) return undefined;
  const prefixBits = length === undefined ? bits.length : /^\d{1,3}$/.test(length) ? Number(length) : Infinity;
  if (prefixBits > bits.length) return undefined;
  const family = isIpv4(bits) ? 4 : 6;
  if (prefixBits < BROADEST_BITS[family])
    throw wrongValue("text", "networks of one operator: at least /8 in IPv4, /19 in IPv6", text);
  return { family, prefix: bits.slice(0, prefixBits) };
}

/** A set of networks. A look-up takes one step for each length of a prefix. */
class NetworkSet {
  readonly #prefixes: Readonly<Record<4 | 6, Map<number, Set<string>>>> = { 4: new Map(), 6: new Map() };
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add({ family, prefix }: Network): void {
    const ofLength = this.#prefixes[family].get(prefix.length) ?? new Set();
    if (!ofLength.has(prefix)) this.#size++;
    this.#prefixes[family].set(prefix.length, ofLength.add(prefix));
  }

  /** @param bits an address, from `bitsOf` */
  has(bits: string): boolean {
    for (const [length, prefixes] of this.#prefixes[isIpv4(bits) ? 4 : 6])
      if (prefixes.has(bits.slice(0, length))) return true;
    return false;
  }
}
