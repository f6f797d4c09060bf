/**
 * An index over a program: a path-compressed trie of the patterns up to their first `*`. Where a `*` stands, the node has
 * a subtrie: a trie of what follows the `*`, and so on for every further `*`. Walking costs the path, not the rules.
 * docs/design.md says why this is not an Aho-Corasick automaton.
 *
 *   index  the node of the string "/". Every path begins with it, so walks start at its children, and in place of its label stands
 *          0 epoch: the number of the current search
 *
 *   node   0 first sixteen bytes of the label | 16 the byte that chooses each child, before its label; zeros after
 *          32 label bytes | 36 label | 40 smallest decision of the patterns that end at or above this node
 *          44 smallest decision of the anchored patterns that end here | 48 innermost subtrie at or above this node, or 0
 *          52 first child | 56 children | 58 a bit for each of the label's first sixteen bytes
 *          60 for more than sixteen children: the number of each byte's child, from 1, in 256 bytes
 *
 *   subtrie    0 root node | 4 smallest decision in it | 8 next subtrie towards the root of the trie it hangs in, or 0
 *          12 epoch in which it was last reached | 16 where the path goes on after what was matched | 20 next pending subtrie
 *          24 bytes of the trie's strings before this `*` | 32 sieve: six tables of sixteen bytes
 *
 * A node is one cache line: comparing its label and choosing its child reads no other, up to sixteen label bytes and children.
 */
import { CACHE_LINE_BYTES } from "../bytes/layout";
import * as scalar from "../bytes/scalar";

export const INDEX_EPOCH: usize = 0;
export const NODE_BYTES: usize = CACHE_LINE_BYTES;
export const SUBTRIE_BYTES: usize = 128;
export const CHILD_TABLE_BYTES: usize = 256;

export const NODE_KEYS: usize = 16;
export const NODE_LABEL_BYTES: usize = 32;
export const NODE_LABEL: usize = 36;
export const NODE_DECISION: usize = 40;
export const NODE_EXACT_DECISION: usize = 44;
export const NODE_SUBTRIE: usize = 48;
export const NODE_CHILDREN: usize = 52;
export const NODE_CHILD_COUNT: usize = 56;
export const NODE_LABEL_MASK: usize = 58;
export const NODE_CHILD_TABLE: usize = 60;

export const MAX_KEYS: usize = 16;
/** Bits of a sieve's bytes. */
export const SIEVE_BUCKETS: u32 = 8;

export const SUBTRIE_BEST_DECISION: usize = 4;
export const SUBTRIE_OUTER: usize = 8;
export const SUBTRIE_EPOCH: usize = 12;
export const SUBTRIE_POSITION: usize = 16;
export const SUBTRIE_PENDING: usize = 20;
export const SUBTRIE_DEPTH: usize = 24;
export const SUBTRIE_SIEVE: usize = 32;

/** The child of `node` that `byte` chooses, or 0. No path holds NUL, so the zeros after the keys match nothing. */
export function childOf(node: usize, byte: u8): usize {
  const table = <usize>load<u32>(node, NODE_CHILD_TABLE);
  if (table != 0) return childAt(node, <usize>load<u8>(table + byte));
  if (!ASC_FEATURE_SIMD) return childOfKey(node, byte);
  const found = i8x16.bitmask(i8x16.eq(v128.load(node, NODE_KEYS), i8x16.splat(byte)));
  return found == 0 ? 0 : <usize>load<u32>(node, NODE_CHILDREN) + <usize>ctz(found) * NODE_BYTES;
}

function childOfKey(node: usize, byte: u8): usize {
  const number = scalar.keyNumber(node + NODE_KEYS, byte);
  return number == MAX_KEYS ? 0 : <usize>load<u32>(node, NODE_CHILDREN) + number * NODE_BYTES;
}

function childAt(node: usize, number: usize): usize {
  return number == 0 ? 0 : <usize>load<u32>(node, NODE_CHILDREN) + (number - 1) * NODE_BYTES;
}
