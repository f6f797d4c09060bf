/**
 * Keys of origins in an archive: host and port as in `new URL(…).host`, NUL, and the scheme; no scheme if the entry serves
 * both http and https. All keys of one host are adjacent, and the one without a scheme comes first.
 */

import { fnv1a } from "../../base/checksum.ts";
import { urlOf } from "../../base/url.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import { archiveError } from "./archive-error.ts";
import { compareBytes } from "./table-writer.ts";

export type Scheme = "" | "http" | "https";

const encoder = new TextEncoder();
/** The first possible key of a host. */
export const hostKey = (host: string): Uint8Array => encoder.encode(`${host}\0`);

/** What divides hosts among shards: FNV-1a with 32 bits. */
export const hostHash = (host: string): number => fnv1a(encoder.encode(host));

/** The beginning of a key that all keys of its host have in common. */
export const hostOfKey = (key: Uint8Array): Uint8Array => key.subarray(0, key.lastIndexOf(0) + 1);

export const originKey = (host: string, scheme: Scheme): Uint8Array => encoder.encode(`${host}\0${scheme}`);

/** The host with its port, and the scheme. */
export function splitKey(key: Uint8Array): { readonly host: string; readonly scheme: string } {
  const text = decodeUtf8(key);
  const at = text.lastIndexOf("\0");
  return { host: text.slice(0, at), scheme: text.slice(at + 1) };
}

/** The schemes that a key serves. */
const served: Readonly<Record<string, readonly string[]>> = { "": ["http", "https"], http: ["http"], https: ["https"] };

/** The host of a key that `find` can find: spelt as `new URL(…).host` spells it. @throws RangeError for any other key */
export function checkedHost(key: Uint8Array): string {
  const { host, scheme } = splitKey(key);
  const schemes = Object.hasOwn(served, scheme) ? served[scheme]! : [];
  const isFound = schemes.length > 0 && schemes.every((one) => urlOf(`${one}://${host}`)?.host === host);
  if (isFound && compareBytes(originKey(host, scheme as Scheme), key) === 0) return host;
  throw archiveError("the key of an origin", JSON.stringify(decodeUtf8(key)));
}
