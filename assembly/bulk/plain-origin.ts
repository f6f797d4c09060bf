/**
 * Origins that the URL Standard only puts into lower case, without their default port: nearly all. Only a URL parser can say
 * what others are: IPv4 and IPv6 addresses, Punycode, characters beyond ASCII, escapes, user names, empty labels.
 */
import { COLON } from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { authorityOf, isHttps } from "./authority";

/** Longer ones are left to a URL parser. */
export const MAX_PLAIN_BYTES: usize = 280;
const DOT: u8 = 46;
const HYPHEN: u8 = 45;
const UNDERSCORE: u8 = 95;
/** `xn--`, read as a little-endian number: Punycode (RFC 3492). */
const PUNYCODE: u32 = 0x2d2d6e78;
const MAX_PORT: u32 = 65535;
const MAX_PORT_DIGITS: usize = 5;

/** Writes the origin [from, end) at `to` as a URL parser spells it, and returns its end; 0 if only a URL parser can say. */
export function writePlainOrigin(from: usize, end: usize, to: usize): usize {
  if (end - from > MAX_PLAIN_BYTES) return 0;
  const host = authorityOf(from);
  const secure = isHttps(from);
  store<u32>(to, 0x70747468);
  to += 4;
  if (secure) store<u8>(to++, 115);
  store<u8>(to, COLON);
  store<u16>(to, 0x2f2f, 1);
  const hostEnd = writeHost(host, end, to + 3);
  if (hostEnd == 0) return 0;
  const port = host + (hostEnd - to - 3);
  return port == end ? hostEnd : writePort(port, end, hostEnd, secure ? 443 : 80);
}

/** Stops at a colon. */
function writeHost(at: usize, end: usize, to: usize): usize {
  let label = to;
  for (; at < end; at++) {
    countTurn();
    let byte = load<u8>(at);
    if (<u8>(byte - 65) < 26) byte |= 32;
    if (byte == COLON) break;
    if (byte == DOT) {
      if (!isPlainLabel(label, to)) return 0;
      label = to + 1;
    } else if (!(<u8>(byte - 97) < 26 || isDigit(byte) || byte == HYPHEN || byte == UNDERSCORE)) return 0;
    store<u8>(to++, byte);
  }
  // A last label that starts with a digit may make an IPv4 address.
  return isPlainLabel(label, to) && !isDigit(load<u8>(label)) ? to : 0;
}

function isPlainLabel(label: usize, end: usize): bool {
  return end > label && (end - label < 4 || load<u32>(label) != PUNYCODE);
}

function isDigit(byte: u8): bool {
  return <u8>(byte - 48) < 10;
}

/** Writes the port with the colon at `from`, unless it is the default. */
function writePort(from: usize, end: usize, to: usize, standard: u32): usize {
  const digits = end - from - 1;
  if (digits == 0 || digits > MAX_PORT_DIGITS || load<u8>(from, 1) == 48) return 0;
  let port: u32 = 0;
  for (let at = from + 1; at < end; at++) {
    if (!isDigit(load<u8>(at))) return 0;
    port = 10 * port + load<u8>(at) - 48;
  }
  if (port > MAX_PORT) return 0;
  if (port == standard) return to;
  memory.copy(to, from, digits + 1);
  return to + digits + 1;
}
