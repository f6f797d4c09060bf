/**
 * Host (Yandex, until 2018): the preferred one of a site's mirrors, with a scheme where it must be https. Names that no
 * URL can hold, addresses, and values with more than a host in them are ignored.
 */
import { urlOf } from "../url.ts";
import { type Field, lastOf } from "./field.ts";

/** In lower case and punycode, with the scheme if the file gives one, with the port unless it is the scheme's own. */
export function parseHost(value: string): string | undefined {
  const hasScheme = /^https?:\/\//i.test(value);
  const text = hasScheme ? value : `http://${value}`;
  if (value.length > MAX_HOST_LENGTH || /[\s\\?#@]/.test(value)) return undefined;
  const url = urlOf(text);
  if (url?.pathname !== "/" || isAddress(url.host)) return undefined;
  return hasScheme ? url.origin : url.host;
}

/** A mirror is a name; the URL standard takes `1` and `0x10` for addresses. */
const isAddress = (host: string): boolean => /^(\[|[\d.]+(:|$))/.test(host);

/** A DNS name has 253 characters, a scheme and a port a few. */
const MAX_HOST_LENGTH = 300;

export const hostOf = (fields: readonly Field[]): string | undefined => lastOf(fields, "host", parseHost);
