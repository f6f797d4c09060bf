/**
 * Tests whether a user-agent line names a crawler. Product tokens are compared without case (RFC 9309 §2.2.1), on bytes
 * and without creating strings, because hostile files name thirty thousand agents.
 */
import { type ByteSet, bytesIn, has } from "../../base/byte-set.ts";
import { CR, SLASH, SPACE, STAR, TAB } from "../../base/characters.ts";
import { bytesOf } from "../../base/utf8.ts";
import type { AgentMatching } from "../dialects.ts";

/** Returns whether a user-agent line with the value [start, end) of `bytes` selects its group. */
export type AgentTest = (bytes: Uint8Array, start: number, end: number) => boolean;

/** ASCII letters in lower case, and every other byte as it is. */
const lower = (byte: number): number => (byte >= 65 && byte <= 90 ? byte | 0x20 : byte);

const tokenBytes: Readonly<Record<AgentMatching["token"], ByteSet>> = {
  strict: bytesIn("AZaz__--"),
  extended: bytesIn("AZaz__--09.."),
  rfc1945: bytesIn("AZaz__--09..!!#'*+^^``||~~"),
};

const isWhiteSpace = (byte: number): boolean => byte === SPACE || (byte >= TAB && byte <= CR);

/** Tests for the line that applies to every crawler. */
export function isStarFor(matching: AgentMatching): AgentTest {
  return (bytes, start, end) =>
    bytes[start] === STAR &&
    (end === start + 1 || (matching.starWithText && end > start && isWhiteSpace(bytes[start + 1]!)));
}

/** Tests for lines that name `agent`. */
export function namesAgent(agent: string, matching: AgentMatching): AgentTest {
  const token = callerToken(agent, matching);
  const isStar = isStarFor(matching);
  if (token.length === 0 && !matching.emptyMatches) return () => false;
  const test = tests[matching.match];
  return (bytes, start, end) =>
    !isStar(bytes, start, end) && test(bytes.subarray(start, endOfName(bytes, start, end, matching)), token);
}

/** The product token of the caller in lower case, cut as the dialect cuts it. */
export function callerToken(agent: string, matching: AgentMatching): Uint8Array {
  const bytes = bytesOf(agent).map(lower);
  return matching.cutsCaller ? bytes.subarray(0, endOfToken(bytes, 0, bytes.length, matching)) : bytes;
}

/** The bytes that can stand in a product token. */
export const tokenBytesOf = ({ token }: AgentMatching): ByteSet => tokenBytes[token];

function endOfToken(bytes: Uint8Array, start: number, end: number, matching: AgentMatching): number {
  const inToken = tokenBytesOf(matching);
  let at = start;
  while (at < end && has(inToken, bytes[at]!)) at++;
  return at;
}

/** The end of the name on a line: the end of its token, the start of its version, or the end of the line. */
function endOfName(bytes: Uint8Array, start: number, end: number, matching: AgentMatching): number {
  if (matching.cutsToken) return endOfToken(bytes, start, end, matching);
  if (!matching.cutsVersion) return end;
  let at = start;
  while (at < end && bytes[at] !== SLASH) at++;
  return at;
}

/** Compares the name on a line with the caller's token. */
type NameTest = (name: Uint8Array, token: Uint8Array) => boolean;

const tests: Record<AgentMatching["match"], NameTest> = {
  equal: (name, token) => name.length === token.length && equalAt(name, 0, token),
  contains,
  // Every token contains the empty name, so an empty name must match none.
  either: (name, token) => name.length > 0 && (contains(name, token) || contains(token, name)),
};

function contains(text: Uint8Array, part: Uint8Array): boolean {
  for (let at = 0; at + part.length <= text.length; at++) if (equalAt(text, at, part)) return true;
  return false;
}

function equalAt(text: Uint8Array, at: number, part: Uint8Array): boolean {
  for (let i = 0; i < part.length; i++) if (lower(text[at + i]!) !== lower(part[i]!)) return false;
  return true;
}
