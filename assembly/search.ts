/**
 * Deciding by the index (trie.ts): walk the path from its start; then, for each set reached whose best rank could
 * still win, sift the rest of the path for places where one of its segments starts and walk its trie from each.
 * A set is reached once, where its `*` can start earliest, and that is exact: a later start sees less of the path.
 *
 * Cost: O(path) for each set reached, however many rules it holds, as long as the sieve sifts. A turn allowance says
 * when it does not (`*aaaa…b` in `aaaa…`); then the rules that could still win are scanned in rank order, each in time
 * linear in the path. So the bound is O(path bytes x wildcards alive), plus one comparison for each rule.
 */
import { equal } from "./bytes";
import { INDEX_BEFORE } from "./layout";
import { scan } from "./scan";
import { sift } from "./sieve";
import { step } from "./steps";
import {
  childOf,
  NODE_EXACT_RANK,
  NODE_LABEL_BYTES,
  NODE_PREFIX_RANK,
  NODE_SET,
  SET_BEST_RANK,
  SET_DEPTH,
  SET_EPOCH,
  SET_OUTER,
  SET_PENDING,
  SET_POSITION,
  SET_SIEVE,
} from "./trie";

let epoch: u32 = 0;
let pending: usize = 0;
let allowance: isize = 0;

/** The smallest rank below `limit` whose rule matches [path, end), or `limit`. */
export function searchIndex(program: usize, index: usize, path: usize, end: usize, limit: u32): u32 {
  epoch = load<u32>(index, 4) + 1;
  store<u32>(index, epoch, 4);
  if (epoch == 0) return abandonIndex(program, path, end, limit);
  pending = 0;
  allowance = 256 + 4 * <isize>(end - path);
  let best = walk(load<u32>(index), path, end, limit);
  while (pending != 0) {
    const set = pending;
    pending = load<u32>(set, SET_PENDING);
    if (load<u32>(set, SET_BEST_RANK) < best) best = searchSet(set, end, best);
    if (allowance < 0) return min(best, scan(program, path, end, best));
  }
  return best;
}

/** After 2^32 searches old marks would seem new; from then on the program is scanned until it is loaded anew. */
function abandonIndex(program: usize, path: usize, end: usize, limit: u32): u32 {
  store<u32>(program - INDEX_BEFORE, 0);
  return min(limit, scan(program, path, end, limit));
}

function searchSet(set: usize, end: usize, best: u32): u32 {
  const root = load<u32>(set);
  const bestRank = load<u32>(set, SET_BEST_RANK);
  for (let block = <usize>load<u32>(set, SET_POSITION); block < end; block += 16) {
    step();
    let found = sift(set + SET_SIEVE, block);
    if (end - block < 16) found &= (1 << (<i32>(end - block))) - 1;
    while (found != 0) {
      best = walk(root, block + <usize>ctz(found), end, best);
      if (best <= bestRank || allowance < 0) return best;
      found &= found - 1;
    }
  }
  return best;
}

/** Walks the trie of `root` along [from, end), reaches the sets on the way and returns the smallest rank met. */
function walk(root: usize, from: usize, end: usize, best: u32): u32 {
  let node = root;
  let deepest: usize = 0;
  let position = from;
  let compared: usize = 16;
  while (node != 0) {
    step();
    const labelBytes = <usize>load<u32>(node, NODE_LABEL_BYTES);
    compared += labelBytes + 16;
    if (labelBytes > end - position || !equal(load<u32>(node), position, labelBytes)) break;
    position += labelBytes;
    deepest = node;
    if (position == end) {
      best = min(best, load<u32>(node, NODE_EXACT_RANK));
      break;
    }
    node = childOf(node, load<u8>(position++));
  }
  allowance -= <isize>(compared >> 4);
  if (deepest == 0) return best;
  const set = load<u32>(deepest, NODE_SET);
  if (set != 0) reach(set, from);
  return min(best, load<u32>(deepest, NODE_PREFIX_RANK));
}

/** Marks the sets from `set` up as reached; whatever is above one that has been reached before has been as well. */
function reach(set: usize, from: usize): void {
  while (set != 0 && load<u32>(set, SET_EPOCH) != epoch) {
    step();
    store<u32>(set, epoch, SET_EPOCH);
    store<u32>(set, <u32>(from + <usize>load<u32>(set, SET_DEPTH)), SET_POSITION);
    store<u32>(set, <u32>pending, SET_PENDING);
    pending = set;
    set = load<u32>(set, SET_OUTER);
  }
}
