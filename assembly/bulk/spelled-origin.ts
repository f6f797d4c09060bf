/**
 * Origins as the URL Standard (4.4) spells them: without a user name, the host decoded and in lower case or as an address, without
 * a default port. Only tables of Unicode can say what a host beyond ASCII means, and whether Punycode is valid: those are left.
 */
import {
  AT_SIGN,
  BRACKET,
  CLOSING_BRACKET,
  COLON,
  DELETE,
  DOT,
  HASH,
  PERCENT,
  QUESTION,
  SLASH,
  SPACE,
} from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { decodedAt } from "../spell/canonical";
import { HTTP, isHttps, MAX_HOST_BYTES, serverOf } from "./authority";
import { endsInNumber, writeIpv4 } from "./ipv4";
import { writeIpv6 } from "./ipv6";
import { isPunycode } from "./punycode";
import { isText } from "./utf8";

const MAX_PORT: u32 = 65535;

/** Writes the origin [from, end) at `to`, and returns its end; 0 if it is not the origin of a URL. Written again, it stays the same. */
export function writeOrigin(from: usize, end: usize, to: usize): usize {
  const server = serverOf(from, end);
  // Before escapes are decoded: a byte that is not UTF-8 alone may be with them.
  if (end - server > MAX_HOST_BYTES || !isText(from, end)) return 0;
  const secure = isHttps(from);
  store<u32>(to, HTTP);
  to += 4;
  if (secure) store<u8>(to++, 115);
  store<u8>(to, COLON);
  store<u16>(to, 0x2f2f, 1);
  const hostEnd = endOfHost(server, end);
  const written = writeHost(server, hostEnd, to + 3);
  return written == 0 ? 0 : writePort(hostEnd, end, written, secure ? 443 : 80);
}

/** Where the colon before the port stands. An address of version 6 has others. */
function endOfHost(at: usize, end: usize): usize {
  for (let isInside = load<u8>(at) == BRACKET; at < end && (isInside || load<u8>(at) != COLON); at++) {
    countTurn();
    if (load<u8>(at) == CLOSING_BRACKET) isInside = false;
  }
  return at;
}

function writeHost(at: usize, end: usize, to: usize): usize {
  if (at < end && load<u8>(at) == BRACKET)
    return load<u8>(end - 1) == CLOSING_BRACKET ? writeIpv6(at + 1, end - 1, to) : 0;
  const hostEnd = writeDomain(at, end, to);
  let isAscii = true;
  let hasAngle = false;
  for (let written = to; written < hostEnd; written++) {
    countTurn();
    const byte = load<u8>(written);
    if (byte > DELETE) isAscii = false;
    if (byte == 60 || byte == 62) hasAngle = true;
  }
  if (!isAscii) return isText(to, hostEnd) ? hostEnd : 0;
  if (hostEnd == to || hasAngle) return 0;
  return endsInNumber(to, hostEnd) ? writeIpv4(to, hostEnd) : hostEnd;
}

/** Decodes escapes and puts ASCII into lower case. Returns the end; `to` for what no host can hold, and for nothing. */
function writeDomain(at: usize, end: usize, to: usize): usize {
  const start = to;
  while (at < end) {
    countTurn();
    const decoded = load<u8>(at) == PERCENT ? decodedAt(at, end) : -1;
    let byte = decoded < 0 ? load<u8>(at) : <u8>decoded;
    at += decoded < 0 ? 1 : 3;
    if (<u8>(byte - 65) < 26) byte |= 32;
    if (isForbidden(byte)) return start;
    store<u8>(to++, byte);
  }
  return to;
}

/** Forbidden domain code points (URL Standard 3.1) but `<` and `>`, which may be composed with the character behind them. */
function isForbidden(byte: u8): bool {
  if (<u8>(byte - 97) < 26 || byte > DELETE) return false;
  if (byte <= SPACE || byte == DELETE || byte == HASH || byte == PERCENT || byte == SLASH || byte == COLON) return true;
  return byte == QUESTION || byte == AT_SIGN || (byte >= BRACKET && byte <= 94) || byte == 124;
}

/** Whether tables of Unicode must say what a written origin is: it has a character beyond ASCII, or a label of Punycode. */
export function needsTables(origin: usize, end: usize): bool {
  for (let at = serverOf(origin, end), label = at; at < end; at++) {
    countTurn();
    const byte = load<u8>(at);
    if (byte > DELETE || (at == label && isPunycode(at, end))) return true;
    if (byte == DOT) label = at + 1;
  }
  return false;
}

/** Writes the port with the colon at `from`, unless it is the default or empty. */
function writePort(from: usize, end: usize, to: usize, standard: u32): usize {
  if (end - from <= 1) return to;
  let digits = from + 1;
  while (digits < end - 1 && load<u8>(digits) == 48) digits++;
  let port: u32 = 0;
  for (let at = digits; at < end; at++) {
    countTurn();
    const digit = <u8>(load<u8>(at) - 48);
    port = 10 * port + digit;
    if (digit > 9 || port > MAX_PORT) return 0;
  }
  if (port == standard) return to;
  store<u8>(to, COLON);
  memory.copy(to + 1, digits, end - digits);
  return to + 1 + (end - digits);
}
