/**
 * For hosts without SIMD, such as Chicory on the JVM: what the functions of the same names do sixteen bytes at a time, here eight
 * bytes at a time in 64-bit words. They call these where the compiler's ASC_FEATURE_SIMD is 0; the other branch of such a condition
 * is not compiled. A JVM checks every access to memory and counts every turn of a loop, so both are few.
 */
import { CR, HASH, LF, QUESTION, SEMICOLON, SLASH } from "./characters";
import { countTurn } from "./steps";

const WORD_BYTES: usize = 8;
const BLOCK_BYTES: usize = 16;
/** Times a byte, this is a word of eight such bytes. */
const ONES: u64 = 0x0101010101010101;
const LOW_BITS: u64 = 0x7f7f7f7f7f7f7f7f;
const HIGH_BITS: u64 = 0x8080808080808080;

/** The highest bit of each byte that is not 0. */
function nonzeroBytes(word: u64): u64 {
  return (((word & LOW_BITS) + LOW_BITS) | word) & HIGH_BITS;
}

/** The highest bit of each of eight bytes as eight bits in a row. The multiplication moves each of them to its place, and adds none. */
function bitsOf(highBits: u64): u32 {
  return <u32>(((highBits >> 7) * 0x0102040810204080) >> 56);
}

/** The number of the first byte of which the highest bit is set. */
function firstOf(highBits: u64): usize {
  return <usize>(ctz(highBits) >> 3);
}

/** The highest bit of each byte that is `byte`. */
function equalBytes(word: u64, byte: u8): u64 {
  return nonzeroBytes(word ^ (ONES * byte)) ^ HIGH_BITS;
}

/** A bit for each of the sixteen positions at which the two blocks have different bytes. */
export function differences(a: usize, b: usize): i32 {
  const low = nonzeroBytes(load<u64>(a) ^ load<u64>(b));
  const high = nonzeroBytes(load<u64>(a, 8) ^ load<u64>(b, 8));
  return <i32>(bitsOf(low) | (bitsOf(high) << 8));
}

/** How many bytes the two strings share at their start, at most `limit`. */
export function commonPrefix(a: usize, b: usize, limit: usize): usize {
  for (let length: usize = 0; length < limit; length += WORD_BYTES) {
    countTurn();
    const different = load<u64>(a + length) ^ load<u64>(b + length);
    if (different != 0) return min(limit, length + firstOf(different));
  }
  return limit;
}

/** The address of the first `byte` in [from, end), or `end`. */
export function indexOf(byte: u8, from: usize, end: usize): usize {
  for (; from < end; from += WORD_BYTES) {
    countTurn();
    const found = equalBytes(load<u64>(from), byte);
    if (found != 0) return min(end, from + firstOf(found));
  }
  return end;
}

/** A bit for each of the sixteen bytes at `block` that is LF, CR, `#` or `third`. */
export function marksIn(block: usize, third: u8): u32 {
  return marksInWord(load<u64>(block), third) | (marksInWord(load<u64>(block, 8), third) << 8);
}

function marksInWord(word: u64, third: u8): u32 {
  const lineEnds = equalBytes(word, LF) | equalBytes(word, CR);
  return bitsOf(lineEnds | equalBytes(word, HASH) | equalBytes(word, third));
}

/** The first `/`, `?`, `;` or `#` in [from, end), or `end`. */
export function findDelimiter(from: usize, end: usize): usize {
  for (; from < end; from += WORD_BYTES) {
    countTurn();
    const word = load<u64>(from);
    const found =
      equalBytes(word, SLASH) | equalBytes(word, QUESTION) | equalBytes(word, SEMICOLON) | equalBytes(word, HASH);
    if (found != 0) return min(end, from + firstOf(found));
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
  const low = load<u64>(block);
  const high = load<u64>(block, 8);
  let found: i32 = 0;
  if (mayBeNoncanonical(low)) found = noncanonicalInWord(low, table);
  if (mayBeNoncanonical(high)) found |= noncanonicalInWord(high, table) << 8;
  return found;
}

/**
 * Whether the eight bytes may hold one of a set. No set holds letters, digits, or one of `+ , - . / : ; = ? @ [ ] _`: all sets are of
 * bytes up to `*`, of `<`, `>`, `\`, `^`, `|`, of the grave accent, and of bytes from `{` on (test/embed/scalar.test.ts).
 */
function mayBeNoncanonical(word: u64): bool {
  const upToStar = (word - ONES * 0x2b) & ~word;
  const fromBrace = (word + ONES * 0x05) | word;
  return ((upToStar | fromBrace | equalBytes(word & (ONES * 0x9d), 0x1c) | equalBytes(word, 0x60)) & HIGH_BITS) != 0;
}

function noncanonicalInWord(word: u64, table: usize): i32 {
  const beyondAscii = load<u8>(table, 16);
  let found: i32 = 0;
  for (let i: usize = 0; i < WORD_BYTES; i++) {
    const byte = <u32>word & 0xff;
    const special = (<u32>load<u8>(table + (byte & 15)) & (1 << (byte >> 4))) | (byte & beyondAscii);
    found |= (<i32>(special != 0)) << (<i32>i);
    word >>= 8;
  }
  return found;
}

/** A bit for each of the sixteen bytes at `block` that is `second` and stands after `first`. */
export function pairsIn(block: usize, first: u8, second: u8): i32 {
  const low = equalBytes(load<u64>(block - 1), first) & equalBytes(load<u64>(block), second);
  const high = equalBytes(load<u64>(block + 7), first) & equalBytes(load<u64>(block, 8), second);
  return <i32>(bitsOf(low) | (bitsOf(high) << 8));
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
