/** The part of a robots.txt that is read, in UTF-8, as bindings/core/robots/body.ts makes it (RFC 9309 §2.3 and §2.5). */
import { CR, LF } from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { REPLACEMENT, writeBeyondAscii } from "../bytes/utf16";

const UTF16_LE: u16 = 0xfeff;
const UTF16_BE: u16 = 0xfffe;
const MAX_CHARACTER_BYTES: usize = 4;

/** A file that refuses everything, which is read in place of a compressed one: nobody knows the rules of that. */
const REFUSING_BYTES: usize = 25;
const REFUSING: usize = memory.data<u8>([
  85, 115, 101, 114, 45, 97, 103, 101, 110, 116, 58, 32, 42, 10, 68, 105, 115, 97, 108, 108, 111, 119, 58, 32, 47,
]);

/** Whether the file begins as gzip, zstd or ZIP do, also after it was read as UTF-8 or Latin-1 (bindings/base/gzip.ts). */
export function isCompressed(from: usize, end: usize): bool {
  if (end - from < 2) return false;
  if (load<u16>(from) == 0x8b1f) return true;
  if (end - from < 3) return false;
  const three = <u32>load<u16>(from) | ((<u32>load<u8>(from, 2)) << 16);
  if (three == 0x8bc21f) return true;
  if (end - from < 4) return false;
  const four = load<u32>(from);
  return four == 0xbdbfef1f || four == 0xfd2fb528 || four == 0xbdbfef28 || four == 0x2fb5c228 || four == 0x04034b50;
}

/** Bytes that the text of a file takes at most: two bytes of UTF-16 make three of UTF-8. */
export function textBytes(fileBytes: usize, limit: usize): usize {
  return min(fileBytes + (fileBytes >> 1), limit) + MAX_CHARACTER_BYTES;
}

/** Writes at `to` what is read of the file [from, end), and returns its length. */
export function writeText(from: usize, end: usize, to: usize, limit: usize, readsUtf16: bool): usize {
  if (isCompressed(from, end)) {
    memory.copy(to, REFUSING, REFUSING_BYTES);
    return REFUSING_BYTES;
  }
  const mark: u16 = end - from < 2 ? 0 : load<u16>(from);
  if (readsUtf16 && (mark == UTF16_LE || mark == UTF16_BE))
    return cut(to, convert(from + 2, end, to, to + limit, mark == UTF16_BE) - to, limit);
  const length = cut(from, end - from, limit);
  memory.copy(to, from, length);
  return length;
}

/** The length without the line that crosses the limit: half a pattern would be a broader pattern. */
function cut(text: usize, length: usize, limit: usize): usize {
  if (length <= limit) return length;
  let end = limit;
  while (end > 0 && !isLineEnd(load<u8>(text + end)) && !isLineEnd(load<u8>(text + end - 1))) {
    countTurn();
    end--;
  }
  return end;
}

function isLineEnd(byte: u8): bool {
  return byte == LF || byte == CR;
}

/** Converts UTF-16 until the text ends or passes `toLimit`, and returns the end of what was written. */
function convert(from: usize, end: usize, to: usize, toLimit: usize, isBigEndian: bool): usize {
  while (from < end && to <= toLimit) {
    countTurn();
    const unit = unitAt(from, end, isBigEndian);
    from += 2;
    if ((unit & 0xfc00) != 0xd800) {
      to = writeCharacter(to, (unit & 0xfc00) == 0xdc00 ? REPLACEMENT : unit);
      continue;
    }
    const next = unitAt(from, end, isBigEndian);
    const isPair = (next & 0xfc00) == 0xdc00;
    to = writeCharacter(to, isPair ? 0x10000 + ((unit & 0x3ff) << 10) + (next & 0x3ff) : REPLACEMENT);
    // The Encoding Standard makes one U+FFFD of a high surrogate and half a unit at the end.
    if (isPair || from + 1 == end) from += 2;
  }
  return to;
}

/** The unit at `at`; U+FFFD if only half of it or nothing is there. */
function unitAt(at: usize, end: usize, isBigEndian: bool): u32 {
  if (at + 1 >= end) return REPLACEMENT;
  const unit = load<u16>(at);
  return isBigEndian ? <u32>bswap<u16>(unit) : <u32>unit;
}

/** Writes a character as UTF-8 and returns its end. */
function writeCharacter(to: usize, character: u32): usize {
  if (character >= 0x80) return writeBeyondAscii(to, character);
  store<u8>(to, <u8>character);
  return to + 1;
}
