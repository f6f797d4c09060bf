/**
 * Divides lines into parts by their hosts: threads that decide a part each look up no host twice.
 *
 *   result  for each part: 0 bytes | 4 lines
 *           for each line of each part: where it starts in the whole
 *           the lines of each part, and GAP_BYTES behind them
 */
import { copy, indexOf } from "../bytes/bytes";
import { LF } from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { buffer, growBuffer } from "../embed/buffer";
import { INVALID_LIMIT, isError, OUT_OF_MEMORY } from "../embed/errors";
import { authorityOf, originEnd } from "./authority";
import { clear, firstOf, LIST_BYTES, push, usedBytes } from "./list";
import { hashOf } from "./origins";

const MAX_PARTS: u32 = 256;
const SIZE_BYTES: usize = 8;
/** `copy` overwrites up to fifteen bytes. */
const GAP_BYTES: usize = 16;

const whole: usize = memory.data(LIST_BYTES);
/** Of each line: 0 where it starts in the whole | 4 its part. */
const rows: usize = memory.data(LIST_BYTES);
const ROW_BYTES: usize = 8;
const sizes: usize = memory.data(2048);
/** Of each part: where its next line, and the start of that, go. */
const ends: usize = memory.data(2048);

function partAt(list: usize, part: u32): usize {
  return list + <usize>part * SIZE_BYTES;
}

function add(at: usize, bytes: usize): usize {
  const before = load<u32>(at);
  store<u32>(at, before + <u32>bytes);
  return <usize>before;
}

/** Divides `bytes` of the buffer, which are whole lines. Returns the bytes of the result or an error. */
export function divideLines(bytes: usize, parts: u32): i32 {
  if (parts == 0 || parts > MAX_PARTS) return INVALID_LIMIT;
  clear(whole);
  clear(rows);
  memory.fill(sizes, 0, <usize>parts * SIZE_BYTES);
  const start = push(whole, bytes);
  if (start == 0) return OUT_OF_MEMORY;
  memory.copy(start, buffer(), bytes);
  for (let at = start; at < start + bytes; ) {
    at = readLine(at, start + bytes, parts);
    if (at == 0) return OUT_OF_MEMORY;
  }
  const head = <usize>parts * (SIZE_BYTES + GAP_BYTES) + (usedBytes(rows) >> 1);
  const error = growBuffer(<u32>(head + bytes));
  if (isError(error)) return error;
  placeParts(parts);
  for (let row = firstOf(rows); row < firstOf(rows) + usedBytes(rows); row += ROW_BYTES) placeLine(row);
  return <i32>(head + bytes);
}

/** Returns where the next line starts; 0 without memory. What is not a URL belongs to the first part. */
function readLine(at: usize, end: usize, parts: u32): usize {
  countTurn();
  const found = originEnd(at);
  const next = indexOf(LF, max(at, found), end) + 1;
  const part = found == 0 ? 0 : hashOf(authorityOf(at), found) % parts;
  const row = push(rows, ROW_BYTES);
  if (row == 0) return 0;
  store<u32>(row, <u32>(at - firstOf(whole)));
  store<u32>(row, part, 4);
  add(partAt(sizes, part), next - at);
  add(partAt(sizes, part) + 4, 1);
  return next;
}

function placeParts(parts: u32): void {
  memory.copy(buffer(), sizes, <usize>parts * SIZE_BYTES);
  let starts = buffer() + <usize>parts * SIZE_BYTES;
  let lines = starts + (usedBytes(rows) >> 1);
  for (let part: u32 = 0; part < parts; part++) {
    store<u32>(partAt(ends, part), <u32>lines);
    store<u32>(partAt(ends, part), <u32>starts, 4);
    lines += load<u32>(partAt(sizes, part)) + GAP_BYTES;
    starts += load<u32>(partAt(sizes, part), 4) << 2;
  }
}

function placeLine(row: usize): void {
  countTurn();
  const end = row + ROW_BYTES < firstOf(rows) + usedBytes(rows) ? load<u32>(row, ROW_BYTES) : <u32>usedBytes(whole);
  const bytes = <usize>(end - load<u32>(row));
  const place = partAt(ends, load<u32>(row, 4));
  copy(add(place, bytes), firstOf(whole) + load<u32>(row), bytes);
  store<u32>(add(place + 4, 4), load<u32>(row));
}
