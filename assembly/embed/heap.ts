/**
 * Blocks of memory, above everything else. Block sizes are classes, four to each power of two. A freed block is used
 * again for blocks of its class, and memory never shrinks. A block is readable PADDING bytes beyond the bytes asked for.
 *
 *   block  -16 its class | 0 its bytes; while it is free the next free block of its class, or 0
 */
import { PADDING } from "../bytes/layout";

const HEADER_BYTES: usize = 16;
/** The smallest block has this many bytes and one more, so that every size is a multiple of 16. */
const MIN_BYTES: usize = 64;
/** All memory that there can be. */
export const MAX_BLOCK_BYTES: usize = 1 << 30;
const PAGE_SHIFT: u32 = 16;
/** Memory grows by an eighth at a time. */
const GROWTH_SHIFT: i32 = 3;
const CLASSES: i32 = 128;

/** The first free block of each class. */
const free: usize = memory.data(CLASSES * 4);
/** Where no block has been yet. */
let top: usize = (__heap_base + 15) & ~15;

/** The address of a block of at least `bytes`, a multiple of 16; or 0 if memory runs out. */
export function allocate(bytes: usize): usize {
  if (bytes > MAX_BLOCK_BYTES) return 0;
  const last = max(bytes + HEADER_BYTES + PADDING - 1, MIN_BYTES);
  const shift = 29 - clz(<u32>last);
  const blockClass = ((shift + 2) << 2) | ((<u32>last >> shift) & 3);
  const first = free + <usize>blockClass * 4;
  const block = <usize>load<u32>(first);
  if (block == 0) return extend(((last >> shift) + 1) << shift, blockClass);
  store<u32>(first, load<u32>(block));
  return block;
}

/** Gives back a block that `allocate` returned, or nothing if it is 0. */
export function release(block: usize): void {
  if (block == 0) return;
  const first = free + <usize>load<u32>(block - HEADER_BYTES) * 4;
  store<u32>(block, load<u32>(first));
  store<u32>(first, <u32>block);
}

/** The memory that a block takes. */
export function sizeOf(block: usize): usize {
  const blockClass = load<u32>(block - HEADER_BYTES);
  return (<usize>(blockClass & 3) + 5) << ((blockClass >> 2) - 2);
}

/** A new block of `blockBytes` with its header. */
function extend(blockBytes: usize, blockClass: u32): usize {
  const block = top + HEADER_BYTES;
  const end = top + blockBytes;
  const missing = <i32>((end + 0xffff) >> PAGE_SHIFT) - memory.size();
  // Growing is a call of the system, and in JavaScript it makes a new ArrayBuffer, which brings garbage collection on.
  if (missing > 0 && memory.grow(max(missing, memory.size() >> GROWTH_SHIFT)) < 0 && memory.grow(missing) < 0) return 0;
  top = end;
  store<u32>(block - HEADER_BYTES, blockClass);
  return block;
}
