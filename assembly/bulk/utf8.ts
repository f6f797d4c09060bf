/** UTF-8 as the Encoding Standard decodes it. */
import { countTurn } from "../bytes/steps";

/**
 * The bytes of the character at `at`. If it is not UTF-8: the negated number of bytes for which one U+FFFD stands (the
 * maximal subpart).
 */
export function characterBytes(at: usize, end: usize): i32 {
  const first = load<u8>(at);
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return -1;
  const length: i32 = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  // What the second byte may be: no overlong form, no surrogate, nothing above U+10FFFF.
  let low: u8 = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  let high: u8 = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  for (let i = 1; i < length; i++) {
    const byte: u8 = at + i < end ? load<u8>(at + i) : 0;
    if (byte < low || byte > high) return -i;
    low = 0x80;
    high = 0xbf;
  }
  return length;
}

export function isUtf8(at: usize, end: usize): bool {
  while (at < end) {
    countTurn();
    const bytes = characterBytes(at, end);
    if (bytes < 0) return false;
    at += bytes;
  }
  return true;
}

/** Whether it is UTF-8 without U+FFFD, which stands for bytes that are not. */
export function isText(at: usize, end: usize): bool {
  while (at < end) {
    countTurn();
    const bytes = characterBytes(at, end);
    if (bytes < 0 || (bytes == 3 && (load<u32>(at) & 0xffffff) == 0xbdbfef)) return false;
    at += bytes;
  }
  return true;
}
