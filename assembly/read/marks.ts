/**
 * Finds the bytes that end the text of a line: LF, CR, `#`, and NUL in some dialects. They are noted for a chunk of the file at
 * once, 64 bytes a step and without a branch for each: 8 ns a step, where a search from line to line takes 14 ns a line.
 */
import { CR, HASH, LF, NUL } from "../bytes/characters";
import { FAILURE } from "../bytes/layout";
import * as scalar from "../bytes/scalar";
import { countTurn } from "../bytes/steps";

/** The addresses of the marks, four bytes each: nothing is matched while a file is read, so FAILURE is free. */
export const MARKS: usize = FAILURE;
export const MARK_BYTES: usize = 4;
/** FAILURE has room for a mark at each byte of a chunk. */
export const CHUNK_BYTES: usize = 8192;

const STEP_BYTES: usize = 64;

/**
 * The marks, each at the place that its low four bits name, so that a byte is compared with one of them alone. Where there is
 * none, the place holds a byte that belongs to another.
 */
const WITHOUT_NUL: usize = memory.data<u8>([1, 0, 0, HASH, 0, 0, 0, 0, 0, 0, LF, 0, 0, CR, 0, 0]);
const WITH_NUL: usize = memory.data<u8>([NUL, 0, 0, HASH, 0, 0, 0, 0, 0, 0, LF, 0, 0, CR, 0, 0]);

/** Notes the marks in [chunk, end) and returns the end of their list. */
export function noteMarks(chunk: usize, end: usize, isNulMark: bool): usize {
  const table = isNulMark ? WITH_NUL : WITHOUT_NUL;
  let to = MARKS;
  for (let from = chunk; from < end; from += STEP_BYTES) {
    countTurn();
    let marks = marksIn(from, table) | (marksIn(from + 16, table) << 16);
    marks |= (marksIn(from + 32, table) << 32) | (marksIn(from + 48, table) << 48);
    const listEnd = to + <usize>popcnt(marks) * MARK_BYTES;
    // Four at once: few steps have more, and what is written too much is written over.
    do {
      countTurn();
      store<u32>(to, <u32>(from + <usize>ctz(marks)));
      marks &= marks - 1;
      store<u32>(to, <u32>(from + <usize>ctz(marks)), 1 * MARK_BYTES);
      marks &= marks - 1;
      store<u32>(to, <u32>(from + <usize>ctz(marks)), 2 * MARK_BYTES);
      marks &= marks - 1;
      store<u32>(to, <u32>(from + <usize>ctz(marks)), 3 * MARK_BYTES);
      marks &= marks - 1;
      to += 4 * MARK_BYTES;
    } while (marks != 0);
    to = listEnd;
  }
  // The last step may have looked beyond the end.
  while (to > MARKS && load<u32>(to - MARK_BYTES) >= <u32>end) to -= MARK_BYTES;
  return to;
}

/** A bit for each of the sixteen bytes at `at` that is a mark. */
function marksIn(at: usize, table: usize): u64 {
  if (!ASC_FEATURE_SIMD) return scalar.marksIn(at, table == WITH_NUL ? NUL : LF);
  const block = v128.load(at);
  const marks = i8x16.swizzle(v128.load(table), v128.and(block, i8x16.splat(15)));
  return <u64>i8x16.bitmask(i8x16.eq(block, marks));
}
