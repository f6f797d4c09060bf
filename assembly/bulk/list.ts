/**
 * Lists of rows in one block that grows. A list is LIST_BYTES of static memory:
 *
 *   0 the block, or 0 | 4 bytes that it has | 8 bytes in use
 */
import { allocate, release } from "../embed/heap";

export const LIST_BYTES: i32 = 12;
const FIRST_BYTES: usize = 1024;

export function firstOf(list: usize): usize {
  return <usize>load<u32>(list);
}

export function usedBytes(list: usize): usize {
  return <usize>load<u32>(list, 8);
}

export function heldBytes(list: usize): usize {
  return <usize>load<u32>(list, 4);
}

/** Room for more bytes at the end: their address, or 0 without memory. Addresses of earlier rows are invalid afterwards. */
export function push(list: usize, bytes: usize): usize {
  const used = usedBytes(list);
  if (used + bytes > heldBytes(list) && !grow(list, used + bytes)) return 0;
  store<u32>(list, <u32>(used + bytes), 8);
  return firstOf(list) + used;
}

export function shorten(list: usize, bytes: usize): void {
  store<u32>(list, <u32>bytes, 8);
}

export function clear(list: usize): void {
  shorten(list, 0);
}

function grow(list: usize, wanted: usize): bool {
  const capacity = max(FIRST_BYTES, wanted + (wanted >> 1));
  const moved = allocate(capacity);
  if (moved == 0) return false;
  memory.copy(moved, firstOf(list), usedBytes(list));
  release(firstOf(list));
  store<u32>(list, <u32>moved);
  store<u32>(list, <u32>capacity, 4);
  return true;
}
