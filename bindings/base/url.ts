/**
 * The runtime's URL parser, without exceptions. Do not use `URL.canParse`: in Node 20 and 22 it rejects
 * `http://bücher.example/` after some thousand calls, because V8 then calls code that takes Latin-1 for UTF-8.
 */
export function urlOf(text: string, base?: URL | string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** The URL as messages show it: without a name and a password. */
export const shownUrl = (url: string): string => url.replace(/^([^/?#]*[/\\]{2})[^/\\?#]*@/, "$1");

/** Whether a word is a path or an absolute URL with a host, however that is spelled: `http:/a.example/x`. Others would be allowed by accident. */
export const isUrlOrPath = (text: string): boolean => text.startsWith("/") || Boolean(urlOf(text)?.host);

/** The URL of a site as people type it: a host without a scheme means https. */
export const siteUrl = (text: string): URL | undefined => urlOf(withScheme(text));

/** The text with a scheme, in its own spelling. */
export const withScheme = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);

/** URL parsers skip these, so the URL that is shown would not be the URL that is fetched. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression refuses control characters.
const CONTROL = /[\x00-\x1f\x7f]/;

/**
 * URLs that parse, recognised without parsing: letters, digits and hyphens in the host, which is neither punycode nor, by its
 * last label, an IPv4 address.
 */
const PLAIN = /^https?:\/\/(?:(?!xn--)[a-z0-9][a-z0-9-]*\.)+(?!xn--)[a-z][a-z0-9-]*(?:\/[\x21-\x7e]*)?$/;

/**
 * A URL that callers may fetch: http, https or ftp. An absolute URL stays as the file spells it, so that it can be found in the
 * file. A relative one is resolved against `base`.
 */
export function fetchableUrl(value: string, base: URL | undefined): string | undefined {
  if (PLAIN.test(value)) return value;
  if (value === "" || CONTROL.test(value)) return undefined;
  const url = urlOf(value);
  if (url !== undefined) return /^(https?|ftp):$/.test(url.protocol) ? value : undefined;
  return base && urlOf(value, base)?.href;
}

/**
 * The longest spelling of a host that is accepted in bulk. DNS names have at most 255 octets (RFC 1035 §2.3.4), which escaping
 * cannot lengthen beyond this; Punycode takes quadratic time (2026-11-21, Node 20: a host of 1 MB took 52 s).
 */
export const MAX_HOST_BYTES = 4096;
