/**
 * The rules of origins that were decided lately, within a bound of memory. A hand goes round: of rules that were not used
 * since it came by last, it takes the index, which can be built again from them, and the next time the rules.
 *
 *   row  0 the origin's record | 4 handle of the program | 8 bytes that it takes, with its index | 12 whether it was used
 *        16 bytes of its index
 */

import { countTurn } from "../bytes/steps";
import { dropIndex, limitIndexes, takeIndexRoomWanted } from "../embed/deciding";
import { OUT_OF_MEMORY } from "../embed/errors";
import { hasRoom } from "../embed/heap";
import { addProgram, indexBlockOf, indexMemoryOf, memoryOf, programOf, removeProgram, slotOf } from "../embed/programs";
import { clear, firstOf, LIST_BYTES, push, shorten, usedBytes } from "./list";
import { forgetRules, originsMemory, setHeld } from "./origins";

const ROW_BYTES: usize = 20;
/** Rules are given up when indexes have less than this part of the memory. */
const INDEX_SHARE: usize = 4;
/** How far the hand goes to make room for an index. */
const MAX_MOVES: u32 = 256;
/** What a program takes in memory beyond its own bytes. */
const ROOM_BYTES: usize = 256;

const rows: usize = memory.data(LIST_BYTES);
/** Bounds the rules and the names of origins together. */
let maxBytes: usize = 0;
let heldBytes: usize = 0;
let indexBytes: usize = 0;
let hand: u32 = 0;

/** Frees all programs. @param bytes bounds rules and the names of origins together */
export function startHolding(bytes: usize): void {
  for (let i: u32 = 0; i < count(); i++) removeProgram(slotOf(load<u32>(rowAt(i), 4)));
  clear(rows);
  maxBytes = bytes;
  limitIndexes(bytes / INDEX_SHARE);
  heldBytes = 0;
  indexBytes = 0;
  hand = 0;
}

/** Whether a program can be held as well. */
function canHold(bytes: usize): bool {
  return heldBytes + originsMemory() + bytes <= maxBytes && hasRoom(bytes + ROOM_BYTES);
}

/** Makes room for an index that lacked some, so that it can be built the next time. */
export function makeIndexRoom(): void {
  const wanted = takeIndexRoomWanted();
  if (wanted == 0) return;
  for (let moves: u32 = 0; moves < MAX_MOVES && !hasRoom(wanted); moves++) moveHand();
}

function count(): u32 {
  return <u32>(usedBytes(rows) / ROW_BYTES);
}

function rowAt(i: u32): usize {
  return firstOf(rows) + <usize>i * ROW_BYTES;
}

/** Holds the program for the record of an origin. Returns its row or an error. */
export function hold(record: u32, from: usize, bytes: usize): i32 {
  while (count() > 0 && !canHold(bytes)) moveHand();
  const handle = addProgram(from, bytes);
  if (handle < 0) return handle;
  const row = push(rows, ROW_BYTES);
  if (row == 0) {
    removeProgram(slotOf(handle));
    return OUT_OF_MEMORY;
  }
  store<u32>(row, record);
  store<u32>(row, handle, 4);
  store<u32>(row, 0, 8);
  store<u32>(row, 1, 12);
  store<u32>(row, 0, 16);
  measure(count() - 1);
  return <i32>count() - 1;
}

/** The slot of the program, which counts as used. Measure it after deciding, because it may get an index. */
export function heldSlot(row: u32): usize {
  store<u32>(rowAt(row), 1, 12);
  return slotOf(load<u32>(rowAt(row), 4));
}

/** Loads the first bytes of the program (origins.ts, touchOrigin). */
export function touchProgram(row: u32): u32 {
  const slot = slotOf(load<u32>(rowAt(row), 4));
  return slot == 0 ? 0 : load<u32>(programOf(slot));
}

export function measure(row: u32): void {
  const slot = slotOf(load<u32>(rowAt(row), 4));
  const bytes = ROW_BYTES + memoryOf(slot);
  const index = indexMemoryOf(slot);
  heldBytes += bytes - <usize>load<u32>(rowAt(row), 8);
  indexBytes += index - <usize>load<u32>(rowAt(row), 16);
  store<u32>(rowAt(row), <u32>bytes, 8);
  store<u32>(rowAt(row), <u32>index, 16);
}

function moveHand(): void {
  countTurn();
  if (count() == 0) return;
  if (hand >= count()) hand = 0;
  const row = rowAt(hand);
  const slot = slotOf(load<u32>(row, 4));
  const isUsed = load<u32>(row, 12) != 0;
  const hasIndex = indexBlockOf(slot) != 0;
  if (!isUsed && !hasIndex && indexBytes <= heldBytes / INDEX_SHARE) {
    release(hand);
    return;
  }
  if (!isUsed && hasIndex) {
    dropIndex(slot);
    measure(hand);
  }
  store<u32>(row, 0, 12);
  hand++;
}

/** The last row takes the place of the one that is given up. */
function release(i: u32): void {
  const row = rowAt(i);
  removeProgram(slotOf(load<u32>(row, 4)));
  forgetRules(load<u32>(row));
  heldBytes -= <usize>load<u32>(row, 8);
  indexBytes -= <usize>load<u32>(row, 16);
  const last = rowAt(count() - 1);
  if (last != row) {
    memory.copy(row, last, ROW_BYTES);
    setHeld(load<u32>(row), i);
  }
  shorten(rows, usedBytes(rows) - ROW_BYTES);
}
