/**
 * Sorting: insertion for short runs, then bottom-up merges, so the cost is n log n comparisons whatever the order, nothing
 * recurses, and equals keep their order. `sortIds` sorts numbers that stand for things by a comparison of the things;
 * `sortKeys` sorts numbers of 64 bits, which takes no calls.
 */
import { countTurn } from "./steps";

/** Whether the thing `a` stands for comes after the thing `b` stands for. */
type IsAfter = (a: u32, b: u32) => bool;

const RUN: usize = 8;

function sortRun(from: usize, end: usize, isAfter: IsAfter): void {
  for (let at = from + 4; at < end; at += 4) {
    const id = load<u32>(at);
    let hole = at;
    while (hole > from && isAfter(load<u32>(hole - 4), id)) {
      countTurn();
      store<u32>(hole, load<u32>(hole - 4));
      hole -= 4;
    }
    store<u32>(hole, id);
  }
}

function merge(left: usize, middle: usize, end: usize, to: usize, isAfter: IsAfter): void {
  let right = middle;
  for (; left < middle || right < end; to += 4) {
    countTurn();
    const takesLeft = right == end || (left < middle && !isAfter(load<u32>(left), load<u32>(right)));
    store<u32>(to, takesLeft ? load<u32>(left) : load<u32>(right));
    if (takesLeft) left += 4;
    else right += 4;
  }
}

/** Sorts `count` u32 at `ids`; `spare` has room for as many. Returns where the sorted ones are: one of the two. */
export function sortIds(ids: usize, count: usize, spare: usize, isAfter: IsAfter): usize {
  const bytes = count * 4;
  for (let at: usize = 0; at < bytes; at += RUN * 4) sortRun(ids + at, ids + min(bytes, at + RUN * 4), isAfter);
  for (let width = RUN * 4; width < bytes; width *= 2) {
    for (let at: usize = 0; at < bytes; at += 2 * width) {
      merge(ids + at, ids + min(bytes, at + width), ids + min(bytes, at + 2 * width), spare + at, isAfter);
    }
    const sorted = spare;
    spare = ids;
    ids = sorted;
  }
  return ids;
}

const KEY_BYTES: usize = 8;
const KEY_RUN_BYTES: usize = 16 * KEY_BYTES;

function sortKeyRun(from: usize, end: usize): void {
  for (let at = from + KEY_BYTES; at < end; at += KEY_BYTES) {
    const key = load<u64>(at);
    let hole = at;
    while (hole > from && load<u64>(hole - KEY_BYTES) > key) {
      countTurn();
      store<u64>(hole, load<u64>(hole - KEY_BYTES));
      hole -= KEY_BYTES;
    }
    store<u64>(hole, key);
  }
}

function mergeKeys(left: usize, middle: usize, end: usize, to: usize): void {
  let right = middle;
  for (; left < middle || right < end; to += KEY_BYTES) {
    countTurn();
    const takesLeft = right == end || (left < middle && load<u64>(left) <= load<u64>(right));
    store<u64>(to, takesLeft ? load<u64>(left) : load<u64>(right));
    if (takesLeft) left += KEY_BYTES;
    else right += KEY_BYTES;
  }
}

/** Sorts `count` u64 at `keys`; `spare` has room for as many. Returns where the sorted ones are: one of the two. */
export function sortKeys(keys: usize, count: u32, spare: usize): usize {
  const bytes = <usize>count * KEY_BYTES;
  for (let at: usize = 0; at < bytes; at += KEY_RUN_BYTES) sortKeyRun(keys + at, keys + min(bytes, at + KEY_RUN_BYTES));
  for (let width = KEY_RUN_BYTES; width < bytes; width *= 2) {
    for (let at: usize = 0; at < bytes; at += 2 * width) {
      mergeKeys(keys + at, keys + min(bytes, at + width), keys + min(bytes, at + 2 * width), spare + at);
    }
    const sorted = spare;
    spare = keys;
    keys = sorted;
  }
  return keys;
}
