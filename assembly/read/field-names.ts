/**
 * Recognises the names that a line can start with (`Disallow`, `User-agent`, …) in any letter case. The dialect lists them,
 * so misspellings and missing names are data. Sixteen bytes are compared with a name at once.
 */
import { NAME_BYTES, NAME_COUNT_AT, NAME_KIND_AT, NAME_LENGTH_AT, NAME_LETTERS_AT, NAMES_AT } from "../bytes/layout";
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

/** The name at the start of [at, end), or 0. */
export function nameAt(at: usize, end: usize, dialectAt: usize): Name {
  const letter = <u32>((load<u8>(at) | 0x20) - 97);
  if (letter > 25 || ((load<u32>(dialectAt, NAME_LETTERS_AT) >> letter) & 1) == 0) return 0;
  const room = <u32>min<usize>(end - at, NAME_BYTES);
  const namesEnd = dialectAt + NAMES_AT + <usize>load<u32>(dialectAt, NAME_COUNT_AT) * NAME_BYTES;
  for (let entry = dialectAt + NAMES_AT; entry < namesEnd; entry += NAME_BYTES) {
    countTurn();
    const length = <u32>load<u8>(entry, NAME_LENGTH_AT);
    if (length <= room && startsWith(at, entry, length)) {
      return ((<u32>load<u8>(entry, NAME_KIND_AT)) << 8) | length;
    }
  }
  return 0;
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
