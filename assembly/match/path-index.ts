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
 *   table  0 for each slot the start of its list, then the end of the last list | HASHED_BYTES | POWER
 *          TABLE_BYTES the lists, ascending
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
const LAST_SLOT: usize = (1 << SLOT_BITS) - 1;
/** Where a table has how many bytes it hashes together, HASH_BASE to that power, and its lists. */
const HASHED_BYTES: usize = (4 << SLOT_BITS) + 8;
const POWER: usize = HASHED_BYTES + 4;
const TABLE_BYTES: usize = POWER + 4;
/** The hash of a string is a polynomial at this value, so that it can follow the path byte by byte. */
const HASH_BASE: u32 = 0x9e3779b1;
/** Before the notes are used, about so many bytes are compared: strings that stand everywhere are found faster so. */
const NEAR_BYTES: usize = 64;

/** The slot of a substring, and in the bits above SLOT_BITS how many bytes of the string stand before it. */
type Substring = usize;

let offered: usize = 0;
let offeredEnd: usize = 0;
/** Whether notes were wanted and no room was offered. */
let isRoomWanted: bool = false;

/** The notes of the path [path, end), and where the next table goes. */
let path: usize = 0;
let end: usize = 0;
let pathIndex: usize = 0;
let next: usize = 0;

/** Offers the room [from, to) for notes. If the path lies in it, notes lie behind the path. */
export function offerRoom(from: usize, to: usize): void {
  offered = from;
  offeredEnd = to;
}

/** Whether room has been wanted since the last call. */
export function takeRoomWanted(): bool {
  if (!isRoomWanted) return false;
  isRoomWanted = false;
  return true;
}

/** The turns that are spent on a path before notes on it are made: about as many as the notes cost. */
export function turnsBeforeIndexing(pathBytes: usize): isize {
  return 4096 + <isize>pathBytes;
}

/** What `indexPath` returns in place of an address: the room does not suffice; none was offered, so the host asks again. */
export const NO_NOTES: usize = 0;
export const WANTS_NOTES: usize = 1;

/** Prepares notes on the path [from, to). Returns the address of `bytes` more bytes of the room for the caller, or why it cannot. */
export function indexPath(from: usize, to: usize, bytes: usize): usize {
  path = from;
  end = to;
  isRoomWanted = offered == 0;
  pathIndex = (max(offered, end) + PADDING) & ~15;
  next = pathIndex + HEADER_BYTES + bytes;
  if (next > offeredEnd) return isRoomWanted ? WANTS_NOTES : NO_NOTES;
  memory.fill(pathIndex, 0, HEADER_BYTES);
  return pathIndex + HEADER_BYTES;
}

/** The first address in [from, end) at which the string of `length` bytes stands, or NOT_FOUND. length > 0. */
export function nextStart(string: usize, length: usize, from: usize): usize {
  if (length > end - from) return NOT_FOUND;
  const near = find(string, length, from, min(end, from + max(length, NEAR_BYTES / length)));
  if (near != NOT_FOUND) return near;
  const table = tableOf(31 - clz(<u32>length));
  return table == 0 ? find(string, length, from, end) : lookUp(string, length, from, table);
}

/** Looks only as far as the last answer about the same string, if that answer lies ahead. */
function lookUp(string: usize, length: usize, from: usize, table: usize): usize {
  const rarest = rarestIn(string, string + length, table);
  const answer = pathIndex + ANSWERS + (((rarest + length) << 4) & LAST_ANSWER);
  const isKnown = isAbout(answer, string, length) && from <= <usize>load<u32>(answer, ANSWER);
  const until = isKnown ? <usize>load<u32>(answer, ANSWER_FROM) : end - length + 1;
  const start = search(rarest, string, length, from, until, table);
  const found = start == NOT_FOUND && isKnown ? <usize>load<u32>(answer, ANSWER) : start;
  store<u32>(answer, <u32>string);
  store<u32>(answer, <u32>length, ANSWER_LENGTH);
  store<u32>(answer, <u32>min(from, until), ANSWER_FROM);
  store<u32>(answer, <u32>found, ANSWER);
  return found;
}

function isAbout(answer: usize, string: usize, length: usize): bool {
  return <usize>load<u32>(answer, ANSWER_LENGTH) == length && equal(load<u32>(answer), string, length);
}

/** The first address in [from, until) at which the string stands, or NOT_FOUND. */
function search(rarest: Substring, string: usize, length: usize, from: usize, until: usize, table: usize): usize {
  const slot = table + ((rarest & LAST_SLOT) << 2);
  const before = rarest >> SLOT_BITS;
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
  let power = HASH_BASE;
  for (let i: u32 = 0; i < level; i++) power *= power;
  store<u32>(table, 1 << level, HASHED_BYTES);
  store<u32>(table, power, POWER);
  sortStarts(table, true);
  let listEnd = <u32>lists;
  for (let slot = table; slot < table + HASHED_BYTES; slot += 4) {
    countTurn();
    listEnd += load<u32>(slot);
    store<u32>(slot, listEnd);
  }
  sortStarts(table, false);
  return table;
}

/** Counts the substrings of the path in each slot, two slots after it; or appends their addresses to the lists. */
function sortStarts(table: usize, counts: bool): void {
  const bytes = <usize>load<u32>(table, HASHED_BYTES);
  for (let at = path, hash: u32 = 0; at < end; at++) {
    hash = rolled(hash, path, at, table);
    if (at + 1 < path + bytes) continue;
    const slot = table + (slotOf(hash) << 2);
    const listEnd = load<u32>(slot, 4);
    if (counts) store<u32>(slot, load<u32>(slot, 8) + 4, 8);
    else {
      store<u32>(listEnd, <u32>(at + 1 - bytes));
      store<u32>(slot, listEnd + 4, 4);
    }
  }
}

/** The substring of the string [from, to) whose list is shortest: it says where to compare. */
function rarestIn(from: usize, to: usize, table: usize): Substring {
  const bytes = <usize>load<u32>(table, HASHED_BYTES);
  let rarest: Substring = 0;
  let fewest = u32.MAX_VALUE;
  for (let at = from, hash: u32 = 0; at < to; at++) {
    hash = rolled(hash, from, at, table);
    if (at + 1 < from + bytes) continue;
    const slot = table + (slotOf(hash) << 2);
    const listBytes = load<u32>(slot, 4) - load<u32>(slot);
    if (listBytes >= fewest) continue;
    fewest = listBytes;
    rarest = ((at + 1 - bytes - from) << SLOT_BITS) | slotOf(hash);
  }
  return rarest;
}

/** The hash of the last bytes up to the one at `at`, or of fewer from `from` on; `hash` is that without it. */
function rolled(hash: u32, from: usize, at: usize, table: usize): u32 {
  countTurn();
  const bytes = <usize>load<u32>(table, HASHED_BYTES);
  const left = at - from < bytes ? 0 : <u32>load<u8>(at - bytes) * load<u32>(table, POWER);
  return hash * HASH_BASE + load<u8>(at) - left;
}

function slotOf(hash: u32): usize {
  return (hash * HASH_BASE) >> (32 - SLOT_BITS);
}
