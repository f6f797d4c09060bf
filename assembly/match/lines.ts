/**
 * Decides a chunk of newline-separated URLs in one call from the host. Lines end at LF, a CR before it is dropped, and an
 * empty line is the URL "", which is the root. One pass in steps of sixteen bytes finds the line ends and the bytes that
 * make a URL's path not canonical (line ends alone: 10 ns for a URL of 65 bytes, 73 byte by byte). A URL with the same
 * origin as the URL before it has its path at the same offset.
 */
import { equal } from "../bytes/bytes";
import { CR, DOT, LF, PERCENT, QUESTION, SLASH } from "../bytes/characters";
import {
  CANONICAL,
  INPUT,
  MAX_URL_BYTES,
  NO_HOST_AT,
  NOT_NORMALISED,
  NOT_NORMALISED_VERDICT,
  RESULTS,
  URL_NONCANONICAL_AT,
} from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { unusualIn } from "../spell/noncanonical";
import { findOrigin, findPlainOrigin } from "../spell/url";
import { decide, decideNoncanonical, decidePath, isWritten } from "./decide";
import { takeRoomWanted } from "./path-index";
import { dialectOf, NO_DECISION } from "./program";

const CR_LF: u16 = 0x0a0d;

/** The last URL whose origin was found, and the origin's bytes with the `/` after it; 0 for none. */
let known: usize = 0;
let knownBytes: usize = 0;

/** What a line holds besides plain bytes: escapes; bytes that may give it another reading. */
const ESCAPES: u32 = 1;
const UNUSUAL: u32 = 2;

/**
 * Decides the lines in the first `length` bytes of INPUT, each ended by LF: one byte a line in RESULTS, 1 for allowed, or
 * NOT_NORMALISED_VERDICT (decide.ts). Returns their count, or -1 if one is longer than a URL may be here or wants room; the host
 * then decides them one by one.
 */
export function decideLines(program: usize, length: usize, asWritten: bool): isize {
  const end = INPUT + length;
  const table = dialectOf(program) + URL_NONCANONICAL_AT;
  let line = INPUT;
  let marks: u32 = 0;
  let result = RESULTS;
  knownBytes = 0;
  for (let block = INPUT; block < end; block += 16) {
    countTurn();
    // LF is special in every dialect.
    for (let found = unusualIn(block, table, SLASH, DOT); found != 0; found &= found - 1) {
      countTurn();
      const at = block + <usize>ctz(found);
      if (at >= end) break;
      if (load<u8>(at) != LF) {
        marks |= marksOf(at);
        continue;
      }
      if (at - line > MAX_URL_BYTES) return -1;
      const decision = decideLine(program, line, at, marks, asWritten);
      store<u8>(result++, decision == NOT_NORMALISED ? NOT_NORMALISED_VERDICT : <u8>(decision & 1));
      line = at + 1;
      marks = 0;
    }
  }
  return takeRoomWanted() ? -1 : result - RESULTS;
}

function marksOf(at: usize): u32 {
  // At the start of a segment it may stand for a dot (plain.ts).
  if (load<u8>(at) == PERCENT && load<u8>(at - 1) != SLASH) return ESCAPES;
  return load<u16>(at) == CR_LF ? 0 : UNUSUAL;
}

/** The decision for the line from `url` to the LF at `lf`. */
function decideLine(program: usize, url: usize, lf: usize, marks: u32, asWritten: bool): i32 {
  const end = lf - <usize>(load<u8>(lf - 1) == CR && lf > url);
  // An empty query is another reading.
  if (marks >= UNUSUAL || load<u8>(end - 1) == QUESTION) return decide(program, url, end, CANONICAL, asWritten);
  if (knownBytes == 0 || knownBytes > end - url || !equal(known, url, knownBytes)) {
    knownBytes =
      asWritten || isWritten(program)
        ? findOrigin(url, end)
        : findPlainOrigin(url, end, dialectOf(program) + NO_HOST_AT);
    if (knownBytes == 0) return decide(program, url, end, CANONICAL, asWritten);
    known = url;
  }
  const path = url + knownBytes - 1;
  return marks == 0
    ? decidePath(program, path, end, NO_DECISION)
    : decideNoncanonical(program, path, end, dialectOf(program), CANONICAL);
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
