/**
 * The programs that the host holds. A handle is the number of a slot and, above it, the slot's generation, which rises
 * with each program: a handle that was freed never names another program. A slot is retired after its last generation.
 *
 *   slot  0 the program in its block, or 0 | 4 the block of its index, or 0; the next free slot while it has no program
 *         8 bytes of the program | 12 generation
 */
import { PREFIX_BYTES } from "../bytes/layout";
import { OUT_OF_MEMORY, TOO_MANY_PROGRAMS } from "./errors";
import { allocate, release, sizeOf } from "./heap";

export const HANDLE_BYTES: usize = 4;
const SLOT_BYTES: usize = 16;
const SLOT_BITS: u32 = 20;
const MAX_SLOTS: u32 = 1 << SLOT_BITS;
const MAX_GENERATION: u32 = (1 << (31 - SLOT_BITS)) - 1;
const FIRST_SLOTS: u32 = 64;
/** The number after the last slot stands for none. */
const NO_SLOT: u32 = MAX_SLOTS;

let slots: usize = 0;
let capacity: u32 = 0;
let slotCount: u32 = 0;
let firstFree: u32 = NO_SLOT;

export function programOf(slot: usize): usize {
  return load<u32>(slot);
}

export function indexBlockOf(slot: usize): usize {
  return load<u32>(slot, 4);
}

export function setIndexBlock(slot: usize, block: usize): void {
  store<u32>(slot, <u32>block, 4);
}

export function bytesOf(slot: usize): usize {
  return load<u32>(slot, 8);
}

/** The memory that the program and its index take. */
export function memoryOf(slot: usize): usize {
  return sizeOf(programOf(slot) - PREFIX_BYTES) + indexMemoryOf(slot);
}

export function indexMemoryOf(slot: usize): usize {
  const index = indexBlockOf(slot);
  return index == 0 ? 0 : sizeOf(index);
}

/** The address of the slot that a handle names, or 0. Invalid after the next program is added. */
export function slotOf(handle: u32): usize {
  const number = handle & (MAX_SLOTS - 1);
  if (number >= slotCount) return 0;
  const slot = slotAt(number);
  return load<u32>(slot) != 0 && load<u32>(slot, 12) == handle >> SLOT_BITS ? slot : 0;
}

/** Copies the program of `bytes` at `from` to a block of its own and returns its handle, or an error. */
export function addProgram(from: usize, bytes: usize): i32 {
  const block = allocate(PREFIX_BYTES + bytes);
  if (block == 0) return OUT_OF_MEMORY;
  const number = takeSlot();
  if (<i32>number < 0) {
    release(block);
    return <i32>number;
  }
  memory.fill(block, 0, PREFIX_BYTES);
  memory.copy(block + PREFIX_BYTES, from, bytes);
  const slot = slotAt(number);
  const generation = load<u32>(slot, 12) + 1;
  store<u32>(slot, <u32>(block + PREFIX_BYTES));
  setIndexBlock(slot, 0);
  store<u32>(slot, <u32>bytes, 8);
  store<u32>(slot, generation, 12);
  return <i32>((generation << SLOT_BITS) | number);
}

export function removeProgram(slot: usize): void {
  release(indexBlockOf(slot));
  release(programOf(slot) - PREFIX_BYTES);
  store<u32>(slot, 0);
  if (load<u32>(slot, 12) == MAX_GENERATION) return;
  store<u32>(slot, firstFree, 4);
  firstFree = <u32>((slot - slots) / SLOT_BYTES);
}

function slotAt(number: u32): usize {
  return slots + <usize>number * SLOT_BYTES;
}

/** The number of a slot without a program, or an error. */
function takeSlot(): u32 {
  if (firstFree != NO_SLOT) {
    const number = firstFree;
    firstFree = load<u32>(slotAt(number), 4);
    return number;
  }
  if (slotCount == MAX_SLOTS) return <u32>TOO_MANY_PROGRAMS;
  if (slotCount == capacity && !addSlots()) return <u32>OUT_OF_MEMORY;
  store<u32>(slotAt(slotCount), 0, 12);
  return slotCount++;
}

/** Doubles the table. */
function addSlots(): bool {
  const wanted = max(FIRST_SLOTS, 2 * capacity);
  const moved = allocate(<usize>wanted * SLOT_BYTES);
  if (moved == 0) return false;
  memory.copy(moved, slots, <usize>slotCount * SLOT_BYTES);
  release(slots);
  slots = moved;
  capacity = wanted;
  return true;
}
