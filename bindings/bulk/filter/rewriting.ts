/**
 * URL parsers rewrite some paths: they resolve `/x/../y`, take a backslash for a slash, and remove tabs, CR, and white space
 * at the end (URL Standard, 4.4). `fetch` would then request another path than the line spells.
 */
import { CR, LF, PERCENT, SLASH, SPACE } from "../../core/constants.ts";
import { urlOf } from "../../core/robots/url.ts";
import type { AgentRules, Explanation } from "../../index.ts";

const DOT = 46;
const BACKSLASH = 92;

/** Bytes that may begin a rewriting, and LF. */
const isMark: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte <= SPACE || byte === BACKSLASH || byte === DOT || byte === PERCENT ? 1 : 0,
);

/** The first byte in a line that URL parsers may rewrite; if there is none, the negated byte after the LF. */
export function rewritingAt(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at++) {
    if (isMark[bytes[at]!] === 0) continue;
    if (bytes[at] === LF) return -(at + 1);
    if (isRewritten(bytes, at)) return at;
  }
}

/** Every space and control counts, because the ones at the end are removed. */
function isRewritten(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at]!;
  if (byte === DOT || byte === PERCENT) return bytes[at - 1] === SLASH && isDot(bytes, at);
  return byte !== CR || bytes[at + 1] !== LF;
}

/** A dot, or its escape `%2e`. */
const isDot = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === DOT || (bytes[at + 1] === 50 && (bytes[at + 2]! | 32) === 101);

/** The verdict on a line that URL parsers may rewrite: refused if the rules refuse what it spells or what they make of it. */
export function strictestOf(rules: AgentRules, line: Uint8Array): Explanation {
  const spelled = rules.explain(line);
  if (!spelled.allowed) return spelled;
  const url = urlOf(Buffer.from(line.buffer, line.byteOffset, line.length).toString("utf8"));
  return rules.explain(url ?? "");
}
