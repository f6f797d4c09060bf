/**
 * The TypeScript fallback's reading of URLs: where the path of a URL starts (as google/robotstxt finds it), and the
 * canonical form of paths and patterns (RFC 9309 §2.2.2). All texts have one character for each byte (../../base/byte-text.ts).
 */

import { has } from "../../base/byte-set.ts";
import type { Dialect } from "../dialects.ts";
import { PATTERN_UPPER_CASE, URL_NUL_ENDS, URL_SKIPS_SLASHES, URL_UPPER_CASE, WILDCARDS } from "../layout.ts";

/** @param byte one character */
export const escapeOf = (byte: string): string => `%${(256 + byte.charCodeAt(0)).toString(16).slice(1).toUpperCase()}`;

/**
 * The form of a pattern or of the path of a URL; a wildcard is NUL. `decodesQuery` selects the second reading, in which escapes in the
 * query equal their bytes.
 */
export function canonicalise(text: string, dialect: Dialect, of: "pattern" | "url", decodesQuery = false): string {
  const form = dialect[of];
  const upperCase = dialect.flags & (of === "pattern" ? PATTERN_UPPER_CASE : URL_UPPER_CASE);
  const wildcards = of === "pattern" && dialect.flags & WILDCARDS;
  let inQuery = false;
  return text.replace(/%([\da-f]{2})|[^\w/.-]/gi, (written: string, digits?: string) => {
    if (digits === undefined) {
      inQuery ||= written === "?";
      if (has(form.encode, written.charCodeAt(0))) return escapeOf(written);
      return wildcards && written === "*" ? "\0" : written;
    }
    const byte = Number.parseInt(digits, 16);
    const decodes = has(form.decode, byte) || (decodesQuery && inQuery && has(form.decodeInQuery, byte));
    if (decodes) return String.fromCharCode(byte);
    return upperCase ? written.toUpperCase() : written;
  });
}

/** Whether the text is a path, or an absolute URL with a host: `SCHEME://H`, with SCHEME as in RFC 3986 §3.1. */
export const isUrl = (url: string): boolean => /^(\/|[a-z][a-z\d+.-]*:\/\/[^/?;#])/i.test(url);

/** The path of a URL with its query, not canonicalised, in a dialect with these flags: from the first delimiter after `SCHEME://`. */
export function pathOf(url: string, flags: number): string {
  const start = flags & URL_SKIPS_SLASHES ? /^(\/\/)?([^/?;#]*:\/\/)?[^/?;#]*/ : /^([^/?;#]*:\/\/)?[^/?;#]*/;
  const [path] = url.replace(start, "").split(flags & URL_NUL_ENDS ? /[#\0]/ : "#");
  return path!.startsWith("/") ? path! : `/${path}`;
}
