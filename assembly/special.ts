/**
 * Whether a string is canonical already, sixteen bytes a step: most are, and are then used where they lie. A table of
 * thirty-two bytes tells the bytes that stop that: by nibbles the ASCII ones, then 0x80 or 0 for all the others.
 */
import { step } from "./steps";

/** Whether [from, end) holds a byte of the set that `table` describes. */
export function hasSpecial(from: usize, end: usize, table: usize): bool {
  const nibbles = v128.load(table);
  const highBytes = v128.load(table, 16);
  const bits = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  for (; from < end; from += 16) {
    step();
    const block = v128.load(from);
    const low = i8x16.swizzle(nibbles, v128.and(block, i8x16.splat(15)));
    const ascii = v128.and(low, i8x16.swizzle(bits, i8x16.shr_u(block, 4)));
    const special = v128.or(ascii, v128.and(block, highBytes));
    if (!v128.any_true(special)) continue;
    const found = i8x16.bitmask(i8x16.ne(special, i8x16.splat(0)));
    if (from + <usize>ctz(found) < end) return true;
  }
  return false;
}
