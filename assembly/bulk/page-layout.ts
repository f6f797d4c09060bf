/**
 * How `compile` lays out pages; bindings/crawl/archive/page-layout.ts checks the same. Every byte of an archive belongs to one
 * page, and only the last host of a leaf lies beyond PAGE_BYTES. Look-ups rely on it: otherwise a small archive could make each
 * of them read all of it.
 */
import { countTurn } from "../bytes/steps";
import { MAX_ENTRIES_OF_HOST } from "./archives";
import { countOf, keyBytesOf, keyOf, REFERENCE_BYTES, valueAt, valueBytesOf } from "./page";

const PAGE_BYTES: usize = 4096;
const FINGERPRINT_BYTES: usize = 2;
/** Each takes 29 bytes at least: lengths, a key of one byte, and the state. One more may lie beyond PAGE_BYTES. */
const MAX_HOSTS_OF_LEAF: usize = 142;
const MAX_REFERENCE_BYTES: usize = REFERENCE_BYTES + MAX_HOSTS_OF_LEAF * FINGERPRINT_BYTES;
/** A page above the leaves refers to two pages at least, by hosts of 4,096 bytes at most. */
export const MAX_BRANCH_BYTES: u32 = 12_288;

/** Whether a page has this layout, which lies at `offset` of its archive. */
export function isLaidOut(page: usize, bytes: usize, level: u32, offset: u64): bool {
  if (level > 1) return refersInOrder(page, offset);
  return bytes <= PAGE_BYTES || isLastHostLong(page);
}

/** The pages below lie one after the other before the page itself. */
function refersInOrder(page: usize, end: u64): bool {
  let reached: u64 = 0;
  for (let i: u32 = 0, count = countOf(page); i < count; i++) {
    countTurn();
    const valueBytes = valueBytesOf(page, i);
    // With more fingerprints, hosts would read the leaf in vain.
    if (valueBytes < REFERENCE_BYTES || valueBytes > MAX_REFERENCE_BYTES) return false;
    const start = referenceStart(page, i);
    const bytes = <u64>load<u32>(valueAt(page, i), 8);
    if (start < reached || start > end || bytes > end - start) return false;
    reached = start + bytes;
  }
  return true;
}

/** Entries of other hosts end before PAGE_BYTES. */
function isLastHostLong(leaf: usize): bool {
  const last = countOf(leaf) - 1;
  let first = last;
  while (first > 0 && last - first < MAX_ENTRIES_OF_HOST && isSameHost(leaf, first - 1, last)) first--;
  return keyOf(leaf, first) - keyOf(leaf, 0) <= PAGE_BYTES && last - first < MAX_ENTRIES_OF_HOST;
}

/** Whether keys begin alike up to their last NUL. */
function isSameHost(leaf: usize, i: u32, j: u32): bool {
  const bytes = hostBytesOf(leaf, i);
  return bytes == hostBytesOf(leaf, j) && memory.compare(keyOf(leaf, i), keyOf(leaf, j), bytes) == 0;
}

/** The bytes of host, port and NUL. */
function hostBytesOf(leaf: usize, i: u32): usize {
  let bytes = keyBytesOf(leaf, i);
  while (bytes > 0 && load<u8>(keyOf(leaf, i) + bytes - 1) != 0) {
    countTurn();
    bytes--;
  }
  return bytes;
}

/** Where the page begins to which entry `i` refers. */
export function referenceStart(page: usize, i: u32): u64 {
  return load<u64>(valueAt(page, i));
}

export function referenceEnd(page: usize, i: u32): u64 {
  return referenceStart(page, i) + <u64>load<u32>(valueAt(page, i), 8);
}
