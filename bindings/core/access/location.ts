/** Where a redirect leads (RFC 9110 §10.2.2). Only http: and https: targets are followed. */
import { urlOf } from "../../base/url.ts";

/** @returns undefined without a Location, and for one that is not a URL to follow or names several. */
export function targetOf(base: string, location: string | undefined): string | undefined {
  const one = location === undefined ? undefined : onlyOf(location);
  const target = one === undefined ? undefined : urlOf(bytesIn(one), base);
  if (target === undefined) return undefined;
  target.hash = "";
  // RFC 9110 §4.2.4: a name or a password in a URL from a stranger is an error. A relative one keeps those of the caller.
  const isPlain = ["", userOf(new URL(base))].includes(userOf(target));
  return isPlain && ["http:", "https:"].includes(target.protocol) ? target.href : undefined;
}

const userOf = ({ username, password }: URL): string =>
  username === "" && password === "" ? "" : `${username}:${password}`;

/** Every URL that somebody might follow, who reads bytes or several headers in another way. */
export function possibleTargets(base: string, locations: readonly string[]): string[] {
  const texts = [...locations, locations.join(", ")].flatMap((location) => [location, bytesIn(location)]);
  return texts.flatMap((text) => urlOf(text, base)?.href ?? []);
}

/** Several headers of one name arrive joined by a comma and a space; a URL does not hold a space. */
function onlyOf(location: string): string | undefined {
  const [first, ...others] = new Set(location.split(/, (?=(?:https?:)?\/)/i));
  return others.length === 0 ? first : undefined;
}

/** `fetch` returns each byte of a header as a character. A URL keeps the bytes beyond ASCII, whatever they mean (RFC 3986 §2.5). */
const bytesIn = (header: string): string =>
  /[^\0-\xff]/.test(header) ? header : header.replace(/[\x80-\xff]/g, escaped);

const escaped = (byte: string): string => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`;
