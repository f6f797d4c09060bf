/**
 * The large layout, an index over a program: a path-compressed trie of the patterns up to their first `*`, where at
 * each node at which a `*` stands hangs a set with a trie of what follows it, and so on for every further `*`.
 * Walking costs the path, not the rules. docs/design.md tells why this and not Aho-Corasick.
 *
 *   index  0 root node | 4 epoch: the number of the current search
 *
 *   node   0 label | 4 its bytes | 8 smallest rank of the patterns that end at or above this node
 *          12 smallest rank of the anchored patterns that end here | 16 innermost set at or above this node, or 0
 *          20 first child | 24 children | 28 the byte that chooses each child, before its label
 *
 *   set    0 root node | 4 smallest rank in it | 8 next set towards the root of the trie it hangs in, or 0
 *          12 epoch in which it was last reached | 16 where the path goes on after what was matched | 20 next pending set
 *          24 bytes of the trie's strings before this `*` | 28 entries | 32 sieve: six tables of sixteen bytes
 */
import { step } from "./steps";

export const INDEX_HEADER_BYTES: usize = 16;
export const NODE_BYTES: usize = 32;
export const SET_BYTES: usize = 128;
export const KEY_BLOCK: usize = 16;

export const NODE_LABEL_BYTES: usize = 4;
export const NODE_PREFIX_RANK: usize = 8;
export const NODE_EXACT_RANK: usize = 12;
export const NODE_SET: usize = 16;
export const NODE_CHILDREN: usize = 20;
export const NODE_CHILD_COUNT: usize = 24;
export const NODE_KEYS: usize = 28;

export const SET_BEST_RANK: usize = 4;
export const SET_OUTER: usize = 8;
export const SET_EPOCH: usize = 12;
export const SET_POSITION: usize = 16;
export const SET_PENDING: usize = 20;
export const SET_DEPTH: usize = 24;
export const SET_ENTRIES: usize = 28;
export const SET_SIEVE: usize = 32;

/** The child of `node` that `byte` chooses, or 0. At most 256 children, sixteen a turn. */
export function childOf(node: usize, byte: u8): usize {
  const count = <usize>load<u32>(node, NODE_CHILD_COUNT);
  const keys = <usize>load<u32>(node, NODE_KEYS);
  const wanted = i8x16.splat(byte);
  for (let block: usize = 0; block < count; block += KEY_BLOCK) {
    step();
    const found = i8x16.bitmask(i8x16.eq(v128.load(keys + block), wanted));
    if (found == 0) continue;
    const child = block + <usize>ctz(found);
    return child < count ? <usize>load<u32>(node, NODE_CHILDREN) + child * NODE_BYTES : 0;
  }
  return 0;
}
