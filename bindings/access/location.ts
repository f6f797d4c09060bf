/** Where a redirect leads (RFC 9110 §10.2.2): to http and https alone. */
import { urlOf } from "../core/robots/url.ts";

/** Undefined without a Location, or for one that leads nowhere, or to several places. */
export function targetOf(base: string, location: string | undefined): string | undefined {
  const one = location === undefined ? undefined : onlyOf(location);
  const target = one === undefined ? undefined : urlOf(utf8Of(one), base);
  if (target === undefined) return undefined;
  target.hash = "";
  return ["http:", "https:"].includes(target.protocol) ? target.href : undefined;
}

/** Headers of one name come joined by a comma and a space, which no URL holds. */
function onlyOf(location: string): string | undefined {
  const [first, ...others] = new Set(location.split(/, (?=(?:https?:)?\/)/i));
  return others.length === 0 ? first : undefined;
}

/** `fetch` gives a header's bytes as characters; where they are UTF-8, a Location is read as such, as browsers and `fetch` itself do. */
function utf8Of(header: string): string {
  if (/[^\0-\xff]/.test(header)) return header;
  try {
    const bytes = Uint8Array.from(header, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return header;
  }
}
