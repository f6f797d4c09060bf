/**
 * Host (Yandex, until 2018): the preferred mirror of a site, with a scheme if it must be https. Ignores invalid host names,
 * IP addresses, and values that contain more than a host.
 */
import { urlOf } from "../../../base/url.ts";
import { MAX_HOST_LENGTH } from "../../limits.ts";
import { allOf, type Field } from "./field.ts";

/** Returns the host in lower case and punycode, with the scheme if the value has one, without the default port. */
export function parseHost(value: string): string | undefined {
  const hasScheme = /^https?:\/\//i.test(value);
  const text = hasScheme ? value : `http://${value}`;
  if (value.length > MAX_HOST_LENGTH || /[\s\\?#@]/.test(value)) return undefined;
  const url = urlOf(text);
  if (url?.pathname !== "/" || isAddress(url.host)) return undefined;
  return hasScheme ? url.origin : url.host;
}

/** A mirror has a name. The URL standard parses `1` and `0x10` as addresses. */
const isAddress = (host: string): boolean => /^(\[|[\d.]+(:|$))/.test(host);

/** The last valid Host line. */
export const hostOf = (fields: readonly Field[]): string | undefined =>
  allOf(fields, "host", ({ value }) => parseHost(value)).at(-1);
