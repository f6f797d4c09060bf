/**
 * A page of an archive (docs/archive.md): entries sorted by key. In memory it has an index before its bytes:
 *
 *   0 number of entries | 4 offset of each entry from the start of the block | the bytes
 */
import { compare } from "../bytes/bytes";
import { countTurn } from "../bytes/steps";
import { allocate } from "../embed/heap";

/** Lengths of key and value. */
const ENTRY_HEAD_BYTES: usize = 8;
/** Offset, length and checksum of a page. */
export const REFERENCE_BYTES: usize = 16;
const NO_PAGE: i32 = -1;
/** What `readPage` returns without memory, and for bytes that entries do not fill. */
export const NO_MEMORY: usize = 0;
export const HALF_ENTRY: usize = 1;

/** A page in a block of its own, whose bytes are [from, from + length); or one of the two above. */
export function readPage(from: usize, length: usize): usize {
  const count = entriesIn(from, length);
  if (count == NO_PAGE) return HALF_ENTRY;
  const head: usize = 4 + 4 * <usize>count;
  const page = allocate(head + length);
  if (page == 0) return NO_MEMORY;
  store<u32>(page, <u32>count);
  memory.copy(page + head, from, length);
  let at: usize = head;
  for (let i = 0; i < count; i++) {
    store<u32>(page + 4 + 4 * <usize>i, <u32>at);
    at += ENTRY_HEAD_BYTES + <usize>load<u32>(page + at) + <usize>load<u32>(page + at, 4);
  }
  return page;
}

/** The number of entries, or NO_PAGE. Sums are in 64 bits, because lengths may be anything. */
function entriesIn(from: usize, length: usize): i32 {
  let count = 0;
  let at: u64 = 0;
  for (; at < <u64>length; count++) {
    countTurn();
    if (at + ENTRY_HEAD_BYTES > <u64>length) return NO_PAGE;
    const entry = from + <usize>at;
    at += <u64>ENTRY_HEAD_BYTES + <u64>load<u32>(entry) + <u64>load<u32>(entry, 4);
  }
  return at == <u64>length ? count : NO_PAGE;
}

export function countOf(page: usize): u32 {
  return load<u32>(page);
}

function entryOf(page: usize, i: u32): usize {
  return page + <usize>load<u32>(page + 4 + ((<usize>i) << 2));
}

export function keyOf(page: usize, i: u32): usize {
  return entryOf(page, i) + ENTRY_HEAD_BYTES;
}

export function keyBytesOf(page: usize, i: u32): usize {
  return <usize>load<u32>(entryOf(page, i));
}

export function valueAt(page: usize, i: u32): usize {
  return keyOf(page, i) + keyBytesOf(page, i);
}

export function valueBytesOf(page: usize, i: u32): usize {
  return <usize>load<u32>(entryOf(page, i), 4);
}

function compareKey(page: usize, i: u32, key: usize, keyBytes: usize): i32 {
  return compare(keyOf(page, i), keyBytesOf(page, i), key, keyBytes);
}

/** The number of the first entry whose key is not before the key. */
export function firstFrom(page: usize, key: usize, keyBytes: usize): u32 {
  let low: u32 = 0;
  let high = countOf(page);
  while (low < high) {
    countTurn();
    const middle = (low + high) >>> 1;
    if (compareKey(page, middle, key, keyBytes) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of the last entry whose key is not after the key, or -1. */
export function lastUpTo(page: usize, key: usize, keyBytes: usize): i32 {
  const from = firstFrom(page, key, keyBytes);
  const isFound = from < countOf(page) && compareKey(page, from, key, keyBytes) == 0;
  return <i32>from - <i32>!isFound;
}

/** Whether the leaf to which entry `i` refers may hold a group with this fingerprint. */
export function mayHold(page: usize, i: u32, fingerprint: u16): bool {
  const end = valueAt(page, i) + valueBytesOf(page, i);
  for (let at = valueAt(page, i) + REFERENCE_BYTES; at + 2 <= end; at += 2) {
    countTurn();
    if (load<u16>(at) == fingerprint) return true;
  }
  return false;
}
