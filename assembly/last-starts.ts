/**
 * Where in a path a segment can start last. Thousands of sets can be reached in one long path, and each would search all of
 * the rest for a segment that is not there. One pass over the path notes where each string of one, two and four bytes stands
 * last, in a table of hashes: a collision makes a start later than it is, never earlier. The table lies in FAILURE, which only
 * scanning uses.
 */
import { FAILURE, MAX_PATTERN_BYTES } from "./layout";
import { step } from "./steps";
import { CHILD_TABLE_BYTES, childOf, NODE_CHILD_COUNT, NODE_LABEL_BYTES } from "./trie";

/** A slot holds in two bytes the start after the path's, shifted, and one more; 0 for none. */
const SLOT_BYTES: usize = 2;
/** A slot for each byte, then hashed ones for two bytes, then for four: up to the end of FAILURE. */
const PAIRS: usize = FAILURE + 256 * SLOT_BYTES;
const PAIR_BITS: u32 = 12;
const FOURS: usize = PAIRS + (SLOT_BYTES << PAIR_BITS);
const FOURS_COUNT: u64 = MAX_PATTERN_BYTES - 256 - (1 << PAIR_BITS);
const HASH_FACTOR: u32 = 0x9e3779b1;

let path: usize = 0;
let shift: usize = 0;

/** The slot of the first byte, two bytes or four bytes of the word. */
function slotOf(word: u32, length: usize): usize {
  if (length < 2) return FAILURE + <usize>(word & 0xff) * SLOT_BYTES;
  if (length < 4) return PAIRS + <usize>(((word & 0xffff) * HASH_FACTOR) >> (32 - PAIR_BITS)) * SLOT_BYTES;
  return FOURS + <usize>((<u64>(word * HASH_FACTOR) * FOURS_COUNT) >> 32) * SLOT_BYTES;
}

/** Notes the strings in [from, end). */
export function noteLastStarts(from: usize, end: usize): void {
  path = from;
  shift = 0;
  while ((end - path) >> shift >= 0xffff) shift++;
  memory.fill(FAILURE, 0, MAX_PATTERN_BYTES * SLOT_BYTES);
  for (let at = path; at < end; at++) {
    step();
    const word = load<u32>(at);
    const start = <u16>(((at - path) >> shift) + 1);
    store<u16>(slotOf(word, 1), start);
    if (end - at > 1) store<u16>(slotOf(word, 2), start);
    if (end - at > 3) store<u16>(slotOf(word, 4), start);
  }
}

function startIn(slot: usize): usize {
  const start = <usize>load<u16>(slot);
  return start == 0 ? 0 : path + (start << shift) - 1;
}

/** The last address at which the first bytes of a string of `length` bytes can stand, or 0. */
function lastStartOf(word: u32, length: usize): usize {
  const last = startIn(slotOf(word, min<usize>(length, 2)));
  return length < 4 ? last : min(last, startIn(slotOf(word, 4)));
}

/** The last address at which a string of the trie can start, or 0 if none can. A trie of a set has no empty string. */
export function lastStartIn(root: usize): usize {
  const labelBytes = <usize>load<u32>(root, NODE_LABEL_BYTES);
  return labelBytes != 0 ? lastStartOfLabel(root, min<usize>(labelBytes, 16)) : lastStartOfChildren(root);
}

/** By the first and by the last bytes of the label. */
function lastStartOfLabel(label: usize, bytes: usize): usize {
  const after = bytes - min<usize>(bytes, 4);
  const last = lastStartOf(load<u32>(label + after), bytes - after);
  return last < after ? 0 : min(last - after, lastStartOf(load<u32>(label), bytes));
}

function lastStartOfChildren(node: usize): usize {
  let last: usize = 0;
  let children = <u32>load<u16>(node, NODE_CHILD_COUNT);
  for (let byte: u32 = 1; children != 0 && byte < <u32>CHILD_TABLE_BYTES; byte++) {
    step();
    const child = childOf(node, <u8>byte);
    if (child == 0) continue;
    last = max(last, lastStartOf((load<u32>(child) << 8) | byte, 1 + <usize>load<u32>(child, NODE_LABEL_BYTES)));
    children--;
  }
  return last;
}
