/** Decisions for URLs that lie anywhere in memory, of any length, with an index once it pays. */

import { copy, indexOf } from "../bytes/bytes";
import { CR, LF } from "../bytes/characters";
import {
  CACHE_LINE_BYTES,
  CANONICAL,
  DECISIONS_BEFORE,
  INDEX_BEFORE,
  INPUT,
  INPUT_BYTES,
  LINE_SHIFT,
  MAX_EXPANSION,
  MAX_PATTERN_BYTES,
  MAX_URL_BYTES,
  PADDING,
  PATH_INDEX_BYTES,
  PATH_INDEX_FACTOR,
  RESULTS,
  RULE_BYTES,
  TOTAL_BYTES_AT,
} from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { decide, decideUrlAt, wantsIndex } from "../match/decide";
import { buildIndex, indexBytes } from "../match/index-builder";
import { decideLines } from "../match/lines";
import { takeRoomWanted } from "../match/path-index";
import { patternEndOf, patternsOf, rulesOf } from "../match/program";
import { INVALID_LENGTH, INVALID_PROGRAM, isError, OUT_OF_MEMORY, URL_TOO_LONG } from "./errors";
import { allocate, hasRoom, MAX_BLOCK_BYTES, release, shrink } from "./heap";
import { HANDLE_BYTES, indexBlockOf, programOf, setIndexBlock, slotOf } from "./programs";

/** For guessing from its bytes how many lines a block has. */
const TYPICAL_LINE_SHIFT: u32 = 6;

/** The decision for the URL [url, end), or an error. */
export function decideUrl(slot: usize, url: usize, end: usize): i32 {
  const program = programOf(slot);
  const length = end - url;
  if (length > MAX_URL_BYTES) return decideLongUrl(slot, url, end);
  copy(INPUT, url, length);
  if (wantsIndex(program, 1)) addIndex(slot);
  const decision = decide(program, INPUT, INPUT + length, CANONICAL, true);
  return takeRoomWanted() ? decideLongUrl(slot, url, end) : decision;
}

/** The line of the rule that decided, or 0 if no rule did. */
export function ruleLineOf(slot: usize, decision: i32): i32 {
  if (decision < 0) return 0;
  return <i32>(load<u32>(rulesOf(programOf(slot)) + <usize>(decision >> 1) * RULE_BYTES, 4) >> LINE_SHIFT);
}

/** Such a URL gets room of its own, with its canonical path and notes behind it. The tables of find.ts bound the patterns. */
function decideLongUrl(slot: usize, url: usize, end: usize): i32 {
  const program = programOf(slot);
  const length = end - url;
  if (longestPattern(program) > MAX_PATTERN_BYTES) return URL_TOO_LONG;
  const notesBytes = PATH_INDEX_BYTES + 2 * load<u32>(program, TOTAL_BYTES_AT);
  const room = <u64>length * (1 + MAX_EXPANSION + PATH_INDEX_FACTOR) + 2 * PADDING + notesBytes;
  const block: usize = room > MAX_BLOCK_BYTES ? 0 : allocate(<usize>room);
  if (block == 0) return OUT_OF_MEMORY;
  if (wantsIndex(program, 1)) addIndex(slot);
  const start = block + PADDING;
  memory.copy(start, url, length);
  const decision = decideUrlAt(program, start, start + length, start + length + PADDING, block + <usize>room);
  release(block);
  return decision;
}

function longestPattern(program: usize): usize {
  let longest: u32 = 0;
  let start: u32 = 0;
  for (let rule = rulesOf(program), end = patternsOf(program); rule < end; rule += RULE_BYTES) {
    countTurn();
    longest = max(longest, patternEndOf(rule) - start);
    start = patternEndOf(rule);
  }
  return longest;
}

/** A program that needs more for an index goes on without one. */
let maxIndexBytes: usize = MAX_BLOCK_BYTES;
/** The room that an index lacked, or 0. */
let roomWanted: usize = 0;

export function limitIndexes(bytes: usize): void {
  maxIndexBytes = bytes;
}

/** The room that an index has lacked since the last call, or 0. */
export function takeIndexRoomWanted(): usize {
  const wanted = roomWanted;
  roomWanted = 0;
  return wanted;
}

/** Counts decisions, and adds an index once it pays. */
export function countDecisions(slot: usize, decisions: u32): void {
  if (wantsIndex(programOf(slot), decisions)) addIndex(slot);
}

/** Without memory for an index, the program goes on without one: until it has decided as often again, if room can be made. */
function addIndex(slot: usize): void {
  const program = programOf(slot);
  const room = indexBytes(program) + CACHE_LINE_BYTES;
  if (room <= maxIndexBytes && !hasRoom(room)) {
    store<u32>(program - DECISIONS_BEFORE, 0);
    roomWanted = room;
    return;
  }
  const block: usize = room > maxIndexBytes ? 0 : allocate(room);
  const index = (block + CACHE_LINE_BYTES - 1) & ~(CACHE_LINE_BYTES - 1);
  const end: usize = block == 0 ? 0 : buildIndex(program, index, room - CACHE_LINE_BYTES);
  if (end == 0) {
    release(block);
    store<u32>(program - DECISIONS_BEFORE, u32.MAX_VALUE);
    return;
  }
  // Building takes at least twice the room of the index.
  shrink(block, end - block);
  store<u32>(program - INDEX_BEFORE, <u32>index);
  setIndexBlock(slot, block);
}

/** The program decides without an index until it has decided as often again. */
export function dropIndex(slot: usize): void {
  const program = programOf(slot);
  release(indexBlockOf(slot));
  setIndexBlock(slot, 0);
  store<u32>(program - INDEX_BEFORE, 0);
  store<u32>(program - DECISIONS_BEFORE, 0);
}

/**
 * Decides the lines of [from, end), which end at LF or CRLF, and writes a byte for each over them, from `from` on: 1 for
 * allowed, 0 for not. Returns their number or an error. No verdict can reach a line that is still to be read, because a line
 * has at least one byte.
 */
export function decideLinesAt(slot: usize, from: usize, end: usize): i32 {
  if (wantsIndex(programOf(slot), <u32>((end - from) >> TYPICAL_LINE_SHIFT) + 1)) addIndex(slot);
  let to = from;
  for (let at = from; at < end; ) {
    const chunkEnd = endOfChunk(at, end);
    const count: isize = chunkEnd == at ? -1 : decideChunk(slot, at, chunkEnd, to);
    const next = count >= 0 ? chunkEnd : max(chunkEnd, min(end, indexOf(LF, at, end) + 1));
    const decided: isize = count >= 0 ? count : decideEach(slot, at, next, to);
    if (decided < 0) return <i32>decided;
    to += decided;
    at = next;
  }
  return <i32>(to - from);
}

/** The end of the whole lines from `at` on that fit INPUT with a last LF; `at` if the first does not. */
function endOfChunk(at: usize, end: usize): usize {
  if (end - at < INPUT_BYTES) return end;
  let last = at + INPUT_BYTES;
  while (last > at && load<u8>(last - 1) != LF) last--;
  return last;
}

/** Returns the number of lines, or -1 if a line is longer than a URL may be in INPUT. */
function decideChunk(slot: usize, at: usize, end: usize, to: usize): isize {
  const length = end - at;
  memory.copy(INPUT, at, length);
  store<u8>(INPUT + length, LF);
  const count = decideLines(programOf(slot), length + <usize>(load<u8>(end - 1) != LF), true);
  if (count > 0) memory.copy(to, RESULTS, count);
  return count;
}

/** Decides the lines of [at, end) one by one, and returns their number or an error. */
function decideEach(slot: usize, at: usize, end: usize, to: usize): isize {
  const first = to;
  while (at < end) {
    const lineEnd = indexOf(LF, at, end);
    const verdict = verdictOfLine(slot, at, lineEnd);
    if (verdict < 0) return verdict;
    store<u8>(to++, <u8>verdict);
    at = lineEnd + 1;
  }
  return <isize>(to - first);
}

/**
 * 1 or 0 for the line [line, end). A URL that cannot be decided is not allowed; but without memory no verdict is sure, so
 * that is an error of the whole block.
 */
function verdictOfLine(slot: usize, line: usize, end: usize): i32 {
  const hasCr = end > line && load<u8>(end - 1) == CR;
  const decision = decideUrl(slot, line, end - <usize>hasCr);
  if (decision == OUT_OF_MEMORY) return decision;
  return isError(decision) ? 0 : decision & 1;
}

/**
 * Decides the lines of [line, end), each by the program whose handle has the same number among the `rows` handles at `at`,
 * and writes the verdicts over the handles. Returns `rows` or an error.
 */
export function decideRowsAt(at: usize, rows: u32, line: usize, end: usize): i32 {
  for (let row: u32 = 0; row < rows; row++) {
    countTurn();
    const slot = slotOf(load<u32>(at + <usize>row * HANDLE_BYTES));
    if (slot == 0) return INVALID_PROGRAM;
    if (line >= end) return INVALID_LENGTH;
    const lineEnd = indexOf(LF, line, end);
    const verdict = verdictOfLine(slot, line, lineEnd);
    if (verdict < 0) return verdict;
    store<u8>(at + row, <u8>verdict);
    line = lineEnd + 1;
  }
  return line < end ? INVALID_LENGTH : <i32>rows;
}
