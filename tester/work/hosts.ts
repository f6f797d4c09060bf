/** Whose URL it is: a robots.txt counts for one scheme, host and port (RFC 9309 §2.3). */
import { siteUrl, urlOf } from "../../bindings/base/url.ts";

/** The origin that a person means by a site: `example.com`, or any address on it; undefined for another text. */
export function originOf(site: string): string | undefined {
  const text = site.trim();
  const url = /[\s\\]/.test(text) ? undefined : siteUrl(text);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" ? url.origin : undefined;
}

/** The origin of an absolute URL; undefined for a path, and for what has none. */
export function originOfUrl(url: string): string | undefined {
  const origin = urlOf(url)?.origin;
  return origin === "null" ? undefined : origin;
}

/** An absolute URL or a path: what the engine decides. */
export const isUrl = (text: string): boolean => text.startsWith("/") || /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(text);

/** A URL as a person types it: the scheme may be missing, or the first slash of a path. Other text stays as it is. */
export function typedUrl(typed: string, isPath: boolean): string {
  if (typed === "" || isUrl(typed)) return typed;
  if (/^[^/?#\s:@]+\.[a-z][^/?#\s:@]*(?::\d+)?(?:[/?#]|$)/i.test(typed) && originOf(typed) !== undefined)
    return `https://${typed}`;
  return isPath ? `/${typed}` : typed;
}

/** `https://` is left out, because nearly every site has it. */
export const hostName = (origin: string): string => origin.replace(/^https:\/\//, "");

/** The host of a URL, or else the text itself. */
export const hostOf = (url: string): string => hostName(originOfUrl(url) ?? url);
