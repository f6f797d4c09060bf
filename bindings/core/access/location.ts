/** Where a redirect leads (RFC 9110 §10.2.2). Only http: and https: targets are followed. */
import { urlOf } from "../../base/url.ts";

/** @returns undefined without a Location, and for one that is not a URL to follow or names several. */
export function targetOf(base: string, location: string | undefined): string | undefined {
  const one = location === undefined ? undefined : onlyOf(location);
  const target = one === undefined ? undefined : urlOf(utf8Of(one), base);
  if (target === undefined) return undefined;
  target.hash = "";
  return ["http:", "https:"].includes(target.protocol) ? target.href : undefined;
}

/** Every URL that somebody might follow, who reads bytes or several headers in another way. */
export function possibleTargets(base: string, locations: readonly string[]): string[] {
  const texts = [...locations, locations.join(", ")].flatMap((location) => [location, utf8Of(location)]);
  return texts.flatMap((text) => urlOf(text, base)?.href ?? []);
}

/** Several headers of one name arrive joined by a comma and a space; a URL does not hold a space. */
function onlyOf(location: string): string | undefined {
  const [first, ...others] = new Set(location.split(/, (?=(?:https?:)?\/)/i));
  return others.length === 0 ? first : undefined;
}

/** `fetch` returns each byte of a header as a character. Bytes that are UTF-8 are read as UTF-8, as browsers do. */
function utf8Of(header: string): string {
  if (/[^\0-\xff]/.test(header)) return header;
  try {
    const bytes = Uint8Array.from(header, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return header;
  }
}
