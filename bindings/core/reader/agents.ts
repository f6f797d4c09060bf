/**
 * Tests whether a user-agent line names a crawler. Product tokens are compared without case (RFC 9309 §2.2.1), on bytes
 * and without creating strings, because hostile files name thirty thousand agents.
 */
import { has } from "../../base/byte-set.ts";
import { textOfBytes } from "../../base/byte-text.ts";
import { CR, SLASH, SPACE, STAR, TAB } from "../../base/characters.ts";
import { endOfFirst } from "../../base/find.ts";
import { bytesOf } from "../../base/utf8.ts";
import { type Dialect, tokens } from "../dialects.ts";
import {
  CUTS_CALLER,
  CUTS_TOKEN,
  CUTS_VERSION,
  EMPTY_MATCHES,
  STAR_WITH_TEXT,
  TOKEN_CONTAINS,
  TOKEN_IS_CONTAINED,
} from "../layout.ts";

/** Returns whether a user-agent line with the value [start, end) of `bytes` selects its group. */
export type AgentTest = (bytes: Uint8Array, start: number, end: number) => boolean;

/** ASCII letters in lower case, and every other byte as it is. */
export const lower = (byte: number): number => (byte >= 65 && byte <= 90 ? byte | 0x20 : byte);

const isWhiteSpace = (byte: number): boolean => byte === SPACE || (byte >= TAB && byte <= CR);

/** Tests for the line that applies to every crawler. */
export function isStarFor({ flags }: Dialect): AgentTest {
  return (bytes, start, end) =>
    bytes[start] === STAR &&
    (end === start + 1 || ((flags & STAR_WITH_TEXT) !== 0 && end > start && isWhiteSpace(bytes[start + 1]!)));
}

export function namesAgent(agent: string, dialect: Dialect): AgentTest {
  const token = callerToken(agent, dialect);
  const isStar = isStarFor(dialect);
  if (token.length === 0 && !(dialect.flags & EMPTY_MATCHES)) return () => false;
  return (bytes, start, end) =>
    !isStar(bytes, start, end) &&
    isMeant(bytes.subarray(start, endOfName(bytes, start, end, dialect)), token, dialect.flags);
}

/** The product token of the caller in lower case, cut as the dialect cuts it. */
export function callerToken(
  agent: string,
  dialect: Dialect,
  isCut: boolean = (dialect.flags & CUTS_CALLER) !== 0,
): Uint8Array {
  const bytes = bytesOf(agent).map(lower);
  return isCut ? bytes.subarray(0, endOfToken(bytes, 0, bytes.length, dialect)) : bytes;
}

/** The product token of the crawler that a user-agent line means; `*` for a line without a token. */
export function tokenNamedBy(line: string, dialect: Dialect): string {
  const { length } = callerToken(line, dialect, true);
  return line.slice(0, length) || "*";
}

function endOfToken(bytes: Uint8Array, start: number, end: number, { token }: Dialect): number {
  const inToken = tokens[token];
  let at = start;
  while (at < end && has(inToken, bytes[at]!)) at++;
  return at;
}

/** The end of the name on a line: the end of its token, the start of its version, or the end of the line. */
function endOfName(bytes: Uint8Array, start: number, end: number, dialect: Dialect): number {
  if (dialect.flags & CUTS_TOKEN) return endOfToken(bytes, start, end, dialect);
  if (!(dialect.flags & CUTS_VERSION)) return end;
  let at = start;
  while (at < end && bytes[at] !== SLASH) at++;
  return at;
}

/** Compares the name on a line with the caller's token. */
function isMeant(name: Uint8Array, token: Uint8Array, flags: number): boolean {
  if (!(flags & TOKEN_CONTAINS) && name.length !== token.length) return false;
  if (!(flags & TOKEN_IS_CONTAINED)) return contains(name, token);
  // Every token contains the empty name, so an empty name must match none.
  return name.length > 0 && (contains(name, token) || contains(token, name));
}

const contains = (text: Uint8Array, part: Uint8Array): boolean =>
  part.length <= text.length && (part.length === 0 || endOfFirst(lowerText(part), lowerText(text), 0) >= 0);

const lowerText = (bytes: Uint8Array): string => textOfBytes(bytes.map(lower));
