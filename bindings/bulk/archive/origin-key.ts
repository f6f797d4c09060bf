/**
 * Keys of origins in an archive: host and port as `new URL(…).host` spells them, NUL, and the scheme; without a scheme
 * for what holds for http and https alike. All keys of one host lie together, the general one first.
 */

export type Scheme = "" | "http" | "https";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The key before all keys of a host. */
export const hostKey = (host: string): Uint8Array => encoder.encode(`${host}\0`);

export const originKey = (host: string, scheme: Scheme): Uint8Array => encoder.encode(`${host}\0${scheme}`);

/** Host with its port, and scheme. */
export function splitKey(key: Uint8Array): { readonly host: string; readonly scheme: string } {
  const text = decoder.decode(key);
  const at = text.lastIndexOf("\0");
  return { host: text.slice(0, at), scheme: text.slice(at + 1) };
}
