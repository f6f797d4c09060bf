/**
 * What the host is asked for in a round: pages of archives, how a URL parser spells an origin, or an origin's rules. The first
 * 24 bytes of an ask are what the host reads (docs/embedding.md).
 *
 *   ask  0 kind | 4 the origin's number | 8 offset of a page, u64 | 16 bytes of the page or of the text behind the asks
 *        20 the archive of a page | 24 checksum of the page | 28 its level, 1 for a leaf | 32 where the pages below may begin, u64
 */

import { countTurn } from "../bytes/steps";
import { buffer, growBuffer } from "../embed/buffer";
import { isError, OUT_OF_MEMORY } from "../embed/errors";
import { clear, firstOf, LIST_BYTES, push, usedBytes } from "./list";
import { keyEndOf, keyOf } from "./origins";

/** A page for which this round has no room. Whoever needs it asks again in the next one. */
const POSTPONED: u32 = 0;
export const ASK_PAGE: u32 = 1;
const ASK_ORIGIN: u32 = 2;
const ASK_RULES: u32 = 3;
const ASK_BYTES: usize = 40;
/** What the host reads of an ask. */
const SHOWN_BYTES: usize = 24;
/** No more origins wait at a time. Each has one ask at most. */
export const MAX_ASKS: u32 = 1024;
/** Finds the ask for a page: numbers of asks plus one, or 0. Never more than half full. */
const SLOTS: u32 = 2 * MAX_ASKS;
/** A number of two bytes for each slot. */
const table: usize = memory.data(4096);

const asks: usize = memory.data(LIST_BYTES);
let pageBytes: u64 = 0;
let maxPageBytes: u64 = 0;

export function startAsks(maxBytes: u64): void {
  clear(asks);
  memory.fill(table, 0, 2 * SLOTS);
  pageBytes = 0;
  maxPageBytes = maxBytes;
}

export function askCount(): u32 {
  return <u32>(usedBytes(asks) / ASK_BYTES);
}

export function askAt(i: u32): usize {
  return firstOf(asks) + <usize>i * ASK_BYTES;
}

/**
 * Asks for the page to which a reference leads, once. Pages together take little more than `maxPageBytes`; the first is asked
 * for in any case, so that every round gets further. Returns the number of the ask or OUT_OF_MEMORY.
 */
export function askPage(archive: u32, reference: usize, start: u64, level: u32): i32 {
  const offset = load<u64>(reference);
  let slot = <u32>((offset * 0x9e3779b97f4a7c15) >> 48) & (SLOTS - 1);
  for (; load<u16>(table + <usize>slot * 2) != 0; slot = (slot + 1) & (SLOTS - 1)) {
    countTurn();
    const known = <u32>load<u16>(table + <usize>slot * 2) - 1;
    if (isSamePage(askAt(known), archive, reference, start)) return <i32>known;
  }
  const ask = push(asks, ASK_BYTES);
  if (ask == 0) return OUT_OF_MEMORY;
  store<u16>(table + <usize>slot * 2, <u16>askCount());
  store<u32>(ask, pageBytes < maxPageBytes ? ASK_PAGE : POSTPONED);
  store<u32>(ask, 0, 4);
  store<u64>(ask, offset, 8);
  store<u32>(ask, load<u32>(reference, 8), 16);
  store<u32>(ask, archive, 20);
  store<u32>(ask, load<u32>(reference, 12), 24);
  store<u32>(ask, level, 28);
  store<u64>(ask, start, 32);
  if (load<u32>(ask) == ASK_PAGE) pageBytes += load<u32>(reference, 8);
  return <i32>askCount() - 1;
}

/** A forged archive may refer to one place in several ways. */
function isSamePage(ask: usize, archive: u32, reference: usize, start: u64): bool {
  if (load<u64>(ask, 8) != load<u64>(reference) || load<u32>(ask, 20) != archive) return false;
  if (load<u64>(ask, 32) != start) return false;
  return load<u32>(ask, 16) == load<u32>(reference, 8) && load<u32>(ask, 24) == load<u32>(reference, 12);
}

/** Returns the number of the ask or OUT_OF_MEMORY. */
export function askHowToSpell(origin: u32): i32 {
  return askAbout(ASK_ORIGIN, origin);
}

export function askForRules(origin: u32): i32 {
  return askAbout(ASK_RULES, origin);
}

function askAbout(kind: u32, origin: u32): i32 {
  const ask = push(asks, ASK_BYTES);
  if (ask == 0) return OUT_OF_MEMORY;
  memory.fill(ask, 0, ASK_BYTES);
  store<u32>(ask, kind);
  store<u32>(ask, origin, 4);
  store<u32>(ask, <u32>(keyEndOf(origin) - keyOf(origin)), 16);
  return <i32>askCount() - 1;
}

/** Writes the asks and the origins behind them to the buffer. Returns the number of asks or an error. */
export function writeAsks(): i32 {
  let shown: usize = 0;
  let bytes: usize = 0;
  for (let i: u32 = 0; i < askCount(); i++) {
    shown += <usize>isShown(i);
    bytes += textBytes(i);
  }
  const error = growBuffer(<u32>(SHOWN_BYTES * shown + bytes));
  if (isError(error)) return error;
  let to = buffer();
  let text = buffer() + SHOWN_BYTES * shown;
  for (let i: u32 = 0; i < askCount(); i++) {
    if (!isShown(i)) continue;
    memory.copy(to, askAt(i), SHOWN_BYTES);
    to += SHOWN_BYTES;
    memory.copy(text, keyOf(load<u32>(askAt(i), 4)), textBytes(i));
    text += textBytes(i);
  }
  return <i32>shown;
}

function isShown(i: u32): bool {
  return load<u32>(askAt(i)) != POSTPONED;
}

function textBytes(i: u32): usize {
  const kind = load<u32>(askAt(i));
  return kind == ASK_ORIGIN || kind == ASK_RULES ? <usize>load<u32>(askAt(i), 16) : 0;
}
