/**
 * A chunk of newline-separated URLs, one crossing for all: lines end at LF, a CR before it is dropped, an empty line is
 * the URL "" and so the root. Line ends are found sixteen bytes a step.
 */
import { decide } from "./decide";
import { INPUT, MAX_URL_BYTES, RESULTS } from "./layout";
import { step } from "./steps";

const LF: u8 = 10;
const CR: u8 = 13;
/**
 * Decides the lines in the first `length` bytes of INPUT, each ended by LF: one byte a line in RESULTS, 1 for allowed.
 * Returns their count, or -1 if one is longer than a URL may be here; the host then decides them by other means.
 */
export function decideLines(program: usize, length: usize): isize {
  const end = INPUT + length;
  let line = INPUT;
  let result = RESULTS;
  for (let block = INPUT; block < end; block += 16) {
    step();
    let found = i8x16.bitmask(i8x16.eq(v128.load(block), i8x16.splat(LF)));
    while (found != 0) {
      step();
      const lineEnd = block + <usize>ctz(found);
      if (lineEnd >= end) return result - RESULTS;
      if (lineEnd - line > MAX_URL_BYTES) return -1;
      const urlEnd = lineEnd - <usize>(load<u8>(lineEnd - 1) == CR && lineEnd > line);
      store<u8>(result++, <u8>(decide(program, line, urlEnd) & 1));
      line = lineEnd + 1;
      found &= found - 1;
    }
  }
  return result - RESULTS;
}

/** How many LF the first `length` bytes of INPUT hold: the floor under decideLines, for benchmarks. */
export function countLines(length: usize): usize {
  const end = INPUT + length;
  let count: usize = 0;
  for (let block = INPUT; block < end; block += 16) {
    let found = i8x16.bitmask(i8x16.eq(v128.load(block), i8x16.splat(LF)));
    while (found != 0) {
      if (block + <usize>ctz(found) < end) store<u8>(RESULTS + count++, 1);
      found &= found - 1;
    }
  }
  return count;
}
