/**
 * What URL parsers do to the bytes of a path and a query (URL Standard 1.3 and 4.4), and which of it can change a verdict in
 * a dialect, as bindings/bulk/filter/rewriting.ts knows it.
 */
import { indexOf } from "../bytes/bytes";
import { CR, HASH, LF, PERCENT, QUESTION, SLASH, SPACE } from "../bytes/characters";
import { DECODE, DIALECT_BYTES, DIALECTS, ENCODE, URL_SHIFT } from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { isUtf8 } from "./utf8";

/** The byte is in the percent-encode set for paths, or for queries of http URLs. */
export const IN_PATH: u8 = 1;
export const IN_QUERY: u8 = 2;
/** It depends on the bytes beside it. */
const DEPENDS: u8 = 4;
/** It takes the place of a slash in paths. */
const IS_BACKSLASH: u8 = 8;
/** Only bytes that are not UTF-8 change a verdict. */
const NOT_ASCII: u8 = 16;

const DOT: u8 = 46;
const DELETE: u8 = 127;
const BACKSLASH: u8 = 92;

const encodeSets: usize = memory.data(256);
const marks: usize = memory.data(256);

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

/** From now on lines are marked for this dialect: bytes that it compares with their escapes as equal need no second look. */
export function markFor(dialect: u32): void {
  const known = DIALECTS + <usize>dialect * DIALECT_BYTES;
  for (let i: u32 = 0; i < 256; i++) {
    const isEqual = (load<u8>(known + i) & ((ENCODE | DECODE) << URL_SHIFT)) != 0;
    store<u8>(marks + i, markOf(<u8>i, isEqual));
  }
}

function markOf(byte: u8, isEqual: bool): u8 {
  if (byte <= SPACE || byte == DOT || byte == PERCENT || byte == QUESTION) return DEPENDS;
  if (byte == BACKSLASH) return IS_BACKSLASH;
  if (byte == HASH) return 0;
  if (!isEqual) return setsOf(byte);
  return byte > DELETE ? NOT_ASCII : 0;
}

/** The last line that was looked at: where its LF is, and whether what is requested for it may differ from what it says. */
export let lineEnd: usize = 0;
export let isRewritten: bool = false;

/** Looks at the line of which [from, …) is the path. A line is marked without need here and there, which costs time alone. */
export function markLine(from: usize, blockEnd: usize): void {
  let part = IN_PATH | IS_BACKSLASH;
  let hasOthers = false;
  for (let at = from; ; at++) {
    countTurn();
    let byte = load<u8>(at);
    while (load<u8>(marks + byte) == 0) byte = load<u8>(++at);
    if (byte == LF) {
      lineEnd = at;
      isRewritten = hasOthers && !isUtf8(from, at);
      return;
    }
    if (byte == QUESTION) part = IN_QUERY;
    const mark = load<u8>(marks + byte);
    if (mark == NOT_ASCII) hasOthers = true;
    else if (mark == DEPENDS ? dependsHere(at, byte) : (mark & part) != 0) {
      lineEnd = indexOf(LF, at, blockEnd);
      isRewritten = true;
      return;
    }
  }
}

/** Every space and control counts, because the ones at the end are removed. */
function dependsHere(at: usize, byte: u8): bool {
  if (byte == DOT) return load<u8>(at - 1) == SLASH;
  // The escape of a dot, `%2e`.
  if (byte == PERCENT) return load<u8>(at - 1) == SLASH && load<u8>(at, 1) == 50 && (load<u8>(at, 2) | 32) == 101;
  if (byte == QUESTION) return load<u8>(at, 1) == HASH || isEnd(at + 1);
  return !isEnd(at);
}

function isEnd(at: usize): bool {
  return load<u8>(at) == LF || (load<u8>(at) == CR && load<u8>(at, 1) == LF);
}
