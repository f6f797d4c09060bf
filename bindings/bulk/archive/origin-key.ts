/**
 * Keys of origins in an archive: host and port as in `new URL(…).host`, NUL, and the scheme; no scheme if the entry serves
 * both http and https. All keys of one host are adjacent, and the one without a scheme comes first.
 */
import { fnv1a } from "../../core/engine/checksum.ts";

export type Scheme = "" | "http" | "https";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The first possible key of a host. */
export const hostKey = (host: string): Uint8Array => encoder.encode(`${host}\0`);

/** What divides hosts among shards: FNV-1a with 32 bits. */
export const hostHash = (host: string): number => fnv1a(encoder.encode(host));

/** The beginning of a key that all keys of its host have in common. */
export const hostOfKey = (key: Uint8Array): Uint8Array => key.subarray(0, key.lastIndexOf(0) + 1);

export const originKey = (host: string, scheme: Scheme): Uint8Array => encoder.encode(`${host}\0${scheme}`);

/** The host with its port, and the scheme. */
export function splitKey(key: Uint8Array): { readonly host: string; readonly scheme: string } {
  const text = decoder.decode(key);
  const at = text.lastIndexOf("\0");
  return { host: text.slice(0, at), scheme: text.slice(at + 1) };
}
