/** Sorts numbers of 64 bits by their digits, in time linear in their count and without recursion; equals keep their order. */
import { countTurn } from "./steps";

const KEY_BYTES: usize = 8;
/** Up to so many keys are inserted one by one; more are dealt out. */
const FEW_KEYS: u32 = 16;
/** The half of a key that is looked at, eight bits in a round. */
const KEY_HIGH: usize = 4;
const DIGIT_BITS: u32 = 8;
const DIGIT: u32 = (1 << DIGIT_BITS) - 1;
/** A count of four bytes for each digit. */
const COUNT_BYTES: usize = 4;
export const COUNTS_BYTES: usize = (<usize>DIGIT + 1) * COUNT_BYTES;

/**
 * Sorts `count` u64 at `keys`, whose low halves rise: equals in the high half keep their order. `spare` has room for as many,
 * `counts` has COUNTS_BYTES. Returns where the sorted ones are: one of the two. Many keys take one round for each byte in
 * which their high halves differ: one round for patterns of ordinary length.
 */
export function sortKeys(keys: usize, count: u32, spare: usize, counts: usize): usize {
  const bytes = <usize>count * KEY_BYTES;
  if (count <= FEW_KEYS) {
    insertKeys(keys, keys + bytes);
    return keys;
  }
  const different = differences(keys, keys + bytes);
  for (let shift: u32 = 0; shift < 32 && different >> shift != 0; shift += DIGIT_BITS) {
    dealKeys(keys, keys + bytes, spare, shift, min(DIGIT, bitsUpTo(different >> shift)), counts);
    const dealt = spare;
    spare = keys;
    keys = dealt;
  }
  return keys;
}

/** All bits from the lowest to the highest that is set; there is one. */
function bitsUpTo(bits: u32): u32 {
  return <u32>-1 >> clz(bits);
}

/** The bits in which the high half of a key differs from that of the first one. */
function differences(from: usize, end: usize): u32 {
  const first = load<u32>(from, KEY_HIGH);
  let different: u32 = 0;
  for (; from < end; from += KEY_BYTES) {
    countTurn();
    different |= load<u32>(from, KEY_HIGH) ^ first;
  }
  return different;
}

function insertKeys(from: usize, end: usize): void {
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

/** Deals the keys [from, end) out to `to` by their `digit` after `shift`; equals keep their order. */
function dealKeys(from: usize, end: usize, to: usize, shift: u32, digit: u32, counts: usize): void {
  const countsEnd = counts + (<usize>digit + 1) * COUNT_BYTES;
  memory.fill(counts, 0, countsEnd - counts);
  for (let at = from; at < end; at += KEY_BYTES) {
    countTurn();
    const count = countOf(at, shift, digit, counts);
    store<u32>(count, load<u32>(count) + <u32>KEY_BYTES);
  }
  placeCounts(counts, countsEnd, to);
  for (; from < end; from += KEY_BYTES) {
    countTurn();
    const place = countOf(from, shift, digit, counts);
    const at = load<u32>(place);
    store<u64>(at, load<u64>(from));
    store<u32>(place, at + <u32>KEY_BYTES);
  }
}

function countOf(key: usize, shift: u32, digit: u32, counts: usize): usize {
  return counts + <usize>((load<u32>(key, KEY_HIGH) >> shift) & digit) * COUNT_BYTES;
}

/** Replaces each count of bytes by the address at which the bytes begin that it counts. */
function placeCounts(counts: usize, end: usize, to: usize): void {
  for (; counts < end; counts += COUNT_BYTES) {
    const bytes = load<u32>(counts);
    store<u32>(counts, <u32>to);
    to += bytes;
  }
}
