/**
 * Decides a block in rounds. In each round, origins go on until they are settled or wait for the host; at its end the host
 * gets the asks. The lines of an origin are decided as soon as its rules are there, so that rules can be given up at any time.
 */

import { countTurn } from "../bytes/steps";
import { buffer, growBuffer } from "../embed/buffer";
import { INVALID_CALL, INVALID_PROGRAM, isError, OUT_OF_MEMORY } from "../embed/errors";
import { limitTo } from "../embed/heap";
import { askHowToSpell, MAX_ASKS, startAsks, writeAsks } from "./asks";
import { blanketSlot } from "./blanket";
import * as block from "./block";
import { ALLOWED_LINES, addCount, DISTINCT_ORIGINS, LINES, LINES_WITHOUT_URL, startCounts } from "./counts";
import { decideFrom, explainFrom } from "./decide-origin";
import { countDistinct } from "./distinct";
import { heldSlot, makeIndexRoom, measure, touchProgram } from "./held-programs";
import { clear, firstOf, LIST_BYTES, push, shorten, usedBytes } from "./list";
import { goOn, lookUp, waitForRules } from "./lookup";
import * as origins from "./origins";
import { expectPages, putPagesAway } from "./read-pages";
import { ALLOWED, NO_URL, UNKNOWN_ORIGIN } from "./verdicts";

/** Origins that wait for the host: numbers of four bytes. */
const waiting: usize = memory.data(LIST_BYTES);
/** How many origins of the queue have been begun. */
let begun: u32 = 0;
/** Origins of the queue are touched in groups before they are begun (block.ts). */
const GROUP_ORIGINS: u32 = 16;
const touched: usize = memory.data(4);
let isOpen: bool = false;
let maxPageBytes: u64 = 0;
/** The origin at which the last round failed. */
let failedAt: u32 = origins.NONE;

export function startRounds(pageBytes: u64): void {
  maxPageBytes = pageBytes;
  stop();
}

export function isDeciding(): bool {
  return isOpen;
}

export function failedOrigin(): u32 {
  return failedAt;
}

/**
 * Starts to decide `bytes` of the buffer. Returns the number of asks; 0 if the verdicts are in the buffer; or an error.
 * @param memoryBytes bounds memory without that of the block, here and in the buffer
 */
export function startBlock(bytes: u32, memoryBytes: usize, explains: bool): i32 {
  stop();
  startCounts();
  failedAt = origins.NONE;
  const error = block.readBlock(bytes, explains);
  if (error < 0) {
    stop();
    return error;
  }
  limitTo(memoryBytes + <usize>bytes + block.memoryBytes());
  isOpen = true;
  return runRound();
}

/** The block is given up: no line of it can be selected. */
export function stop(): void {
  endRounds();
  block.clearBlock();
}

/** Origins that wait must be looked up anew. */
function endRounds(): void {
  for (let i: u32 = 0; i < waitingCount(); i++) {
    const state = origins.stateOf(waitingAt(i));
    if (state == origins.WAITING || state == origins.ASKED) origins.forgetRules(waitingAt(i));
  }
  clear(waiting);
  putPagesAway();
  begun = 0;
  isOpen = false;
}

function waitingCount(): u32 {
  return <u32>(usedBytes(waiting) >> 2);
}

function waitingAt(i: u32): u32 {
  return load<u32>(firstOf(waiting) + ((<usize>i) << 2));
}

export function runRound(): i32 {
  if (!isOpen) return INVALID_CALL;
  startAsks(maxPageBytes);
  let result = resumeWaiting();
  putPagesAway();
  if (result == 0) result = beginOthers();
  if (result == 0) result = waitingCount() == 0 ? writeVerdicts() : handOver();
  if (result < 0) stop();
  else if (waitingCount() == 0) endRounds();
  return result;
}

function resumeWaiting(): i32 {
  let kept: u32 = 0;
  for (let i: u32 = 0; i < waitingCount(); i++) {
    countTurn();
    const origin = waitingAt(i);
    const error = advance(origin);
    if (error < 0) return fail(origin, error);
    if (!waits(origin)) continue;
    store<u32>(firstOf(waiting) + ((<usize>kept) << 2), origin);
    kept++;
  }
  shorten(waiting, (<usize>kept) << 2);
  return 0;
}

function beginOthers(): i32 {
  for (; begun < block.queueLength() && waitingCount() < MAX_ASKS; begun++) {
    countTurn();
    if (begun % GROUP_ORIGINS == 0) touchQueue(begun);
    const origin = block.queuedAt(begun);
    const error = advance(origin);
    if (error < 0) return fail(origin, error);
    if (!waits(origin)) continue;
    const entry = push(waiting, 4);
    if (entry == 0) return fail(origin, OUT_OF_MEMORY);
    store<u32>(entry, origin);
  }
  return 0;
}

/** Loads the first line and the rules of some origins, so that the processor waits for all of them together. */
function touchQueue(from: u32): void {
  let sum: u32 = 0;
  for (let i = from, end = min(from + GROUP_ORIGINS, block.queueLength()); i < end; i++) {
    const origin = block.queuedAt(i);
    const line = block.firstLineOf(origin);
    if (line != origins.NONE) sum += load<u8>(block.startOf(line));
    if (origins.stateOf(origin) == origins.HELD) sum += touchProgram(origins.referenceOf(origin));
  }
  store<u32>(touched, sum);
}

/** An origin that fails while it waits is not in the list any more. */
function fail(origin: u32, error: i32): i32 {
  const state = origins.stateOf(origin);
  if (state == origins.WAITING || state == origins.ASKED) origins.forgetRules(origin);
  failedAt = origin;
  return error;
}

/** Whether the origin has lines that only the host can bring further. */
function waits(origin: u32): bool {
  const state = origins.stateOf(origin);
  const isWaiting = state == origins.ODD || state == origins.WAITING || state == origins.ASKED;
  return isWaiting && block.firstLineOf(origin) != origins.NONE;
}

/** Brings an origin with lines as far as it gets. Returns 0 or an error. */
function advance(origin: u32): i32 {
  if (block.firstLineOf(origin) == origins.NONE) return 0;
  const state = origins.stateOf(origin);
  if (state == origins.ODD) return min(0, askHowToSpell(origin));
  if (state == origins.ASKED) return waitForRules(origin);
  const error = state == origins.UNKNOWN ? lookUp(origin) : state == origins.WAITING ? goOn(origin) : 0;
  return error < 0 ? error : decideSettled(origin);
}

/** Decides the lines of an origin if its rules are there. Returns 0 or an error. */
export function decideSettled(origin: u32): i32 {
  const state = origins.stateOf(origin);
  if (state < origins.HELD) return 0;
  const row = origins.referenceOf(origin);
  const slot = state == origins.HELD ? heldSlot(row) : blanketSlot(state != origins.REFUSED_ALL);
  if (slot == 0) return INVALID_PROGRAM;
  const first = block.takeLines(origin);
  if (!block.isExplained()) decideFrom(first, slot);
  else explainFrom(first, slot, state == origins.HELD ? origins.rulesSource(origin) : row);
  if (state == origins.NOT_FOUND) tellUnknown(first);
  if (state == origins.HELD) {
    measure(row);
    makeIndexRoom();
  }
  return 0;
}

/** A line that is not a URL stays one that is not. */
function tellUnknown(first: u32): void {
  for (let line = first; line != origins.NONE; line = block.nextOf(line)) {
    countTurn();
    if (block.verdictAt(line) != NO_URL) block.setVerdict(line, UNKNOWN_ORIGIN);
  }
}

function handOver(): i32 {
  return expectPages() ? writeAsks() : OUT_OF_MEMORY;
}

function writeVerdicts(): i32 {
  const lines = block.lineCount();
  const error = growBuffer(lines);
  if (isError(error)) return error;
  memory.copy(buffer(), block.verdictsAt(), lines);
  let allowed: u32 = 0;
  let withoutUrl: u32 = 0;
  for (let line: u32 = 0; line < lines; line++) {
    const verdict = block.verdictAt(line);
    allowed += <u32>(verdict == ALLOWED);
    withoutUrl += <u32>(verdict == NO_URL);
  }
  addCount(DISTINCT_ORIGINS, countDistinct());
  addCount(LINES, lines);
  addCount(ALLOWED_LINES, allowed);
  addCount(LINES_WITHOUT_URL, withoutUrl);
  return 0;
}
