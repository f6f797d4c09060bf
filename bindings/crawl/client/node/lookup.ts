/**
 * Resolves names to the addresses that may be connected to. The connection uses exactly what is returned here, so a name that
 * resolves to something else the next time (DNS rebinding) gains nothing. Node only.
 */
import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { AddressRefused, type IsAllowed } from "../addresses.ts";

export interface Address {
  readonly address: string;
  readonly family: number;
}

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
