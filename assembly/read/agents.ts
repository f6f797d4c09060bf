/**
 * Whether a user-agent line is meant for a crawler: product tokens compared without case (RFC 9309 §2.2.1), as
 * bindings/core/reader/agents.ts does it.
 */
import { CR, SLASH, SPACE, STAR, TAB } from "../bytes/characters";
import {
  BYTE_IS_TOKEN,
  CUTS_TOKEN,
  CUTS_VERSION,
  DIALECT_FLAGS_AT,
  FAILURE,
  STAR_WITH_TEXT,
  TOKEN_CONTAINS,
  TOKEN_IS_CONTAINED,
} from "../bytes/layout";
import { countTurn } from "../bytes/steps";

/** Whether the line [start, end) is `*`, the group of every crawler. */
export function isStar(start: usize, end: usize, dialectAt: usize): bool {
  if (start == end || load<u8>(start) != STAR) return false;
  if (end == start + 1) return true;
  return (load<u32>(dialectAt, DIALECT_FLAGS_AT) & STAR_WITH_TEXT) != 0 && isWhiteSpace(load<u8>(start, 1));
}

function isWhiteSpace(byte: u8): bool {
  return byte == SPACE || (byte >= TAB && byte <= CR);
}

/** Whether the line [start, end), which is not `*`, names the crawler with the product token [token, tokenEnd). */
export function namesAgent(start: usize, end: usize, token: usize, tokenEnd: usize, dialectAt: usize): bool {
  const flags = load<u32>(dialectAt, DIALECT_FLAGS_AT);
  // Most names differ from the token in their first letter already.
  if ((flags & TOKEN_CONTAINS) == 0 && token < tokenEnd && lower(load<u8>(start)) != lower(load<u8>(token)))
    return false;
  const length = endOfName(start, end, flags, dialectAt) - start;
  const tokenLength = tokenEnd - token;
  if ((flags & TOKEN_CONTAINS) == 0 && length != tokenLength) return false;
  if ((flags & TOKEN_IS_CONTAINED) == 0) return contains(start, length, token, tokenLength);
  // Every token contains the empty name, so an empty name must match none.
  return length != 0 && (contains(start, length, token, tokenLength) || contains(token, tokenLength, start, length));
}

/** The end of the name on a line: the end of its token, the start of its version, or the end of the line. */
function endOfName(start: usize, end: usize, flags: u32, dialectAt: usize): usize {
  if ((flags & CUTS_TOKEN) != 0) {
    for (; start < end && (load<u8>(dialectAt + load<u8>(start)) & BYTE_IS_TOKEN) != 0; start++) countTurn();
    return start;
  }
  if ((flags & CUTS_VERSION) == 0) return end;
  for (; start < end && load<u8>(start) != SLASH; start++) countTurn();
  return start;
}

/**
 * Whether the text contains the part, without regard to case, in time linear in both (Knuth, Morris, Pratt): lines of a hostile file
 * and tokens of a caller can be long. FAILURE has room, because hosts pass no longer token than MAX_PATTERN_BYTES.
 */
function contains(text: usize, length: usize, part: usize, partLength: usize): bool {
  if (partLength == 0) return true;
  if (partLength > length) return false;
  store<u16>(FAILURE, 0);
  let matched: usize = 0;
  for (let i: usize = 1; i < partLength; i++) {
    matched = advance(matched, lower(load<u8>(part + i)), part);
    store<u16>(FAILURE + (i << 1), <u16>matched);
  }
  matched = 0;
  for (let i: usize = 0; i < length && matched < partLength; i++)
    matched = advance(matched, lower(load<u8>(text + i)), part);
  return matched == partLength;
}

/** The length of the beginning of the part that ends with `byte`, if one of the length `matched` stands before it. */
function advance(matched: usize, byte: u8, part: usize): usize {
  countTurn();
  while (matched > 0 && lower(load<u8>(part + matched)) != byte) {
    countTurn();
    matched = load<u16>(FAILURE + ((matched - 1) << 1));
  }
  return matched + <usize>(lower(load<u8>(part + matched)) == byte);
}

function lower(byte: u8): u8 {
  return <u8>(byte - 65) < 26 ? byte | 0x20 : byte;
}
