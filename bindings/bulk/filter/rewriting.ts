/**
 * Finds lines that have other readings than the one they spell (readings.ts of the core). URL parsers resolve `/x/../y`, take
 * a backslash for a slash, remove tabs, CR, and white space at the end, and escape bytes (URL Standard, 4.4). Node's `fetch`
 * also leaves out an empty query. A line that is found without need is decided more slowly, but not otherwise.
 */
import { CR, HASH, LF, PERCENT, QUESTION, SLASH, SPACE } from "../../base/characters.ts";
import type { AgentRules, Explanation } from "../../core/index.ts";
import { decidingReading, readingsOfUrl } from "../../core/parsing.ts";

const DOT = 46;
const DELETE = 127;

/** What URL parsers do to a byte: escape it in paths or in queries, or something that depends on its neighbours. */
const ESCAPED_IN_PATH = 1;
const ESCAPED_IN_QUERY = 2;
const DEPENDS = 4;
/** Takes the place of a slash in paths. */
const BACKSLASH_MARK = 8;

const isOneOf = (byte: number, characters: string): boolean => characters.includes(String.fromCharCode(byte));

/** The percent-encode sets of the URL Standard (1.3) for paths and for queries of http URLs. */
const marks: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte <= SPACE || isOneOf(byte, ".%?")) return DEPENDS;
  if (byte >= DELETE || isOneOf(byte, '"<>')) return ESCAPED_IN_PATH | ESCAPED_IN_QUERY;
  if (isOneOf(byte, "'")) return ESCAPED_IN_QUERY;
  if (isOneOf(byte, "\\")) return BACKSLASH_MARK;
  return isOneOf(byte, "^`{}") ? ESCAPED_IN_PATH : 0;
});

/** The first byte in a line that URL parsers may rewrite; if they keep the line, the negated byte after the LF. */
export function rewritingAt(bytes: Uint8Array, from: number): number {
  let part = ESCAPED_IN_PATH | BACKSLASH_MARK;
  for (let at = from; ; at++) {
    let byte = bytes[at]!;
    while (marks[byte] === 0) byte = bytes[++at]!;
    if (byte === LF) return -(at + 1);
    if (byte === QUESTION) part = ESCAPED_IN_QUERY;
    const mark = marks[byte]!;
    if (mark === DEPENDS ? isRewritten(bytes, at, byte) : (mark & part) !== 0) return at;
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

/** The verdict on a line that has several readings: the rules have to allow all of them. */
export function strictestOf(rules: AgentRules, line: Uint8Array): Explanation {
  const readings = readingsOfUrl(line);
  if (readings.length === 0) return { allowed: false, reason: "not-a-url", dialect: rules.dialect };
  return rules.explain(decidingReading(rules, readings));
}
