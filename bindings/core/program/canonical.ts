/**
 * The TypeScript fallback's reading of URLs: where the path of a URL starts (as google/robotstxt finds it), and the
 * canonical form of paths and patterns (RFC 9309 §2.2.2). Byte by byte and written to be read.
 */

import { has } from "../../base/byte-set.ts";
import { COLON, HASH, NUL, PERCENT, QUESTION, SEMICOLON, SLASH, STAR, WILDCARD } from "../../base/characters.ts";
import type { Dialect } from "../dialects.ts";
import { PATTERN_UPPER_CASE, URL_NUL_ENDS, URL_SKIPS_SLASHES, URL_UPPER_CASE, WILDCARDS } from "../layout.ts";

const HEX = "0123456789ABCDEF";
const hexDigit = (byte: number | undefined): number =>
  byte === undefined ? -1 : HEX.indexOf(String.fromCharCode(byte).toUpperCase());

const escapeOf = (byte: number): number[] => [PERCENT, HEX.charCodeAt(byte >> 4), HEX.charCodeAt(byte & 15)];

export interface Canonical {
  readonly bytes: Uint8Array;
  /** Whether an escape was kept that equals its byte in a query, so that there is a second reading. */
  readonly keptQueryEscape: boolean;
}

/** The form of a pattern or of the path of a URL. `decodesQuery` selects the second reading. */
export function canonicalise(
  text: Uint8Array,
  dialect: Dialect,
  of: "pattern" | "url",
  decodesQuery: boolean,
): Canonical {
  const form = dialect[of];
  const upperCase = dialect.flags & (of === "pattern" ? PATTERN_UPPER_CASE : URL_UPPER_CASE);
  const wildcards = of === "pattern" && dialect.flags & WILDCARDS;
  const bytes: number[] = [];
  let inQuery = false;
  let keptQueryEscape = false;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]!;
    const decoded = byte === PERCENT ? decodedAt(text, at) : -1;
    if (decoded >= 0) {
      const equalInQuery = inQuery && has(form.decodeInQuery, decoded);
      const kept = upperCase ? escapeOf(decoded) : [...text.subarray(at, at + 3)];
      const decodes = has(form.decode, decoded) || (equalInQuery && decodesQuery);
      bytes.push(...(decodes ? [decoded] : kept));
      if (equalInQuery && !decodes) keptQueryEscape = true;
      at += 2;
    } else if (has(form.encode, byte)) bytes.push(...escapeOf(byte));
    else bytes.push(wildcards && byte === STAR ? WILDCARD : byte);
    if (byte === QUESTION) inQuery = true;
  }
  return { bytes: Uint8Array.from(bytes), keptQueryEscape };
}

function decodedAt(text: Uint8Array, at: number): number {
  const [high, low] = [hexDigit(text[at + 1]), hexDigit(text[at + 2])];
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

const URL_START = /^(\/|[a-z][a-z\d+.-]*:\/\/[^/?;#])/i;

/** Whether the text is a path, or an absolute URL with a host: `SCHEME://H`, with SCHEME as in RFC 3986 §3.1. */
export const isUrl = (url: Uint8Array): boolean => URL_START.test(decoder.decode(url));

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The path of a URL with its query, not canonicalised, in a dialect with these flags. */
export function pathOf(url: Uint8Array, flags: number): Uint8Array {
  const start = pathStart(url, flags & URL_SKIPS_SLASHES && hasSlashesAt(url, 0) ? 2 : 0);
  const ends = flags & URL_NUL_ENDS ? [HASH, NUL] : [HASH];
  const path = url.subarray(start, findAny(url, start, ends));
  return path[0] === SLASH ? path : Uint8Array.of(SLASH, ...path);
}

/** The first delimiter after `SCHEME://`, or after `from` without a scheme. */
function pathStart(url: Uint8Array, from: number): number {
  const first = findAny(url, from, DELIMITERS);
  return url[first - 1] === COLON && hasSlashesAt(url, first) ? findAny(url, first + 2, DELIMITERS) : first;
}

const DELIMITERS = [SLASH, QUESTION, SEMICOLON, HASH];

const hasSlashesAt = (url: Uint8Array, at: number): boolean => url[at] === SLASH && url[at + 1] === SLASH;

/** The first of these bytes from `from` on, or the end. */
function findAny(url: Uint8Array, from: number, bytes: readonly number[]): number {
  let at = from;
  while (at < url.length && !bytes.includes(url[at]!)) at++;
  return at;
}
