/** UTF-8 from UTF-16, as the Encoding Standard encodes it: a lone surrogate becomes U+FFFD. */
import { countTurn } from "./steps";

export const REPLACEMENT: u32 = 0xfffd;
const UNIT_BYTES: usize = 2;
const BLOCK_UNITS: usize = 16;
const BLOCK_BYTES: usize = BLOCK_UNITS * UNIT_BYTES;

/**
 * Encodes the `units` at `from` and returns the length of their UTF-8 at `to`. A unit takes at most three bytes, so the UTF-8 never
 * reaches units that are still to be read if `to + units + BLOCK_UNITS` is at most `from`. Overwrites a block behind the units.
 */
export function encodeUtf16(from: usize, units: usize, to: usize): usize {
  const start = to;
  const end = from + units * UNIT_BYTES;
  // The last block ends in ASCII, and no surrogate there makes a pair.
  memory.fill(end, 0, BLOCK_BYTES);
  while (from < end) {
    countTurn();
    const low = v128.load(from);
    const high = v128.load(from, 16);
    const bytes = i8x16.narrow_i16x8_u(low, high);
    v128.store(to, bytes);
    // Narrowing without a sign keeps the highest bit of U+0080 to U+7FFF, and narrowing with a sign that of all above.
    const beyondAscii = i8x16.bitmask(v128.or(bytes, i8x16.narrow_i16x8_s(low, high)));
    // A branch of its own, so that the next block need not wait for the number of bytes of this one.
    if (beyondAscii == 0) {
      from += BLOCK_BYTES;
      to += BLOCK_UNITS;
      continue;
    }
    const asciiUnits = <usize>ctz(beyondAscii);
    from += asciiUnits * UNIT_BYTES;
    to += asciiUnits;
    do {
      countTurn();
      let character = <u32>load<u16>(from);
      from += UNIT_BYTES;
      if ((character & 0xf800) == 0xd800) {
        const second = <u32>load<u16>(from);
        const isPair = character < 0xdc00 && (second & 0xfc00) == 0xdc00;
        if (isPair) from += UNIT_BYTES;
        character = isPair ? 0x10000 + ((character & 0x3ff) << 10) + (second & 0x3ff) : REPLACEMENT;
      }
      to = writeBeyondAscii(to, character);
    } while (load<u16>(from) >= 0x80);
  }
  // ASCII behind the end was encoded as well.
  return to - start - (from - end) / UNIT_BYTES;
}

/** Writes a character from U+0080 on as UTF-8 and returns its end. May overwrite four bytes, whatever its length. */
export function writeBeyondAscii(to: usize, character: u32): usize {
  const last = 0x80 | (character & 0x3f);
  if (character < 0x800) {
    store<u16>(to, <u16>(0xc0 | (character >> 6) | (last << 8)));
    return to + 2;
  }
  const third = 0x80 | ((character >> 6) & 0x3f);
  if (character < 0x10000) {
    store<u32>(to, 0xe0 | (character >> 12) | (third << 8) | (last << 16));
    return to + 3;
  }
  const second = 0x80 | ((character >> 12) & 0x3f);
  store<u32>(to, 0xf0 | (character >> 18) | (second << 8) | (third << 16) | (last << 24));
  return to + 4;
}
