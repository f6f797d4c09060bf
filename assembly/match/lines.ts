/**
 * Decides a chunk of newline-separated URLs in one call from the host. Lines end at LF, a CR before it is dropped, and an
 * empty line is the URL "", which is the root. One pass in steps of sixteen bytes finds the line ends and the bytes that
 * make a URL's path not canonical (line ends alone: 10 ns for a URL of 65 bytes, 73 byte by byte). A URL with the same
 * origin as the URL before it has its path at the same offset.
 */
import { equal } from "../bytes/bytes";
import { CR, LF } from "../bytes/characters";
import { CANONICAL, INPUT, MAX_URL_BYTES, RESULTS, URL_NONCANONICAL_AT } from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { noncanonicalIn } from "../spell/noncanonical";
import { findOrigin } from "../spell/url";
import { decide, decidePath } from "./decide";
import { takeRoomWanted } from "./path-index";
import { dialectOf, NO_DECISION } from "./program";

const CR_LF: u16 = 0x0a0d;

/** The last URL whose origin was found, and the origin's bytes with the `/` after it; 0 for none. */
let known: usize = 0;
let knownBytes: usize = 0;

/**
 * Decides the lines in the first `length` bytes of INPUT, each ended by LF: one byte a line in RESULTS, 1 for allowed.
 * Returns their count, or -1 if one is longer than a URL may be here or wants room; the host then decides them one by one.
 */
export function decideLines(program: usize, length: usize): isize {
  const end = INPUT + length;
  const table = dialectOf(program) + URL_NONCANONICAL_AT;
  let line = INPUT;
  let isCanonical = true;
  let result = RESULTS;
  knownBytes = 0;
  for (let block = INPUT; block < end; block += 16) {
    countTurn();
    // LF is special in every dialect.
    for (let found = noncanonicalIn(block, table); found != 0; found &= found - 1) {
      countTurn();
      const at = block + <usize>ctz(found);
      if (at >= end) break;
      if (load<u8>(at) != LF) {
        isCanonical = isCanonical && load<u16>(at) == CR_LF;
        continue;
      }
      if (at - line > MAX_URL_BYTES) return -1;
      const urlEnd = at - <usize>(load<u8>(at - 1) == CR && at > line);
      store<u8>(
        result++,
        <u8>((isCanonical ? decideAfterOrigin(program, line, urlEnd) : decide(program, line, urlEnd, CANONICAL)) & 1),
      );
      line = at + 1;
      isCanonical = true;
    }
  }
  return takeRoomWanted() ? -1 : result - RESULTS;
}

/** The decision for a URL without special bytes. */
function decideAfterOrigin(program: usize, url: usize, end: usize): i32 {
  if (knownBytes == 0 || knownBytes > end - url || !equal(known, url, knownBytes)) {
    knownBytes = findOrigin(url, end);
    if (knownBytes == 0) return decide(program, url, end, CANONICAL);
    known = url;
  }
  return decidePath(program, url + knownBytes - 1, end, NO_DECISION);
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
