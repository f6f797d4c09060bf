/** Finds where the origin of a line ends, and the parts of an origin. */
import { AT_SIGN, COLON, CR, DELETE, HASH, LF, PERCENT, QUESTION, SLASH, SPACE } from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { addTo, noncanonicalIn } from "../spell/noncanonical";

/**
 * The longest spelling of a host that is accepted. DNS names have at most 255 octets (RFC 1035 §2.3.4), which escaping
 * cannot lengthen beyond this; Punycode takes quadratic time.
 */
export const MAX_HOST_BYTES: usize = 4096;
/** `http` and `://`, read as little-endian numbers. */
export const HTTP: u32 = 0x70747468;
const SLASHES: u16 = 0x2f2f;
/** `http://` and one byte. */
const SHORTEST_BYTES: usize = 8;
/** Makes an ASCII letter small. */
const LOWER_CASE: u8 = 0x20;
const SMALL_S: u8 = 115;

/** Bytes that end an authority; bytes that it cannot contain, because URL parsers differ on them. */
const ENDS: u8 = 1;
const FORBIDDEN: u8 = 2;
const classes: usize = memory.data(256);
/** The bytes that have a class, as noncanonical.ts finds them: all are ASCII. */
const classed: usize = memory.data(32);

/** Call it once before `originEnd`. */
export function writeAuthorityClasses(): void {
  for (let i: u32 = 0; i < 256; i++) {
    store<u8>(classes + i, classOf(<u8>i));
    if (classOf(<u8>i) != 0) addTo(classed, <u8>i);
  }
}

function classOf(byte: u8): u8 {
  if (byte == LF || byte == SLASH || byte == QUESTION || byte == HASH) return ENDS;
  if (byte <= SPACE || byte == DELETE || byte == 34 || byte == 59 || byte == 60 || byte == 62) return FORBIDDEN;
  return byte == 92 || byte == 94 || byte == 96 || (byte >= 123 && byte <= 125) ? FORBIDDEN : 0;
}

/** The byte after `http(s)://authority`; 0 if the line does not start like that. LF ends the line. */
export function originEnd(line: usize): usize {
  if ((load<u32>(line) | 0x20202020) != HTTP) return 0;
  let at = line + 4;
  if ((load<u8>(at) | LOWER_CASE) == SMALL_S) at++;
  if (load<u8>(at) != COLON || load<u16>(at, 1) != SLASHES) return 0;
  const authority = at + 3;
  at = endOfAuthority(authority);
  // A CR before LF belongs to the line end, not to the authority.
  const isForbidden = load<u8>(classes + load<u8>(at)) == FORBIDDEN && !(load<u8>(at) == CR && load<u8>(at, 1) == LF);
  return at == authority || isForbidden ? 0 : at;
}

/** The first byte with a class. LF has one. */
function endOfAuthority(at: usize): usize {
  for (; ASC_FEATURE_SIMD; at += 16) {
    countTurn();
    const found = noncanonicalIn(at, classed);
    if (found != 0) return at + <usize>ctz(found);
  }
  while (load<u8>(classes + load<u8>(at)) == 0) {
    countTurn();
    at++;
  }
  return at;
}

/** Whether [from, end) can be an origin with its host in ASCII. It may hold bytes that lines cannot, such as `"`. */
export function isOrigin(from: usize, end: usize): bool {
  if (end - from < SHORTEST_BYTES || load<u32>(from) != HTTP) return false;
  const colon = from + 4 + <usize>(load<u8>(from, 4) == SMALL_S);
  if (load<u8>(colon) != COLON || load<u16>(colon, 1) != SLASHES || colon + 3 >= end) return false;
  for (let at = colon + 3; at < end; at++) {
    countTurn();
    const byte = load<u8>(at);
    if (byte <= SPACE || byte >= DELETE || byte == AT_SIGN || byte == PERCENT) return false;
    if (load<u8>(classes + byte) == ENDS) return false;
  }
  return true;
}

/** The first byte of the authority. */
export function authorityOf(origin: usize): usize {
  return origin + 7 + <usize>isHttps(origin);
}

export function isHttps(origin: usize): bool {
  return (load<u8>(origin, 4) | LOWER_CASE) == SMALL_S;
}

/** The first byte of the host, after user name and password. */
export function serverOf(origin: usize, end: usize): usize {
  let server = end;
  for (const first = authorityOf(origin); server > first && load<u8>(server - 1) != AT_SIGN; server--) countTurn();
  return server;
}
