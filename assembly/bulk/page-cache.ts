/**
 * Pages that were used lately, in sets of WAYS slots: a page has its place in one set, so whatever an archive holds, looking
 * for a page takes WAYS steps and the cache never grows. A full set gives up the page that was used least.
 *
 *   slot  0 offset in the archive, u64 | 8 the archive | 12 the page, or 0 | 16 uses | 20 its level
 */
import { allocate, release } from "../embed/heap";

const SLOT_BYTES: usize = 24;
const WAYS: u32 = 8;
/** A page of one group may be longer. It is used once and not kept. */
export const MAX_KEPT_BYTES: usize = 8192;
/** Leaves are used again less often than the pages above them, which would be dropped for them. */
const LEAF_USES: u32 = 1;
const BRANCH_USES: u32 = 4;

let slots: usize = 0;
let sets: u32 = 0;
let seed: u64 = 0;

/** Empties the cache and gives it so much memory. False without memory. */
export function makeCache(bytes: usize, randomSeed: u32): bool {
  forgetPages();
  release(slots);
  seed = ((<u64>randomSeed) << 32) | 1;
  sets = max<u32>(1, 1 << (31 - clz(max<u32>(1, <u32>(bytes / (<usize>WAYS * MAX_KEPT_BYTES))))));
  const size = <usize>(sets * WAYS) * SLOT_BYTES;
  slots = allocate(size);
  if (slots == 0) sets = 0;
  else memory.fill(slots, 0, size);
  return slots != 0;
}

function forgetPages(): void {
  for (let i: u32 = 0; i < sets * WAYS; i++) release(<usize>load<u32>(slots + <usize>i * SLOT_BYTES, 12));
  sets = 0;
}

function setOf(archive: u32, offset: u64): usize {
  const hash = ((offset ^ ((<u64>archive) << 56)) + seed) * 0x9e3779b97f4a7c15;
  return slots + <usize>((<u32>(hash >> 40) & (sets - 1)) * WAYS) * SLOT_BYTES;
}

/** The page, or 0. */
export function cachedPage(archive: u32, offset: u64, level: u32): usize {
  let slot = setOf(archive, offset);
  for (let way: u32 = 0; way < WAYS; way++, slot += SLOT_BYTES) {
    if (load<u64>(slot) != offset || load<u32>(slot, 8) != archive || load<u32>(slot, 12) == 0) continue;
    // The page was checked for its level.
    if (load<u32>(slot, 20) != level) continue;
    store<u32>(slot, level == 1 ? LEAF_USES : BRANCH_USES, 16);
    return <usize>load<u32>(slot, 12);
  }
  return 0;
}

/** Takes over the page. */
export function keepPage(archive: u32, offset: u64, page: usize, level: u32): void {
  const slot = freeSlot(setOf(archive, offset));
  release(<usize>load<u32>(slot, 12));
  store<u64>(slot, offset);
  store<u32>(slot, archive, 8);
  store<u32>(slot, <u32>page, 12);
  store<u32>(slot, level == 1 ? 0 : BRANCH_USES, 16);
  store<u32>(slot, level, 20);
}

/** An empty slot of the set, or one without uses; until there is one, all lose a use. */
function freeSlot(set: usize): usize {
  let slot = unusedSlot(set);
  while (slot == 0) {
    for (let way: u32 = 0; way < WAYS; way++) {
      const used = set + <usize>way * SLOT_BYTES;
      store<u32>(used, load<u32>(used, 16) - 1, 16);
    }
    slot = unusedSlot(set);
  }
  return slot;
}

function unusedSlot(set: usize): usize {
  for (let way: u32 = 0; way < WAYS; way++) {
    const slot = set + <usize>way * SLOT_BYTES;
    if (load<u32>(slot, 12) == 0 || load<u32>(slot, 16) == 0) return slot;
  }
  return 0;
}
