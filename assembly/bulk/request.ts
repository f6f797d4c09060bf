/**
 * What `fetch` requests for a URL whose authority has been read: the path and query as the URL Standard (4.4) parses and
 * escapes them, behind a plain host. docs/dialects.md lists the readings; bindings/core/program/readings.ts makes the same.
 */
import { BACKSLASH, CR, DOT, HASH, PERCENT, QUESTION, SLASH, SPACE, TAB } from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { isEscapedDot } from "../spell/plain";
import { IN_PATH, IN_QUERY, isEncoded } from "./url-bytes";
import { characterBytes } from "./utf8";

/** `http://host`: dialects differ on hosts such as `x;y.example`, and google/robotstxt takes `//` at the start for a host. */
const HOST_BYTES: usize = 11;
const HOST: usize = memory.data<u8>([104, 116, 116, 112, 58, 47, 47, 104, 111, 115, 116]);

/** Each byte becomes a U+FFFD of three bytes at most, and each of these an escape of three. */
export const CLEAN_FACTOR: usize = 3;
export const REQUEST_FACTOR: usize = 9;
/** Host, an added slash and an added question mark. */
export const REQUEST_BYTES: usize = 16;

const CARET: u8 = 94;

export function writeHost(to: usize): usize {
  memory.copy(to, HOST, HOST_BYTES);
  return to + HOST_BYTES;
}

/**
 * Writes the path without the spaces and controls at its end and without tabs and line ends, which parsers remove, and
 * returns its end.
 * @param replaces whether each byte that is not UTF-8 becomes U+FFFD, as `fetch` reads it; other programs escape the byte
 */
export function writeClean(at: usize, end: usize, to: usize, replaces: bool): usize {
  while (end > at && load<u8>(end - 1) <= SPACE) {
    countTurn();
    end--;
  }
  while (at < end) {
    countTurn();
    const byte = load<u8>(at);
    const bytes = byte < 0x80 || !replaces ? 1 : characterBytes(at, end);
    if (bytes < 0) {
      // U+FFFD in UTF-8.
      store<u32>(to, 0xbdbfef);
      to += 3;
    } else if (byte != TAB && byte != CR) {
      memory.copy(to, at, bytes);
      to += bytes;
    }
    at += abs(bytes);
  }
  return to;
}

/**
 * Writes the request for a clean path [at, end) and returns its end.
 * @param escapesCaret the URL Standard escapes `^` in paths; Node.js does so from 24.21 on
 * @param keepsEmptyQuery browsers request an empty query, `/x?`, and Node's `fetch` requests `/x` instead
 */
export function writeRequest(at: usize, end: usize, to: usize, escapesCaret: bool, keepsEmptyQuery: bool): usize {
  to = writeHost(to);
  const pathEnd = endOfPath(at, end);
  to = writePath(at, pathEnd, to, escapesCaret);
  if (pathEnd == end || load<u8>(pathEnd) == HASH) return to;
  const query = pathEnd + 1;
  const queryEnd = indexOfHash(query, end);
  if (queryEnd == query && !keepsEmptyQuery) return to;
  store<u8>(to++, QUESTION);
  for (at = query; at < queryEnd; at++) to = writeByte(load<u8>(at), to, isEncoded(load<u8>(at), IN_QUERY));
  return to;
}

export function hasEmptyQuery(at: usize, end: usize): bool {
  const query = endOfPath(at, end) + 1;
  return query <= end && load<u8>(query - 1) == QUESTION && (query == end || load<u8>(query) == HASH);
}

export function hasCaret(at: usize, end: usize): bool {
  for (end = endOfPath(at, end); at < end; at++) {
    countTurn();
    if (load<u8>(at) == CARET) return true;
  }
  return false;
}

function endOfPath(at: usize, end: usize): usize {
  while (at < end && load<u8>(at) != QUESTION && load<u8>(at) != HASH) {
    countTurn();
    at++;
  }
  return at;
}

export function indexOfHash(at: usize, end: usize): usize {
  while (at < end && load<u8>(at) != HASH) {
    countTurn();
    at++;
  }
  return at;
}

/** Resolves `.` and `..`. Without a path, the root. */
function writePath(at: usize, end: usize, to: usize, escapesCaret: bool): usize {
  const root = to;
  // The slash before the first segment, unless the path is empty.
  if (at < end) at++;
  do {
    countTurn();
    const segmentEnd = endOfSegment(at, end);
    const isLast = segmentEnd == end;
    const dots = dotsOf(at, segmentEnd);
    if (dots == 2) to = withoutLastSegment(root, to);
    if (dots == 0 || isLast) store<u8>(to++, SLASH);
    if (dots == 0) to = writeSegment(at, segmentEnd, to, escapesCaret);
    at = segmentEnd + 1;
  } while (at <= end);
  return to;
}

function endOfSegment(at: usize, end: usize): usize {
  while (at < end && load<u8>(at) != SLASH && load<u8>(at) != BACKSLASH) {
    countTurn();
    at++;
  }
  return at;
}

/** 1 or 2 if the segment is so many dots or their escapes, `%2e`; otherwise 0. */
function dotsOf(at: usize, end: usize): u32 {
  let dots: u32 = 0;
  while (at < end) {
    const isDot = load<u8>(at) == DOT;
    if (dots == 2 || !(isDot || (end - at >= 3 && isEscapedDot(at)))) return 0;
    at += isDot ? 1 : 3;
    dots++;
  }
  return dots;
}

function withoutLastSegment(root: usize, to: usize): usize {
  while (to > root) {
    countTurn();
    if (load<u8>(--to) == SLASH) break;
  }
  return to;
}

function writeSegment(at: usize, end: usize, to: usize, escapesCaret: bool): usize {
  for (; at < end; at++) {
    const byte = load<u8>(at);
    to = writeByte(byte, to, byte == CARET ? escapesCaret : isEncoded(byte, IN_PATH));
  }
  return to;
}

function writeByte(byte: u8, to: usize, isEscaped: bool): usize {
  countTurn();
  if (!isEscaped) {
    store<u8>(to, byte);
    return to + 1;
  }
  store<u8>(to, PERCENT);
  store<u8>(to, digit(byte >> 4), 1);
  store<u8>(to, digit(byte & 15), 2);
  return to + 3;
}

function digit(value: u8): u8 {
  return value < 10 ? 48 + value : 55 + value;
}
