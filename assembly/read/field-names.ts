/**
 * Recognises the names that a line can start with (`Disallow`, `User-agent`, …) in any letter case. The dialect lists them,
 * so misspellings and missing names are data. Sixteen bytes are compared with a name at once.
 */
import { NAME_BYTES, NAME_KIND_AT, NAME_LENGTH_AT, NAME_NUMBERS_AT, NAMES_AT } from "../bytes/layout";
import * as scalar from "../bytes/scalar";
import { countTurn } from "../bytes/steps";

/** The kind of record that a name makes, and its length in the low byte; 0 without a name. */
type Name = u32;

export function kindOfName(name: Name): u32 {
  return name >> 8;
}

export function lengthOfName(name: Name): usize {
  return <usize>(name & 0xff);
}

/** The name at the start of [at, end), or 0. The first letter chooses the name that is compared first, nearly always the last. */
export function nameAt(at: usize, end: usize, dialectAt: usize): Name {
  // The letters are the bytes 1 to 26 of each run of 32 bytes; other bytes there choose a name that they do not start.
  const number = <usize>load<u8>(dialectAt + (load<u8>(at) & 31), NAME_NUMBERS_AT);
  if (number == 0) return 0;
  const room = <u32>min<usize>(end - at, NAME_BYTES);
  const entry = dialectAt + NAMES_AT + (number - 1) * NAME_BYTES;
  return isNameAt(at, room, entry) ? nameOf(entry) : nameAfter(entry, at, room);
}

/** Whether [at, end) as a whole is a name. */
export function isName(at: usize, end: usize, dialectAt: usize): bool {
  const room = <u32>min<usize>(end - at, NAME_BYTES);
  return lengthOfName(nameAfter(dialectAt + NAMES_AT - NAME_BYTES, at, room)) == end - at;
}

/** The name among those after `entry`. */
function nameAfter(entry: usize, at: usize, room: u32): Name {
  do {
    countTurn();
    entry += NAME_BYTES;
    if (lengthAt(entry) == 0) return 0;
  } while (!isNameAt(at, room, entry));
  return nameOf(entry);
}

function isNameAt(at: usize, room: u32, entry: usize): bool {
  const length = lengthAt(entry);
  return length <= room && startsWith(at, entry, length);
}

function nameOf(entry: usize): Name {
  return ((<u32>load<u8>(entry, NAME_KIND_AT)) << 8) | lengthAt(entry);
}

function lengthAt(entry: usize): u32 {
  return load<u8>(entry, NAME_LENGTH_AT);
}

/** Whether the first `length` bytes are those of the name, its letters in either case. */
function startsWith(at: usize, entry: usize, length: u32): bool {
  if (!ASC_FEATURE_SIMD) return scalar.startsWith(at, entry, length);
  const text = v128.load(at);
  const name = v128.load(entry);
  const fold = v128.and(i8x16.ge_u(name, i8x16.splat(97)), i8x16.splat(0x20));
  const different = i8x16.bitmask(i8x16.ne(v128.or(text, fold), name));
  return (different & ((1 << length) - 1)) == 0;
}
