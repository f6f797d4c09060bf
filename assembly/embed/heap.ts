/**
 * Blocks of memory, above everything else, one right behind the other. A freed block becomes one with free neighbours, and is
 * used for whatever fits. Free blocks are listed by size, in classes of which four make a power of two. A block is readable
 * PADDING bytes beyond the bytes asked for.
 *
 *   block  -16 its bytes with this head; the lowest bit while it is free | -12 bytes of the block before it, 0 for none
 *          0 its content; while it is free the next and the previous free block of its class, or 0
 */
import { PADDING } from "../bytes/layout";
import { countTurn } from "../bytes/steps";

const HEAD_BYTES: usize = 16;
/** The smallest block: its head and what a free block holds. */
const MIN_BYTES: usize = 32;
const FREE: u32 = 1;
/** All memory that there can be. */
export const MAX_BLOCK_BYTES: usize = 1 << 30;
const PAGE_SHIFT: u32 = 16;
/** Memory grows by a sixteenth at a time. */
const GROWTH_SHIFT: i32 = 4;
const CLASSES: u32 = 128;
/** How many blocks of the class of a size are tried, which may be too small, before larger ones. */
const MAX_TRIES: u32 = 4;

/** The first free block of each class, and behind them a bit for each class that has one. */
const free: usize = memory.data(528);
const bits: usize = free + 512;
/** The end of the last block, which comes before memory that was never used. */
let top: usize = (__heap_base + 15) & ~15;
/** The last block, or 0. */
let last: usize = 0;
let limit: usize = 1 << 31;

/** The address of a block of at least `bytes`, a multiple of 16; or 0 if memory runs out. */
export function allocate(bytes: usize): usize {
  if (bytes > MAX_BLOCK_BYTES) return 0;
  const wanted = blockBytes(bytes);
  const block = freeBlock(wanted);
  if (block == 0) return extend(wanted);
  unlink(block);
  setBytes(block, sizeOf(block));
  split(block, wanted);
  return block;
}

/** Gives back a block that `allocate` returned, or nothing if it is 0. */
export function release(block: usize): void {
  if (block == 0) return;
  const next = block + sizeOf(block);
  if (block != last && isFree(next)) {
    unlink(next);
    absorb(block, next);
  }
  const before = beforeOf(block);
  if (before == 0 || !isFree(before)) giveBack(block);
  else {
    unlink(before);
    absorb(before, block);
    giveBack(before);
  }
}

/** Keeps the first `bytes` of a block and gives back the rest. */
export function shrink(block: usize, bytes: usize): void {
  split(block, blockBytes(bytes));
}

/** The memory that a block takes. */
export function sizeOf(block: usize): usize {
  return <usize>(load<u32>(block - HEAD_BYTES) & ~FREE);
}

/** Bounds the memory for what can be given up: whoever allocates such things asks `hasRoom` before. */
export function limitTo(end: usize): void {
  limit = end;
}

/** Whether a block of so many bytes fits below the limit. */
export function hasRoom(bytes: usize): bool {
  const wanted = blockBytes(bytes);
  return top + wanted <= limit || freeBlock(wanted) != 0;
}

function blockBytes(bytes: usize): usize {
  return (bytes + HEAD_BYTES + PADDING + 15) & ~15;
}

function isFree(block: usize): bool {
  return (load<u32>(block - HEAD_BYTES) & FREE) != 0;
}

function setBytes(block: usize, bytes: usize): void {
  store<u32>(block - HEAD_BYTES, <u32>bytes);
}

/** The block before, or 0. */
function beforeOf(block: usize): usize {
  const bytes = <usize>load<u32>(block - HEAD_BYTES, 4);
  return bytes == 0 ? 0 : block - bytes;
}

function classOf(bytes: usize): u32 {
  const shift: u32 = 29 - clz(<u32>bytes);
  return (shift << 2) | ((<u32>bytes >> shift) & 3);
}

/** A free block of at least so many bytes, or 0. Every block of a higher class is large enough. */
function freeBlock(wanted: usize): usize {
  const own = classOf(wanted);
  let block = <usize>load<u32>(free + ((<usize>own) << 2));
  for (let tries: u32 = 0; block != 0 && tries < MAX_TRIES; tries++) {
    countTurn();
    if (sizeOf(block) >= wanted) return block;
    block = <usize>load<u32>(block);
  }
  const higher = firstClassFrom(own + 1);
  return higher == CLASSES ? 0 : <usize>load<u32>(free + ((<usize>higher) << 2));
}

/** The first class from this one on that has a free block, or CLASSES. */
function firstClassFrom(number: u32): u32 {
  if (number < 64) {
    const found = load<u64>(bits) & (u64.MAX_VALUE << (<u64>number));
    if (found != 0) return <u32>ctz(found);
    number = 64;
  }
  const found = load<u64>(bits, 8) & (u64.MAX_VALUE << (<u64>(number - 64)));
  return found != 0 ? 64 + <u32>ctz(found) : CLASSES;
}

function link(block: usize): void {
  const number = classOf(sizeOf(block));
  const first = free + ((<usize>number) << 2);
  const next = <usize>load<u32>(first);
  store<u32>(block, <u32>next);
  store<u32>(block, 0, 4);
  if (next != 0) store<u32>(next, <u32>block, 4);
  store<u32>(first, <u32>block);
  const word = bits + ((<usize>number >> 6) << 3);
  store<u64>(word, load<u64>(word) | ((<u64>1) << (<u64>(number & 63))));
}

function unlink(block: usize): void {
  const next = <usize>load<u32>(block);
  const previous = <usize>load<u32>(block, 4);
  if (next != 0) store<u32>(next, <u32>previous, 4);
  if (previous != 0) {
    store<u32>(previous, <u32>next);
    return;
  }
  const number = classOf(sizeOf(block));
  store<u32>(free + ((<usize>number) << 2), <u32>next);
  if (next != 0) return;
  const word = bits + ((<usize>number >> 6) << 3);
  store<u64>(word, load<u64>(word) & ~((<u64>1) << (<u64>(number & 63))));
}

/** Makes the next block part of a block. */
function absorb(block: usize, next: usize): void {
  const bytes = sizeOf(block) + sizeOf(next);
  setBytes(block, bytes);
  if (next == last) last = block;
  else store<u32>(block + bytes - HEAD_BYTES, <u32>bytes, 4);
}

/** Lists the block as free, or makes it part of the memory behind the last block. Its neighbours are in use. */
function giveBack(block: usize): void {
  if (block == last) {
    last = beforeOf(block);
    top = block - HEAD_BYTES;
    return;
  }
  store<u32>(block - HEAD_BYTES, <u32>sizeOf(block) | FREE);
  link(block);
}

/** Gives back what the block has beyond `bytes`, if that makes a block. */
function split(block: usize, bytes: usize): void {
  const rest = sizeOf(block) - bytes;
  if (rest < MIN_BYTES) return;
  const second = block + bytes;
  setBytes(second, rest);
  store<u32>(second - HEAD_BYTES, <u32>bytes, 4);
  if (block == last) last = second;
  else store<u32>(second + rest - HEAD_BYTES, <u32>rest, 4);
  setBytes(block, bytes);
  release(second);
}

/** A new block behind the last. */
function extend(bytes: usize): usize {
  const block = top + HEAD_BYTES;
  const end = top + bytes;
  const missing = <i32>((end + 0xffff) >> PAGE_SHIFT) - memory.size();
  if (missing > 0 && memory.grow(max(missing, spare())) < 0 && memory.grow(missing) < 0) return 0;
  setBytes(block, bytes);
  store<u32>(block - HEAD_BYTES, last == 0 ? 0 : <u32>sizeOf(last), 4);
  last = block;
  top = end;
  return block;
}

/**
 * Pages by which memory grows at least, within the limit. Growing is a call of the system, and in JavaScript it makes a new
 * ArrayBuffer, which brings garbage collection on.
 */
function spare(): i32 {
  return min(memory.size() >> GROWTH_SHIFT, <i32>(limit >> PAGE_SHIFT) - memory.size());
}
