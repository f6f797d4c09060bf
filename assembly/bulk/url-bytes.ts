/**
 * What URL parsers do to the bytes of a path and a query (URL Standard 1.3 and 4.4), and which of it can change a verdict in
 * a dialect, as bindings/bulk/filter/rewriting.ts knows it.
 */
import { indexOf } from "../bytes/bytes";
import { BACKSLASH, CR, DELETE, DOT, HASH, LF, PERCENT, QUESTION, SLASH, SPACE } from "../bytes/characters";
import { DECODE, DIALECT_BYTES, DIALECTS, ENCODE, URL_SHIFT } from "../bytes/layout";
import * as scalar from "../bytes/scalar";
import { countTurn } from "../bytes/steps";
import { addTo, noncanonicalIn } from "../spell/noncanonical";
import { isEscapedDot } from "../spell/plain";
import { isUtf8 } from "./utf8";

/** The byte is in the percent-encode set for paths, or for queries of http URLs. */
export const IN_PATH: u8 = 1;
export const IN_QUERY: u8 = 2;
/** It depends on the bytes beside it. */
const DEPENDS: u8 = 4;
/** It takes the place of a slash in paths. */
const IS_BACKSLASH: u8 = 8;

const encodeSets: usize = memory.data(256);
const marks: usize = memory.data(256);
/** The bytes that have a mark, and all beyond ASCII, as noncanonical.ts finds them. */
const marked: usize = memory.data(32);

/** Call it once before all others. */
export function writeEncodeSets(): void {
  for (let i: u32 = 0; i < 256; i++) store<u8>(encodeSets + i, setsOf(<u8>i));
}

function setsOf(byte: u8): u8 {
  if (byte <= SPACE || byte >= DELETE || byte == 34 || byte == HASH || byte == 60 || byte == 62)
    return IN_PATH | IN_QUERY;
  if (byte == 39) return IN_QUERY;
  return byte == QUESTION || byte == 94 || byte == 96 || byte == 123 || byte == 125 ? IN_PATH : 0;
}

export function isEncoded(byte: u8, set: u8): bool {
  return (load<u8>(encodeSets + byte) & set) != 0;
}

let markedFor: u32 = 0;

/** From now on lines are marked for this dialect: bytes that it compares with their escapes as equal need no second look. */
export function markFor(dialect: u32): void {
  if (dialect == markedFor) return;
  markedFor = dialect;
  const known = DIALECTS + <usize>dialect * DIALECT_BYTES;
  memory.fill(marked, 0, 16);
  memory.fill(marked + 16, 0x80, 16);
  for (let i: u32 = 0; i < 256; i++) {
    const isEqual = (load<u8>(known + i) & ((ENCODE | DECODE) << URL_SHIFT)) != 0;
    const mark = markOf(<u8>i, isEqual);
    store<u8>(marks + i, mark);
    if (i <= DELETE && mark != 0) addTo(marked, <u8>i);
  }
}

/** A dot and a question mark have none: what they depend on is looked for beside them. Equal bytes beyond ASCII must be UTF-8. */
function markOf(byte: u8, isEqual: bool): u8 {
  if (byte == DOT || byte == QUESTION) return 0;
  if (byte <= SPACE || byte == PERCENT || byte == HASH) return DEPENDS;
  if (byte == BACKSLASH) return IS_BACKSLASH;
  return isEqual ? 0 : setsOf(byte);
}

/**
 * What `markLine` returns: where the LF of the line is, and a bit that says whether what is requested for it may differ from what
 * it says. Memory has at most 2^30 bytes, so the bit is free.
 */
type EndAndFlag = usize;
const REWRITTEN: usize = 1 << 31;

export function lineEndOf(marked: EndAndFlag): usize {
  return marked & ~REWRITTEN;
}

export function isRewritten(marked: EndAndFlag): bool {
  return (marked & REWRITTEN) != 0;
}

/** Looks at the line of which [from, …) is the path. A line is marked without need here and there, which costs time alone. */
export function markLine(from: usize, blockEnd: usize): EndAndFlag {
  let part = IN_PATH | IS_BACKSLASH;
  let partEnd = from;
  let isAscii = true;
  let block = from;
  while (true) {
    countTurn();
    for (let found = noncanonicalIn(block, marked) | dotSegmentsIn(block); found != 0; found &= found - 1) {
      countTurn();
      const at = block + <usize>ctz(found);
      const byte = load<u8>(at);
      if (byte == LF) return endAndFlag(at, endsInQuestion(at) || !(isAscii || isUtf8(from, at)));
      if (part != IN_QUERY && indexOf(QUESTION, partEnd, at) < at) part = IN_QUERY;
      partEnd = at;
      if (changes(at, byte, part)) return endAndFlag(indexOf(LF, at, blockEnd), true);
      isAscii = isAscii && byte <= DELETE;
    }
    block += 16;
  }
}

function endAndFlag(lineEnd: usize, rewritten: bool): EndAndFlag {
  return rewritten ? lineEnd | REWRITTEN : lineEnd;
}

/** Whether the byte, which has a mark or is a dot after a slash, is written otherwise. */
function changes(at: usize, byte: u8, part: u8): bool {
  const mark = load<u8>(marks + byte);
  return mark == DEPENDS ? dependsHere(at, byte) : byte == DOT || (mark & part) != 0;
}

/** A bit for each of the sixteen bytes at `block` that is a dot after a slash. */
function dotSegmentsIn(block: usize): i32 {
  if (!ASC_FEATURE_SIMD) return scalar.pairsIn(block, SLASH, DOT);
  const isDot = i8x16.eq(v128.load(block), i8x16.splat(DOT));
  return i8x16.bitmask(v128.and(isDot, i8x16.eq(v128.load(block - 1), i8x16.splat(SLASH))));
}

/** Every space and control counts, because the ones at the end are removed. */
function dependsHere(at: usize, byte: u8): bool {
  if (byte == PERCENT) return load<u8>(at - 1) == SLASH && isEscapedDot(at);
  if (byte == HASH) return load<u8>(at - 1) == QUESTION;
  return !isEnd(at);
}

function isEnd(at: usize): bool {
  return load<u8>(at) == CR && load<u8>(at, 1) == LF;
}

/** Whether the line whose LF is at `at` ends in a question mark. */
function endsInQuestion(at: usize): bool {
  return load<u8>(at - 1 - <usize>(load<u8>(at - 1) == CR)) == QUESTION;
}
