/** IPv6 addresses (URL Standard 3.5): eight pieces of two bytes, and `::` once for pieces that are 0. */
import { BRACKET, CLOSING_BRACKET, COLON, DOT } from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { hexDigit } from "../spell/canonical";

const PIECES: u32 = 8;
const pieces: usize = memory.data(16);
/** No piece has a gap, or the address is wrong. */
const NONE: u32 = 8;

function pieceAt(i: u32): u32 {
  return load<u16>(pieces + ((<usize>i) << 1));
}

function setPiece(i: u32, value: u32): void {
  store<u16>(pieces + ((<usize>i) << 1), <u16>value);
}

/** Writes what stands between the brackets, with brackets, and returns its end; 0 if it is not an address. */
export function writeIpv6(at: usize, end: usize, to: usize): usize {
  return readPieces(at, end) ? writePieces(to) : 0;
}

function readPieces(at: usize, end: usize): bool {
  memory.fill(pieces, 0, 16);
  let count: u32 = 0;
  let gap: u32 = NONE;
  if (at < end && load<u8>(at) == COLON && load<u8>(++at) != COLON) return false;
  while (at < end) {
    countTurn();
    if (count == PIECES) return false;
    if (load<u8>(at) == COLON) {
      if (gap != NONE) return false;
      gap = count;
      at++;
      continue;
    }
    const pieceEnd = endOfPiece(at, end);
    if (pieceEnd < end && load<u8>(pieceEnd) == DOT) return readIpv4(at, end, count) && spread(count + 2, gap);
    if (pieceEnd == at || !endsPiece(pieceEnd, end)) return false;
    setPiece(count++, hexIn(at, pieceEnd));
    at = pieceEnd + 1;
  }
  return spread(count, gap);
}

/** At the end, or at a colon with something behind it. */
function endsPiece(at: usize, end: usize): bool {
  return at == end || (load<u8>(at) == COLON && at + 1 < end);
}

/** After up to four hexadecimal digits. */
function endOfPiece(at: usize, end: usize): usize {
  const most = min(end, at + 4);
  while (at < most && hexDigit(load<u8>(at)) >= 0) at++;
  return at;
}

function hexIn(at: usize, end: usize): u32 {
  let value: u32 = 0;
  for (; at < end; at++) value = 16 * value + hexDigit(load<u8>(at));
  return value;
}

/** Reads four decimal numbers as the two pieces from `count` on: the address ends with them. */
function readIpv4(at: usize, end: usize, count: u32): bool {
  if (count > PIECES - 2) return false;
  for (let i: u32 = 0; i < 4; i++) {
    let value: u32 = 0;
    const start = at;
    for (; at < end && <u8>(load<u8>(at) - 48) < 10; at++) {
      countTurn();
      if (at > start && value == 0) return false;
      value = 10 * value + load<u8>(at) - 48;
      if (value > 255) return false;
    }
    if (at == start || (i < 3 && (at == end || load<u8>(at++) != DOT))) return false;
    setPiece(count + (i >> 1), (pieceAt(count + (i >> 1)) << 8) | value);
  }
  return at == end;
}

/** Moves the pieces behind the gap to the end. False if there are too few pieces, or no room for a gap. */
function spread(count: u32, gap: u32): bool {
  if (gap == NONE) return count == PIECES;
  if (count == PIECES) return false;
  for (let i: u32 = 0; i < count - gap; i++) {
    setPiece(PIECES - 1 - i, pieceAt(count - 1 - i));
    setPiece(count - 1 - i, 0);
  }
  return true;
}

function writePieces(to: usize): usize {
  store<u8>(to++, BRACKET);
  const gap = longestGap();
  const gapEnd = gap + zerosFrom(gap);
  for (let i: u32 = 0; i < PIECES; i++) {
    if (i == gap) {
      store<u16>(to, 0x3a3a);
      to += 2;
      i = gapEnd - 1;
      continue;
    }
    if (i > 0 && i != gapEnd) store<u8>(to++, COLON);
    to = writeHex(pieceAt(i), to);
  }
  store<u8>(to, CLOSING_BRACKET);
  return to + 1;
}

/** The first of the longest runs of at least two zeros; NONE without one. */
function longestGap(): u32 {
  let gap = NONE;
  let longest: u32 = 1;
  for (let i: u32 = 0; i < PIECES; i++) {
    if (zerosFrom(i) <= longest) continue;
    longest = zerosFrom(i);
    gap = i;
  }
  return gap;
}

function zerosFrom(i: u32): u32 {
  const start = i;
  while (i < PIECES && pieceAt(i) == 0) i++;
  return i - start;
}

function writeHex(value: u32, to: usize): usize {
  for (let shift = 12; shift >= 0; shift -= 4) {
    const digit = (value >> shift) & 15;
    if (shift == 0 || value >> shift != 0) store<u8>(to++, <u8>(digit + (digit > 9 ? 87 : 48)));
  }
  return to;
}
