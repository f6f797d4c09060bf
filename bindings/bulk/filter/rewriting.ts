/**
 * Finds lines for which `fetch` requests another path than they spell. URL parsers resolve `/x/../y`, take a backslash for a
 * slash, and remove tabs, CR, and white space at the end (URL Standard, 4.4). Node's `fetch` also leaves out an empty query.
 */
import { CR, HASH, LF, PERCENT, QUESTION, SLASH, SPACE } from "../../core/constants.ts";
import { urlOf } from "../../core/robots/url.ts";
import type { AgentRules, Explanation } from "../../index.ts";

const DOT = 46;
const BACKSLASH = 92;

/** Bytes that may begin a rewriting, and LF. */
const isMark: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte <= SPACE || byte === BACKSLASH || [DOT, PERCENT, QUESTION].includes(byte) ? 1 : 0,
);

/** The first byte in a line that URL parsers may rewrite; if they keep the line, the negated byte after the LF. */
export function rewritingAt(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at++) {
    let byte = bytes[at]!;
    while (isMark[byte] === 0) byte = bytes[++at]!;
    if (byte === LF) return -(at + 1);
    if (isRewritten(bytes, at, byte)) return at;
  }
}

/** Every space and control counts, because the ones at the end are removed. */
function isRewritten(bytes: Uint8Array, at: number, byte: number): boolean {
  if (byte === DOT) return bytes[at - 1] === SLASH;
  // The escape of a dot, `%2e`.
  if (byte === PERCENT) return bytes[at - 1] === SLASH && bytes[at + 1] === 50 && (bytes[at + 2]! | 32) === 101;
  if (byte === QUESTION) return bytes[at + 1] === HASH || isEnd(bytes, at + 1);
  return !isEnd(bytes, at);
}

const isEnd = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] === LF);

/** The verdict on a line that URL parsers may rewrite: the rules have to allow what it spells and what may be requested. */
export function strictestOf(rules: AgentRules, line: Uint8Array): Explanation {
  const url = urlOf(Buffer.from(line.buffer, line.byteOffset, line.length).toString("utf8"));
  const readings = url === undefined ? [""] : [line, url, `${url.origin}${url.pathname}${url.search}`];
  const explanations = readings.map((reading) => rules.explain(reading));
  return explanations.find(({ allowed }) => !allowed) ?? explanations[0]!;
}
