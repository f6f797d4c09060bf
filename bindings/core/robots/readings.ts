/**
 * The readings of a URL that somebody will fetch: as it is requested and as it is written. Whatever fetches, or selects for
 * fetching, needs the rules to allow all of them. docs/dialects.md lists the readings.
 */

import { urlOf } from "../../base/url.ts";
import { bytesOf } from "../../base/utf8.ts";
import { textAt } from "../reader/text.ts";
import type { AgentRules, UrlLike } from "./agent-rules.ts";

/** A text or bytes that every dialect reads as the same path and query. */
export type Reading = string | Uint8Array;

/**
 * A plain host, because dialects differ on hosts such as `x;y.example`. It cannot be left out, because google/robotstxt takes
 * a path that starts with `//` for a host.
 */
const HOST = "http://host";

/** The scheme, slashes and authority in every spelling that URL parsers accept. */
const AUTHORITY = /^[\0- ]*[a-z][-+.a-z0-9\t\n\r]*:[/\\\t\n\r]*[^/\\?#]*/i;

/** What `fetch` requests for the URL: one reading, unless programs differ (see `pathsOf` and `queriesOf`). */
function requestsOf(url: URL): readonly string[] {
  const { pathname, search, href } = url;
  if (!pathname.includes("^") && (search !== "" || !href.includes("?"))) return [HOST + pathname + search];
  const queries = queriesOf(url);
  return pathsOf(url).flatMap((path) => queries.map((query) => HOST + path + query));
}

/** The URL Standard escapes `^` in paths; Node.js does so from 24.21 on. */
const pathsOf = ({ pathname }: URL): readonly string[] =>
  pathname.includes("^") ? [pathname.replaceAll("^", "%5E"), pathname] : [pathname];

/** Browsers request an empty query, `/x?`, and Node's `fetch` requests `/x` instead. */
const queriesOf = ({ search, href }: URL): readonly string[] =>
  search === "" && /^[^?#]*\?(?:#|$)/.test(href) ? ["", "?"] : [search];

/** The readings of a parsed URL: first what is requested, then the text that it was parsed from. */
export function readingsOf(url: URL, text: string): readonly string[] {
  const requests = requestsOf(url);
  if (text === url.href) return requests;
  const written = writtenIn(text);
  return written === undefined || requests.includes(written) ? requests : [...requests, written];
}

/** Undefined if a backslash stands where the path starts: no rule has such a path. */
function writtenIn(text: string): string | undefined {
  const path = pathIn(text);
  return path.startsWith("\\") ? undefined : HOST + path;
}

/** The path and query as they are written; without a path, the root. */
function pathIn(text: string): string {
  const path = (text.startsWith("/") ? text : text.replace(AUTHORITY, "")).split("#", 1)[0]!;
  return path === "" || path.startsWith("?") ? `/${path}` : path;
}

/** The readings of an absolute URL or a path; none if it is neither. A `URL` object has lost the text it was parsed from. */
export function readingsOfUrl(url: UrlLike): readonly Reading[] {
  const text = typeof url === "string" ? url : url instanceof URL ? url.href : textAt(url, 0);
  const parsed = url instanceof URL ? url : urlOf(text.startsWith("/") ? HOST + text : text);
  if (parsed === undefined || parsed.host === "") return [];
  if (!(url instanceof Uint8Array) || isExact(text, url)) return readingsOf(parsed, text);
  return [...requestsOf(parsed), ...requestsOf(new URL(HOST + pathIn(escapedText(url)))), url];
}

/** What may be requested for the URL, if it is not what the URL says. */
export function requestsUnlike(url: UrlLike): readonly string[] {
  const written = typeof url === "string" ? writtenIn(url) : url instanceof Uint8Array ? writtenIn(textAt(url, 0)) : "";
  return readingsOfUrl(url).filter((reading) => typeof reading === "string" && reading !== written) as string[];
}

/** The path and query of a reading. */
export const pathOfReading = (reading: string): string => reading.slice(HOST.length);

/** Whether the text is the bytes: `fetch` requests U+FFFD for bytes that are not UTF-8, other programs their escapes. */
function isExact(text: string, bytes: Uint8Array): boolean {
  if (!text.includes("\ufffd")) return true;
  const encoded = bytesOf(text);
  return encoded.length === bytes.length && encoded.every((byte, i) => byte === bytes[i]);
}

const escapedText = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`)).join(
    "",
  );

/** The reading of a URL that decides; the URL if it is neither absolute nor a path, because the dialect decides it as it is. */
export function decidingReadingOf(rules: AgentRules, url: UrlLike): UrlLike {
  const readings = readingsOfUrl(url);
  return readings.length === 0 ? url : decidingReading(rules, readings);
}

/** The reading that decides: the first that is refused, or the first if all are allowed. */
export function decidingReading<T extends Reading>(rules: AgentRules, readings: readonly T[]): T {
  if (readings.length === 1) return readings[0]!;
  return readings.find((reading) => !rules.isAllowed(reading)) ?? readings[0]!;
}
