/**
 * The caller's product tokens, one on each line. `writeTokens` writes them as groups.ts reads them; the TypeScript side is
 * bindings/core/engine/tokens.ts.
 */
import { COLON, LF, SEMICOLON, SLASH, SPACE } from "../bytes/characters";
import { ANY_AGENT, BYTE_IS_TOKEN, CUTS_CALLER, DIALECT_BYTES, DIALECTS, EMPTY_MATCHES } from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { hasFlag } from "./known-dialects";

const LENGTH_BYTES: usize = 4;
/** MAX_PATTERN_BYTES: FAILURE has room for each token (read/agents.ts). */
const MAX_AGENTS_BYTES: usize = 24_576;
const PARENTHESIS: u8 = 40;

/** Bytes that the tokens take at most. */
export function tokensBytes(agentsBytes: usize): usize {
  return agentsBytes + (agentsBytes + 1) * LENGTH_BYTES;
}

/** Whether no line is blank, a User-Agent header or a URL, which name no crawler; some dialects take any text. False if too long. */
export function areTokens(from: usize, end: usize, dialect: u32): bool {
  if (end - from > MAX_AGENTS_BYTES) return false;
  if (hasFlag(dialect, ANY_AGENT)) return true;
  let isBlank = true;
  for (; from < end; from++) {
    countTurn();
    const byte = load<u8>(from);
    if (byte == SEMICOLON || byte == PARENTHESIS || (byte == LF && isBlank)) return false;
    if (byte == COLON && end - from > 2 && load<u8>(from, 1) == SLASH && load<u8>(from, 2) == SLASH) return false;
    isBlank = byte == LF || (isBlank && byte <= SPACE);
  }
  return !isBlank;
}

/** Writes the tokens of [from, end) at `to` and returns their length. Tokens that cannot name anyone are left out. */
export function writeTokens(from: usize, end: usize, to: usize, dialect: u32): usize {
  let at = to;
  for (let start = from; start <= end; ) {
    const tokenEnd = writeToken(start, end, at + LENGTH_BYTES, dialect);
    const length = tokenEnd - at - LENGTH_BYTES;
    if (length != 0 || hasFlag(dialect, EMPTY_MATCHES)) {
      store<u32>(at, <u32>length);
      at = tokenEnd;
    }
    while (start < end && load<u8>(start) != LF) start++;
    start++;
  }
  return at - to;
}

/** Writes the token of the line at `from` in lower case, cut as the dialect cuts it, and returns its end. */
function writeToken(from: usize, end: usize, to: usize, dialect: u32): usize {
  const dialectAt = DIALECTS + <usize>dialect * DIALECT_BYTES;
  for (; from < end; from++) {
    countTurn();
    const byte = load<u8>(from);
    if (byte == LF) break;
    if (hasFlag(dialect, CUTS_CALLER) && (load<u8>(dialectAt + byte) & BYTE_IS_TOKEN) == 0) break;
    store<u8>(to++, <u8>(byte - 65) < 26 ? byte | 0x20 : byte);
  }
  return to;
}
