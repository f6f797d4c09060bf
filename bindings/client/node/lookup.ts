/**
 * Resolves names to the addresses that may be connected to. The connection uses exactly what is returned here, so a name that
 * resolves to something else the next time (DNS rebinding) gains nothing. Node only.
 */
import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import type { ErrorCode } from "../../core/errors.ts";

/** Thrown for a host of which no address may be connected to. */
export class AddressRefused extends Error {
  override readonly name: string = "AddressRefused";
  readonly code: ErrorCode = "ERR_ADDRESS_REFUSED";
  readonly host: string;
  readonly addresses: readonly string[];

  constructor(host: string, addresses: readonly string[]) {
    super(`address refused: ${addresses.join(", ")}${addresses[0] === host ? "" : ` of ${host}`}`);
    this.host = host;
    this.addresses = addresses;
  }
}

export interface Address {
  readonly address: string;
  readonly family: number;
}

export type IsAllowed = (address: string) => boolean;

/** The addresses of a host that may be connected to. @throws AddressRefused if there is none. */
export async function addressesOf(
  host: string,
  isAllowed: IsAllowed,
  lookup: LookupFunction = systemLookup,
): Promise<Address[]> {
  const found = isIP(host) === 0 ? await lookUp(host, lookup) : [{ address: host, family: isIP(host) }];
  const allowed = found.filter(({ address }) => isAllowed(address));
  if (allowed.length > 0) return allowed;
  throw new AddressRefused(
    host,
    found.map(({ address }) => address),
  );
}

function lookUp(host: string, lookup: LookupFunction): Promise<readonly Address[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found, family) => {
      if (error) reject(error);
      else resolve(typeof found === "string" ? [{ address: found, family: family ?? isIP(found) }] : found);
    });
  });
}

/** `addressesOf` in the form that `net.connect` takes. */
export function lookupAllowed(isAllowed: IsAllowed, lookup: LookupFunction | undefined): LookupFunction {
  return (host, { all }, callback) => {
    addressesOf(host, isAllowed, lookup).then(
      (addresses) => {
        if (all) callback(null, addresses as Address[]);
        else callback(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
