/**
 * The pages that were asked for in the last round, once the host has read them. They are checked on arrival; a faulty
 * page counts only once an origin needs it.
 *
 *   page  0 offset, u64 | 8 length | 12 checksum | 16 the archive | 20 level
 *         24 the page; 0 if the host did not read it | 28 whether the host was asked for it | 32 where the pages below begin, u64
 */
import { buffer, holds } from "../embed/buffer";
import { INVALID_CALL, INVALID_LENGTH, OUT_OF_MEMORY } from "../embed/errors";
import { release } from "../embed/heap";
import { ASK_PAGE, askAt, askCount } from "./asks";
import { crc32 } from "./crc32";
import { clear, firstOf, LIST_BYTES, push, usedBytes } from "./list";
import { HALF_ENTRY, NO_MEMORY, readPage } from "./page";
import { keepPage, MAX_KEPT_BYTES } from "./page-cache";
import { isLaidOut } from "./page-layout";

const ROW_BYTES: usize = 40;
/** Stands for a page that `compile` has not written so. */
export const FAULTY: usize = HALF_ENTRY;

const rows: usize = memory.data(LIST_BYTES);
let areRead: bool = false;

function rowAt(i: u32): usize {
  return firstOf(rows) + <usize>i * ROW_BYTES;
}

function count(): u32 {
  return <u32>(usedBytes(rows) / ROW_BYTES);
}

/** Notes what was asked for: a row for each ask, so that they have the same numbers. False without memory. */
export function expectPages(): bool {
  for (let i: u32 = 0; i < askCount(); i++) {
    const row = push(rows, ROW_BYTES);
    if (row == 0) return false;
    const ask = askAt(i);
    memory.fill(row, 0, ROW_BYTES);
    store<u64>(row, load<u64>(ask, 8));
    store<u32>(row, load<u32>(ask, 16), 8);
    store<u32>(row, load<u32>(ask, 24), 12);
    store<u32>(row, load<u32>(ask, 20), 16);
    store<u32>(row, load<u32>(ask, 28), 20);
    store<u32>(row, <u32>(load<u32>(ask) == ASK_PAGE), 28);
    store<u64>(row, load<u64>(ask, 32), 32);
  }
  areRead = false;
  return true;
}

/** The buffer holds all pages that were asked for, one after the other. Returns 0 or an error. */
export function takePages(bytes: u32): i32 {
  if (areRead || count() == 0) return INVALID_CALL;
  let wanted: u64 = 0;
  for (let i: u32 = 0; i < count(); i++) wanted += isAsked(i) ? load<u32>(rowAt(i), 8) : 0;
  if (wanted != <u64>bytes || !holds(bytes, 0)) return INVALID_LENGTH;
  let at = buffer();
  for (let i: u32 = 0; i < count(); i++) {
    const row = rowAt(i);
    if (!isAsked(i)) continue;
    const length = <usize>load<u32>(row, 8);
    const page = crc32(at, at + length, 0) == load<u32>(row, 12) ? readWhole(at, length, i) : FAULTY;
    if (page == NO_MEMORY) return OUT_OF_MEMORY;
    release(pageOf(i) > FAULTY ? pageOf(i) : 0);
    store<u32>(row, <u32>page, 24);
    at += length;
  }
  areRead = true;
  return 0;
}

/** A page in a block of its own, NO_MEMORY or FAULTY. */
function readWhole(at: usize, length: usize, i: u32): usize {
  const page = readPage(at, length);
  if (page <= FAULTY || isLaidOut(page, length, levelOf(i), offsetOf(i))) return page;
  release(page);
  return FAULTY;
}

function isAsked(i: u32): bool {
  return load<u32>(rowAt(i), 28) != 0;
}

/** The page, FAULTY, or 0 if the host did not read it. */
export function pageOf(i: u32): usize {
  return <usize>load<u32>(rowAt(i), 24);
}

export function offsetOf(i: u32): u64 {
  return load<u64>(rowAt(i));
}

export function archiveOf(i: u32): u32 {
  return load<u32>(rowAt(i), 16);
}

/** The bytes before it belong to other pages than the page and those below it. */
export function startOf(i: u32): u64 {
  return load<u64>(rowAt(i), 32);
}

export function levelOf(i: u32): u32 {
  return load<u32>(rowAt(i), 20);
}

/** The address of the row, whose first 16 bytes have the form of a reference to a page in an archive. */
export function referenceAt(i: u32): usize {
  return rowAt(i);
}

/** The pages have been used: short ones go to the cache. */
export function putPagesAway(): void {
  for (let i: u32 = 0; i < count(); i++) {
    const page = pageOf(i);
    if (page <= FAULTY) continue;
    if (<usize>load<u32>(rowAt(i), 8) <= MAX_KEPT_BYTES) keepPage(archiveOf(i), offsetOf(i), page, levelOf(i));
    else release(page);
  }
  clear(rows);
}
