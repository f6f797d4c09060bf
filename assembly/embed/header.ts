/**
 * The product token that a User-Agent header names, as `resolveAgent` of robots-wasm/agents reads the header of a crawler that its
 * table does not have: a crawler names itself first, or in the comment of a browser's header (RFC 9110 §10.1.5).
 */
import { CR, SEMICOLON, SLASH, SPACE, TAB } from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { INVALID_AGENT } from "./errors";

/** The longest header of a crawler that we know has 250 characters. */
const MAX_HEADER_BYTES: usize = 1024;
const PARENTHESIS: u8 = 40;
const CLOSING_PARENTHESIS: u8 = 41;
const PLUS: u8 = 43;
const COMMA: u8 = 44;
const UNDERSCORE: u8 = 95;

/** `user-agent:` */
const USER_AGENT: usize = memory.data<u8>([117, 115, 101, 114, 45, 97, 103, 101, 110, 116, 58, 0]);
/** `http`, `://`, `like `, `compatible;` */
const HTTP: usize = memory.data<u8>([104, 116, 116, 112, 0]);
const SLASHES: usize = memory.data<u8>([58, 47, 47, 0]);
const LIKE: usize = memory.data<u8>([108, 105, 107, 101, 32, 0]);
const COMPATIBLE: usize = memory.data<u8>([99, 111, 109, 112, 97, 116, 105, 98, 108, 101, 59, 0]);
/** What browsers call themselves first: mozilla, opera, applewebkit, chrome, safari, samsung-sgh-e250, docomo. */
const BROWSERS: usize = memory.data<u8>([
  109, 111, 122, 105, 108, 108, 97, 0, 111, 112, 101, 114, 97, 0, 97, 112, 112, 108, 101, 119, 101, 98, 107, 105, 116,
  0, 99, 104, 114, 111, 109, 101, 0, 115, 97, 102, 97, 114, 105, 0, 115, 97, 109, 115, 117, 110, 103, 45, 115, 103, 104,
  45, 101, 50, 53, 48, 0, 100, 111, 99, 111, 109, 111, 0, 0,
]);

/** Moves the token of the header [from, end) to `from`, and returns its length, or INVALID_AGENT if the header names nothing. */
export function moveToken(from: usize, end: usize): i32 {
  let start = skipBlanks(from, min(end, from + MAX_HEADER_BYTES));
  end = min(end, from + MAX_HEADER_BYTES);
  const named = afterWord(start, end, USER_AGENT);
  if (named != 0) start = skipBlanks(named, end);
  while (end > start && isBlank(load<u8>(end - 1))) end--;
  let tokenEnd = endOfName(start, end);
  if (isHeader(start, end)) {
    end = removeLinks(start, end);
    start = skipBlanks(start, end);
    tokenEnd = endOfName(start, end);
    if (tokenEnd == start || isBrowser(start, tokenEnd)) {
      const other = nameAfterCompatible(start, end);
      if (other != 0) {
        start = other;
        tokenEnd = endOfWord(other, end);
      }
    }
  } else tokenEnd = endOfToken(start, end);
  if (tokenEnd == start) return INVALID_AGENT;
  memory.copy(from, start, tokenEnd - start);
  return <i32>(tokenEnd - start);
}

function isBlank(byte: u8): bool {
  return byte == SPACE || (byte >= TAB && byte <= CR);
}

function isWordByte(byte: u8): bool {
  return <u8>((byte | 0x20) - 97) < 26 || <u8>(byte - 48) < 10 || byte == UNDERSCORE;
}

function skipBlanks(at: usize, end: usize): usize {
  for (; at < end && isBlank(load<u8>(at)); at++) countTurn();
  return at;
}

/** A version alone does not make a header: `Googlebot/2.1` is a token with a version. */
function isHeader(at: usize, end: usize): bool {
  for (; at < end; at++) {
    countTurn();
    const byte = load<u8>(at);
    if (isBlank(byte) || byte == SEMICOLON || byte == PARENTHESIS || afterWord(at, end, SLASHES) != 0) return true;
  }
  return false;
}

function endOfToken(at: usize, end: usize): usize {
  for (; at < end && load<u8>(at) != SLASH; at++) countTurn();
  return at;
}

function endOfName(at: usize, end: usize): usize {
  for (; at < end; at++) {
    countTurn();
    const byte = load<u8>(at);
    if (isBlank(byte) || byte == SLASH || byte == SEMICOLON) break;
    if (byte == PARENTHESIS || byte == CLOSING_PARENTHESIS || byte == COMMA) break;
  }
  return at;
}

function endOfWord(at: usize, end: usize): usize {
  // Letters, digits, `_`, `-` and `.`.
  for (; at < end && (isWordByte(load<u8>(at)) || <u8>(load<u8>(at) - 45) < 2); at++) countTurn();
  return at;
}

/** The end of the word at `at`, in any case, or 0 if another text stands there. */
function afterWord(at: usize, end: usize, word: usize): usize {
  for (; load<u8>(word) != 0; word++, at++) {
    countTurn();
    if (at >= end) return 0;
    const byte = load<u8>(at);
    if ((<u8>(byte - 65) < 26 ? byte | 0x20 : byte) != load<u8>(word)) return 0;
  }
  return at;
}

function isBrowser(start: usize, end: usize): bool {
  for (let word = BROWSERS; load<u8>(word) != 0; word++) {
    if (afterWord(start, end, word) == end) return true;
    for (; load<u8>(word) != 0; word++) countTurn();
  }
  return false;
}

/** Replaces URLs, and names that the client only resembles ("like Gecko"), by a blank. Returns the end of what is left. */
function removeLinks(start: usize, end: usize): usize {
  let to = start;
  for (let at = start; at < end; ) {
    countTurn();
    const isWithin = at > start && isWordByte(load<u8>(at - 1));
    const like = isWithin ? 0 : afterWord(at, end, LIKE);
    const link = like != 0 ? 0 : afterScheme(at, end);
    if (like + link == 0) store<u8>(to++, load<u8>(at++));
    else {
      at = like != 0 ? endOfLike(like, end) : endOfLink(link, end);
      store<u8>(to++, SPACE);
    }
  }
  return to;
}

/** The end of `http://` or `https://`, perhaps after `(` and `+`; or 0. */
function afterScheme(at: usize, end: usize): usize {
  if (at < end && load<u8>(at) == PARENTHESIS) at++;
  if (at < end && load<u8>(at) == PLUS) at++;
  at = afterWord(at, end, HTTP);
  if (at == 0) return 0;
  if (at < end && (load<u8>(at) | 0x20) == 115) at++;
  return afterWord(at, end, SLASHES);
}

function endOfLink(at: usize, end: usize): usize {
  for (; at < end && !isBlank(load<u8>(at)) && load<u8>(at) != SEMICOLON; at++) {
    countTurn();
    if (load<u8>(at) == CLOSING_PARENTHESIS) return at + 1;
  }
  return at;
}

function endOfLike(at: usize, end: usize): usize {
  for (; at < end && load<u8>(at) != SEMICOLON && load<u8>(at) != CLOSING_PARENTHESIS; at++) countTurn();
  return at;
}

/** The name that follows the first `compatible;` that one follows, or 0. */
function nameAfterCompatible(at: usize, end: usize): usize {
  for (; at < end; at++) {
    countTurn();
    const after = afterWord(at, end, COMPATIBLE);
    if (after == 0) continue;
    const name = skipBlanks(after, end);
    if (name < end && <u8>((load<u8>(name) | 0x20) - 97) < 26) return name;
  }
  return 0;
}
