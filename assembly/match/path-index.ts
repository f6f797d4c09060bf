/**
 * Where a string stands next in a long path. Thousands of subtries can be reached in one path (search.ts), or thousands of rules
 * match its beginning (scan.ts), and searching the rest of the path for each of them would be quadratic.
 *
 * Notes are lists of positions: a list for each slot of a hash over the next 2^level bytes. A level's table is made when a
 * string of 2^level to 2^(level + 1) - 1 bytes is first looked for. The string holds at least one substring of 2^level bytes;
 * the one whose list is shortest says where to compare.
 *
 * Notes lie in room that the host offers, because few paths need them:
 *   notes  0 the table of each level, or 0 | 64 answers | HEADER_BYTES bytes for the caller | tables, as they are made
 *   answer 0 a string that was looked for | 4 its length | 8 from where | 12 where it was found, or NOT_FOUND
 *   table  0 for each slot the start of its list, then the end of the last list | LEVEL | TABLE_BYTES the lists, ascending
 */
import { equal } from "../bytes/bytes";
import { PADDING } from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { find, NOT_FOUND } from "./find";

/** Offsets in the notes, and in an answer. */
const ANSWERS: usize = 64;
const LAST_ANSWER: usize = 1023 << 4;
const HEADER_BYTES: usize = ANSWERS + (1024 << 4);
const ANSWER_LENGTH: usize = 4;
const ANSWER_FROM: usize = 8;
const ANSWER: usize = 12;
const SLOT_BITS: u32 = 14;
/** Where a table has its level and its lists. */
const LEVEL: usize = (4 << SLOT_BITS) + 8;
const TABLE_BYTES: usize = LEVEL + 4;
/** The hash of a string is a polynomial at this value, so that it can follow the path byte by byte. */
const HASH_BASE: u32 = 0x9e3779b1;
/** A string is looked for in so many bytes without notes: what stands everywhere is found faster so. */
const NEAR_BYTES: usize = 64;

let offered: usize = 0;
let offeredEnd: usize = 0;
/** Whether notes were wanted and no room was offered. */
export let isRoomWanted: bool = false;

/** The notes of the path [path, end), and where the next table goes. */
let path: usize = 0;
let end: usize = 0;
let pathIndex: usize = 0;
let next: usize = 0;
/** How many bytes of the string stand before the substring that was chosen. */
let before: usize = 0;

/** What slotsOf does with each slot. */
const COUNT: u32 = 0;
const FILL: u32 = 1;
const CHOOSE: u32 = 2;

/** Offers the room [from, to) for notes. If the path lies in it, notes lie behind the path. */
export function offerRoom(from: usize, to: usize): void {
  offered = from;
  offeredEnd = to;
}

/** Returns isRoomWanted and makes it false. */
export function takeRoomWanted(): bool {
  if (!isRoomWanted) return false;
  isRoomWanted = false;
  return true;
}

/** So many turns are spent on a path before notes on it are made: about as many as they cost. */
export function turnsBeforeIndexing(pathBytes: usize): isize {
  return 4096 + <isize>pathBytes;
}

/**
 * Prepares notes on the path [from, to). Returns the address of `bytes` more bytes of the room for the caller, or 0 if the room
 * does not suffice.
 */
export function indexPath(from: usize, to: usize, bytes: usize): usize {
  path = from;
  end = to;
  isRoomWanted = offered == 0;
  pathIndex = (max(offered, end) + PADDING) & ~15;
  next = pathIndex + HEADER_BYTES + bytes;
  if (next > offeredEnd) return 0;
  memory.fill(pathIndex, 0, HEADER_BYTES);
  return pathIndex + HEADER_BYTES;
}

/** The first address in [from, end) at which the string of `length` bytes stands, or NOT_FOUND. length > 0. */
export function nextStart(string: usize, length: usize, from: usize): usize {
  if (length > end - from) return NOT_FOUND;
  const near = find(string, length, from, min(end, from + max(length, NEAR_BYTES / length)));
  if (near != NOT_FOUND) return near;
  const table = tableOf(31 - clz(<u32>length));
  if (table == 0) return find(string, length, from, end);
  const slot = slotsOf(string, string + length, table, CHOOSE);
  const answer = pathIndex + ANSWERS + (((slot + (length << 2)) << 2) & LAST_ANSWER);
  let until = end - length + 1;
  let known = NOT_FOUND;
  if (isAbout(answer, string, length) && from <= <usize>load<u32>(answer, ANSWER)) {
    until = load<u32>(answer, ANSWER_FROM);
    known = load<u32>(answer, ANSWER);
  }
  const start = search(slot, string, length, from, until);
  const found = start == NOT_FOUND ? known : start;
  store<u32>(answer, <u32>string);
  store<u32>(answer, <u32>length, ANSWER_LENGTH);
  store<u32>(answer, <u32>min(from, until), ANSWER_FROM);
  store<u32>(answer, <u32>found, ANSWER);
  return found;
}

function isAbout(answer: usize, string: usize, length: usize): bool {
  return <usize>load<u32>(answer, ANSWER_LENGTH) == length && equal(load<u32>(answer), string, length);
}

/** The first address in [from, until) at which the string stands, or NOT_FOUND. The slot is that of the bytes from `before`. */
function search(slot: usize, string: usize, length: usize, from: usize, until: usize): usize {
  const listEnd = <usize>load<u32>(slot, 4);
  let budget = <isize>(end - from) >> 2;
  for (let at = firstFrom(<usize>load<u32>(slot), listEnd, from + before); at < listEnd; at += 4) {
    countTurn();
    const start = <usize>load<u32>(at) - before;
    if (start >= until) break;
    if (equal(string, start, length)) return start;
    budget -= 1 + <isize>(length >> 4);
    if (budget < 0) return find(string, length, start, until + length - 1);
  }
  return NOT_FOUND;
}

/** The first place in the list [at, listEnd) of an address that is not below `from`, or `listEnd`. */
function firstFrom(at: usize, listEnd: usize, from: usize): usize {
  while (at < listEnd) {
    countTurn();
    const middle = at + (((listEnd - at) >> 3) << 2);
    if (<usize>load<u32>(middle) < from) at = middle + 4;
    else listEnd = middle;
  }
  return at;
}

/** The table of the level, or 0 if the room does not suffice. */
function tableOf(level: u32): usize {
  const known = pathIndex + ((<usize>level) << 2);
  if (load<u32>(known) == 0) store<u32>(known, <u32>makeTable(level));
  return load<u32>(known);
}

/** Sorts the addresses by slot: counts those of each slot, adds up the counts, and fills the lists. */
function makeTable(level: u32): usize {
  const table = next;
  const lists = table + TABLE_BYTES;
  if (lists + 4 * (end - path) > offeredEnd) return 0;
  next = lists + 4 * (end - path);
  memory.fill(table, 0, TABLE_BYTES);
  store<u32>(table, level, LEVEL);
  slotsOf(path, end, table, COUNT);
  let listEnd = <u32>lists;
  for (let slot = table; slot < table + LEVEL; slot += 4) {
    countTurn();
    listEnd += load<u32>(slot);
    store<u32>(slot, listEnd);
  }
  slotsOf(path, end, table, FILL);
  return table;
}

/**
 * Follows the hash of 2^level bytes through [from, to). COUNT: counts each slot, two slots after it. FILL: appends the
 * addresses to the lists. CHOOSE: returns the slot with the shortest list, and sets `before`.
 */
function slotsOf(from: usize, to: usize, table: usize, purpose: u32): usize {
  const level = load<u32>(table, LEVEL);
  const bytes = (<usize>1) << level;
  let power = HASH_BASE;
  for (let i: u32 = 0; i < level; i++) power *= power;
  let hash: u32 = 0;
  let shortest: usize = 0;
  let fewest = u32.MAX_VALUE;
  for (let at = from; at < to; at++) {
    countTurn();
    hash = hash * HASH_BASE + load<u8>(at);
    const start = at + 1 - bytes;
    if (start < from) continue;
    if (start > from) hash -= load<u8>(start - 1) * power;
    const slot = table + ((<usize>((hash * HASH_BASE) >> (32 - SLOT_BITS))) << 2);
    const listEnd = load<u32>(slot, 4);
    if (purpose == COUNT) {
      store<u32>(slot, load<u32>(slot, 8) + 4, 8);
    } else if (purpose == FILL) {
      store<u32>(listEnd, <u32>start);
      store<u32>(slot, listEnd + 4, 4);
    } else if (listEnd - load<u32>(slot) < fewest) {
      fewest = listEnd - load<u32>(slot);
      shortest = slot;
      before = start - from;
    }
  }
  return shortest;
}
