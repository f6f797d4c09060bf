/** Whose URL it is: a robots.txt counts for one scheme, host and port (RFC 9309 §2.3). */
import { robotsTxtUrl } from "../../bindings/index.ts";
import { withScheme } from "../../bindings/owners/editor/wording.ts";

/** The origin of an absolute URL; undefined for a path, and for what has none. */
export function originOfUrl(url: string): string | undefined {
  try {
    const origin = robotsTxtUrl(url).slice(0, -"/robots.txt".length);
    // Chromium makes ex%20ample.example of a host with a space. No host has a percent sign.
    return origin.includes("%") ? undefined : origin;
  } catch {
    return undefined;
  }
}

/** The URL of a site, or of a page of it, as a person types it: without a scheme, https is meant. Only the web has sites. */
export function siteUrl(typed: string): URL | undefined {
  const text = typed.trim();
  const whole = withScheme(text);
  if (/[\s\\]/.test(text) || originOfUrl(whole) === undefined) return undefined;
  const url = new URL(whole);
  // "https://http://shop.example" has the host "http".
  const isWeb = /^https?:$/.test(url.protocol) && url.username === "" && !/^https?$/.test(url.hostname);
  return isWeb ? url : undefined;
}

/** The origin that a person means by a site: `example.com`, or any address on it; undefined for another text. */
export const originOf = (site: string): string | undefined => siteUrl(site)?.origin;

/** Whether a text is meant as a path or as an absolute URL. */
export const isTyped = (text: string): boolean => text.startsWith("/") || withScheme(text) === text;

/** A URL as a person types it: the scheme may be missing, or the first slash of a path. Other text stays as it is. */
export function typedUrl(typed: string, isPath: boolean): string {
  if (typed === "" || isTyped(typed)) return typed;
  if (/^[^/?#\s:@]+\.[a-z][^/?#\s:@]*(?::\d+)?(?:[/?#]|$)/i.test(typed) && originOf(typed) !== undefined)
    return `https://${typed}`;
  return isPath ? `/${typed}` : typed;
}

/** `https://` is left out, because nearly every site has it. */
export const hostName = (origin: string): string => origin.replace(/^https:\/\//, "");

/** The host of a URL, or else the text itself. */
export const hostOf = (url: string): string => hostName(originOfUrl(url) ?? url);
