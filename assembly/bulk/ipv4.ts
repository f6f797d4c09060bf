/** IPv4 addresses (URL Standard 3.5): `0x7f.1` is `127.0.0.1`. Letters are small, and NUL or a port follows. */
import { indexOf } from "../bytes/bytes";
import { DOT } from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { hexDigit } from "../spell/canonical";

const SMALL_X: u8 = 120;
const TOO_LARGE: i64 = 1 << 32;

/** Whether the host must be an address: its last label is a number. */
export function endsInNumber(host: usize, end: usize): bool {
  end = withoutLastDot(host, end);
  let label = end;
  while (label > host && load<u8>(label - 1) != DOT) label--;
  return label < end && (areDigits(label, end) || numberIn(label, end) >= 0);
}

function withoutLastDot(host: usize, end: usize): usize {
  return end - <usize>(end - host > 1 && load<u8>(end - 1) == DOT);
}

function areDigits(at: usize, end: usize): bool {
  while (at < end && <u8>(load<u8>(at) - 48) < 10) {
    countTurn();
    at++;
  }
  return at == end;
}

/** Writes the address over the host, and returns its end; 0 if it is not an address. */
export function writeIpv4(host: usize, end: usize): usize {
  end = withoutLastDot(host, end);
  let address: i64 = 0;
  let room: i64 = TOO_LARGE;
  for (let at = host; at <= end; ) {
    countTurn();
    const labelEnd = indexOf(DOT, at, end);
    const number = numberIn(at, labelEnd);
    const isLast = labelEnd == end;
    // Each number is a byte, and the last one takes the bytes that are left.
    if (number < 0 || (!isLast && (number > 255 || room <= 256)) || number >= room) return 0;
    room >>= 8;
    address += isLast ? number : number * room;
    at = labelEnd + 1;
  }
  return writeAddress(<u32>address, host);
}

/** At most TOO_LARGE; -1 if it is not a number: digits, octal after 0, hexadecimal after 0x. */
function numberIn(at: usize, end: usize): i64 {
  if (at == end) return -1;
  let radix: i64 = 10;
  if (end - at > 1 && load<u8>(at) == 48) {
    radix = load<u8>(at, 1) == SMALL_X ? 16 : 8;
    at += radix == 16 ? 2 : 1;
  }
  let number: i64 = 0;
  for (; at < end; at++) {
    countTurn();
    const digit = <i64>hexDigit(load<u8>(at));
    if (digit < 0 || digit >= radix) return -1;
    number = min(TOO_LARGE, number * radix + digit);
  }
  return number;
}

function writeAddress(address: u32, to: usize): usize {
  for (let shift = 24; shift >= 0; shift -= 8) {
    const byte = (address >> shift) & 255;
    if (byte > 99) store<u8>(to++, <u8>(48 + byte / 100));
    if (byte > 9) store<u8>(to++, <u8>(48 + ((byte / 10) % 10)));
    store<u8>(to++, <u8>(48 + (byte % 10)));
    if (shift > 0) store<u8>(to++, DOT);
  }
  return to;
}
