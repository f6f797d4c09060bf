/**
 * The rules of origins that were decided lately, within a bound of memory. A hand goes round: it takes the rules that were
 * not used since it came by last.
 *
 *   row  0 the origin's record | 4 handle of the program | 8 bytes that it takes, with its index | 12 whether it was used
 */

import { countTurn } from "../bytes/steps";
import { OUT_OF_MEMORY } from "../embed/errors";
import { addProgram, memoryOf, removeProgram, slotOf } from "../embed/programs";
import { clear, firstOf, LIST_BYTES, push, shorten, usedBytes } from "./list";
import { forgetRules, setHeld } from "./origins";

const ROW_BYTES: usize = 16;

const rows: usize = memory.data(LIST_BYTES);
let maxBytes: usize = 0;
let heldBytes: usize = 0;
let hand: u32 = 0;

/** Frees all programs. */
export function startHolding(bytes: usize): void {
  for (let i: u32 = 0; i < count(); i++) removeProgram(slotOf(load<u32>(rowAt(i), 4)));
  clear(rows);
  maxBytes = bytes;
  heldBytes = 0;
  hand = 0;
}

function count(): u32 {
  return <u32>(usedBytes(rows) / ROW_BYTES);
}

function rowAt(i: u32): usize {
  return firstOf(rows) + <usize>i * ROW_BYTES;
}

/** Holds the program for the record of an origin. Returns its row or an error. */
export function hold(record: u32, from: usize, bytes: usize): i32 {
  while (heldBytes + bytes > maxBytes && count() > 0) moveHand();
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
  measure(count() - 1);
  return <i32>count() - 1;
}

/** The slot of the program, which counts as used. Measure it after deciding, because it may get an index. */
export function heldSlot(row: u32): usize {
  store<u32>(rowAt(row), 1, 12);
  return slotOf(load<u32>(rowAt(row), 4));
}

export function measure(row: u32): void {
  const bytes = ROW_BYTES + memoryOf(slotOf(load<u32>(rowAt(row), 4)));
  heldBytes += bytes - <usize>load<u32>(rowAt(row), 8);
  store<u32>(rowAt(row), <u32>bytes, 8);
}

function moveHand(): void {
  countTurn();
  if (hand >= count()) hand = 0;
  const row = rowAt(hand);
  if (load<u32>(row, 12) == 0) release(hand);
  else {
    store<u32>(row, 0, 12);
    hand++;
  }
}

/** The last row takes the place of the one that is given up. */
function release(i: u32): void {
  const row = rowAt(i);
  removeProgram(slotOf(load<u32>(row, 4)));
  forgetRules(load<u32>(row));
  heldBytes -= <usize>load<u32>(row, 8);
  const last = rowAt(count() - 1);
  if (last != row) {
    memory.copy(row, last, ROW_BYTES);
    setHeld(load<u32>(row), i);
  }
  shorten(rows, usedBytes(rows) - ROW_BYTES);
}
