/**
 * For hosts without SIMD, such as Chicory on the JVM: what the functions of the same names do sixteen bytes at a time, byte by
 * byte. They call these where the compiler's ASC_FEATURE_SIMD is 0; the other branch of such a condition is not compiled.
 */
import { CR, HASH, LF, QUESTION, SEMICOLON, SLASH } from "./characters";
import { countTurn } from "./steps";

const BLOCK_BYTES: usize = 16;

/** A bit for each of the sixteen positions at which the two blocks have different bytes. */
export function differences(a: usize, b: usize): i32 {
  let found: i32 = 0;
  for (let i: usize = 0; i < BLOCK_BYTES; i++) found |= (<i32>(load<u8>(a + i) != load<u8>(b + i))) << (<i32>i);
  return found;
}

/** How many bytes the two strings share at their start, at most `limit`. */
export function commonPrefix(a: usize, b: usize, limit: usize): usize {
  let length: usize = 0;
  for (; length < limit && load<u8>(a + length) == load<u8>(b + length); length++) countTurn();
  return length;
}

/** The address of the first `byte` in [from, end), or `end`. */
export function indexOf(byte: u8, from: usize, end: usize): usize {
  for (; from < end && load<u8>(from) != byte; from++) countTurn();
  return from;
}

/** A bit for each of the sixteen bytes at `block` that is LF, CR, `#` or `third`. */
export function marksIn(block: usize, third: u8): u32 {
  let found: u32 = 0;
  for (let i: usize = 0; i < BLOCK_BYTES; i++) {
    const byte = load<u8>(block + i);
    found |= (<u32>(byte == LF || byte == CR || byte == HASH || byte == third)) << (<u32>i);
  }
  return found;
}

/** The first `/`, `?`, `;` or `#` in [from, end), or `end`. */
export function findDelimiter(from: usize, end: usize): usize {
  for (; from < end; from++) {
    countTurn();
    const byte = load<u8>(from);
    if (byte == SLASH || byte == QUESTION || byte == SEMICOLON || byte == HASH) return from;
  }
  return end;
}

/** Whether the first `length` bytes of the text are those of the name, its letters in either case. */
export function startsWith(text: usize, name: usize, length: usize): bool {
  for (let i: usize = 0; i < length; i++) {
    const letter = load<u8>(name + i);
    if ((load<u8>(text + i) | (letter >= 97 ? 0x20 : 0)) != letter) return false;
  }
  return true;
}

/** A bit for each of the sixteen bytes at `block` that is in the set that `table` describes (noncanonical.ts). */
export function noncanonicalIn(block: usize, table: usize): i32 {
  const high = load<u8>(table, 16);
  let found: i32 = 0;
  for (let i: usize = 0; i < BLOCK_BYTES; i++) {
    const byte = <u32>load<u8>(block + i);
    const special = (<u32>load<u8>(table + (byte & 15)) & (1 << (byte >> 4))) | (byte & high);
    found |= (<i32>(special != 0)) << (<i32>i);
  }
  return found;
}

/** A bit for each of the sixteen positions from `block` at which a segment may start (sieve.ts). */
export function sift(sieve: usize, block: usize): i32 {
  let found: i32 = 0;
  for (let i: usize = 0; i < BLOCK_BYTES; i++) {
    const at = block + i;
    const buckets = bucketsAt(at, sieve) & bucketsAt(at + 1, sieve + 32) & bucketsAt(at + 2, sieve + 64);
    found |= (<i32>(buckets != 0)) << (<i32>i);
  }
  return found;
}

function bucketsAt(at: usize, tables: usize): u8 {
  const byte = load<u8>(at);
  return load<u8>(tables + (byte & 15)) & load<u8>(tables + (byte >> 4), 16);
}

/** The number of the byte among the sixteen at `keys`, or 16. */
export function keyNumber(keys: usize, byte: u8): usize {
  return indexOf(byte, keys, keys + BLOCK_BYTES) - keys;
}

/** Copies sixteen bytes. */
export function copyBlock(to: usize, from: usize): void {
  store<u64>(to, load<u64>(from));
  store<u64>(to, load<u64>(from, 8), 8);
}
