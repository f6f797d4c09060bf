/**
 * The readings of a URL (docs/dialects.md): as it is requested and as it is written. Rules allow a URL only if they allow all of them.
 */

import { bytesOfText, textOfBytes } from "../../base/byte-text.ts";
import { urlOf } from "../../base/url.ts";
import { textAt } from "../reader/text.ts";
import { escapeOf } from "./canonical.ts";
import { type DecisionCode, isAllowedBy, NOT_A_URL } from "./engine.ts";

/**
 * A plain host, because dialects differ on hosts such as `x;y.example`. It cannot be left out, because google/robotstxt takes
 * a path that starts with `//` for a host.
 */
export const HOST: string = "http://host";

/** The scheme, slashes and authority in every spelling that URL parsers accept. */
export const AUTHORITY: RegExp = /^[\0- ]*[a-z][-+.a-z0-9\t\n\r]*:[/\\\t\n\r]*[^/\\?#]*/i;

/** A text in one of its readings. */
type Reading = string | Uint8Array;

/** The decision for a text by those for its readings: the first that refuses, or else the first. */
export function decideBy(text: string | Uint8Array, decide: (reading: Reading) => DecisionCode): DecisionCode {
  const decisions = readingsOf(text).map(decide);
  return decisions.find((decision) => !isAllowedBy(decision)) ?? decisions[0] ?? NOT_A_URL;
}

/** The reading that decides: the first that is refused, or else the first; undefined without readings. */
export function decidingReadingOf(
  text: string | Uint8Array,
  decide: (reading: Reading) => DecisionCode,
): Reading | undefined {
  const readings = readingsOf(text);
  return readings.find((reading) => !isAllowedBy(decide(reading))) ?? readings[0];
}

/**
 * What may be requested for a text, and then the text as it is written. A text that is neither an absolute URL nor a path is what the dialect
 * takes it for; but what has a scheme and is refused by URL parsers has no readings.
 */
export function readingsOf(text: string | Uint8Array): readonly (string | Uint8Array)[] {
  const requests = requestsFor(text);
  if (requests.length > 0) return [...new Set([...requests, ...writtenIn(text)])];
  const given = textOfReading(text);
  return AUTHORITY.test(given) && urlOf(given) === undefined ? [] : [text];
}

const textOfReading = (text: string | Uint8Array): string => (typeof text === "string" ? text : textAt(text, 0));

/** `fetch` requests U+FFFD for bytes that are not UTF-8, and other programs their escapes. */
const requestsFor = (text: string | Uint8Array): readonly string[] =>
  typeof text === "string"
    ? requestsOf(text)
    : [...requestsOf(textAt(text, 0)), ...requestsOf(textOfBytes(text).replace(/[^\0-\x7f]/g, escapeOf))];

/**
 * What programs request for an absolute URL or a path. Node.js escapes `^` in paths, as the URL Standard does, from 24.21 on. Browsers request
 * an empty query, `/x?`, and Node's `fetch` requests `/x` instead.
 */
function requestsOf(text: string): readonly string[] {
  const url = urlOf(absolute(text));
  if (!url?.host) return [];
  const queries = /^[^?#]*\?(#|$)/.test(url.href) ? ["", "?"] : [url.search];
  const paths = new Set([url.pathname.replaceAll("^", "%5E"), url.pathname]);
  return [...paths].flatMap((path) => queries.map((query) => HOST + path + query));
}

const absolute = (text: string): string => (text.startsWith("/") ? HOST + text : text);

/** The text behind a plain host; nothing if a backslash stands where the path starts, because no rule has such a path. */
function writtenIn(text: string | Uint8Array): readonly (string | Uint8Array)[] {
  const isText = typeof text === "string";
  const written = absolute(isText ? text : textOfBytes(text)).replace(AUTHORITY, HOST);
  if (written[HOST.length] === "\\") return [];
  return [isText ? written : bytesOfText(written)];
}

/** What may be requested for the URL, if it is not what the URL says. */
export function requestsUnlike(text: string | Uint8Array): readonly string[] {
  const written = absolute(textOfReading(text)).replace(AUTHORITY, HOST).replace(/#.*/s, "");
  const said = written.replace(/^(http:..host)(?=\?|$)/, "$1/");
  return [...new Set(requestsFor(text))].filter((request) => request !== said);
}

export const pathOfReading = (reading: string): string => reading.slice(HOST.length);
