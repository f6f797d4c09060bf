/**
 * Deciding by the index (trie.ts): walk the path from its start; then, for each set reached whose best rank could
 * still win, sift the rest of the path for places where one of its segments starts and walk its trie from each.
 * A set is reached once, where its `*` can start earliest, and that is exact: a later start sees less of the path.
 *
 * Cost: O(path) for each set reached, however many rules it holds, as long as the sieve sifts. A turn allowance says
 * when it does not (`*aaaa…b` in `aaaa…`); then the rules that could still win are scanned in rank order, each in time
 * linear in the path. So the bound is O(path bytes x wildcards alive), plus one comparison for each rule. When as many sets
 * have been searched as one pass over the path is worth, last-starts.ts says where searching the others can end.
 */
import { equal } from "./bytes";
import { lastStartIn, noteLastStarts } from "./last-starts";
import { INDEX_BEFORE } from "./layout";
import { NO_DECISION, ruleCountOf } from "./program";
import * as scalar from "./scalar";
import { scan } from "./scan";
import { sift } from "./sieve";
import { step } from "./steps";
import {
  childOf,
  INDEX_EPOCH,
  INDEX_SLASH,
  INDEX_START,
  NODE_CHILD_COUNT,
  NODE_DECISION,
  NODE_EXACT_DECISION,
  NODE_LABEL,
  NODE_LABEL_BYTES,
  NODE_LABEL_MASK,
  NODE_SET,
  SET_BEST_DECISION,
  SET_DEPTH,
  SET_EPOCH,
  SET_OUTER,
  SET_PENDING,
  SET_POSITION,
  SET_SIEVE,
} from "./trie";

const AT_END: usize = 1;

/** Noting where strings stand last costs about as much as searching this many sets to the end of the path. */
const SEARCHES_BEFORE_NOTES: isize = 32;

/** The state of the current search: its number, the sets that were reached and not searched, the turns that are left. */
let epoch: u32 = 0;
let pending: usize = 0;
let allowance: isize = 0;

/** The smallest decision below `limit` of a rule that matches [path, end), or `limit`. */
export function searchIndex(program: usize, index: usize, path: usize, end: usize, limit: u32): u32 {
  const walked = walkFromStart(index, path, end);
  if (walked == 0) return limit;
  const best = min(limit, decisionAt(walked));
  const set = setOf(walked);
  return set == 0 ? best : searchSets(program, index, set, path, end, best);
}

/** Precondition: the path begins with a slash, as every path does. */
function walkFromStart(index: usize, path: usize, end: usize): usize {
  const slash = <usize>load<u32>(index, INDEX_SLASH);
  if (slash == 0 || end - path < 2) return walk(load<u32>(index), 0, path, end);
  const node = load<u32>(index + ((<usize>load<u8>(path, 1)) << 2), INDEX_START);
  return walk(node, slash, path + 2, end);
}

function searchSets(program: usize, index: usize, set: usize, path: usize, end: usize, limit: u32): u32 {
  epoch = load<u32>(index, INDEX_EPOCH) + 1;
  store<u32>(index, epoch, INDEX_EPOCH);
  if (epoch == 0) return abandonIndex(program, path, end, limit);
  pending = 0;
  allowance = allowanceFor(program, end - path);
  let unnoted = SEARCHES_BEFORE_NOTES * <isize>(end - path);
  reach(set, path);
  let best = limit;
  while (pending != 0) {
    const next = pending;
    pending = load<u32>(next, SET_PENDING);
    if (load<u32>(next, SET_BEST_DECISION) >= best) continue;
    const from = <usize>load<u32>(next, SET_POSITION);
    let to = end;
    if (unnoted > 0) {
      unnoted -= <isize>(end - from);
      if (unnoted <= 0) noteLastStarts(path, end);
    } else {
      const last = lastStart(load<u32>(next), end);
      if (last >= from) best = min(best, decisionFrom(load<u32>(next), last, end));
      // If the last start matches, or is the only one, the others need not be tried.
      to = best <= load<u32>(next, SET_BEST_DECISION) || isAnchored(load<u32>(next)) ? from : last + 1;
    }
    best = searchSet(next, from, to, end, best);
    if (allowance < 0) return scan(program, path, end, best);
  }
  return best;
}

/** Two turns for each byte of the path, and as many as scanning all rules takes at least. */
function allowanceFor(program: usize, pathBytes: usize): isize {
  const scanTurns = (<u64>ruleCountOf(program) * <u64>pathBytes) >> 6;
  return 64 + 2 * <isize>pathBytes + <isize>min<u64>(scanTurns, 1 << 29);
}

/** After 2^32 searches old marks would seem new; from then on the program is scanned until it is loaded anew. */
function abandonIndex(program: usize, path: usize, end: usize, limit: u32): u32 {
  store<u32>(program - INDEX_BEFORE, 0);
  return scan(program, path, end, limit);
}

/** Tries the starts in [from, to). */
function searchSet(set: usize, from: usize, to: usize, end: usize, best: u32): u32 {
  const root = load<u32>(set);
  const setBest = load<u32>(set, SET_BEST_DECISION);
  for (let block = from; block < to; block += 16) {
    step();
    let found = sift(set + SET_SIEVE, block);
    if (to - block < 16) found &= (1 << (<i32>(to - block))) - 1;
    while (found != 0) {
      const start = block + <usize>ctz(found);
      const walked = walk(root, 0, start, end);
      if (walked != 0) {
        if (setOf(walked) != 0) reach(setOf(walked), start);
        best = min(best, decisionAt(walked));
      }
      if (best <= setBest || allowance < 0) return best;
      found &= found - 1;
    }
  }
  return best;
}

/** The last address at which a string of the trie can start, as far as is noted; 0 if none can. */
function lastStart(root: usize, end: usize): usize {
  return isAnchored(root) ? end - load<u32>(root, NODE_LABEL_BYTES) : min(lastStartIn(root), end - 1);
}

/** Whether the trie is one string that matches at the end of the path alone. */
function isAnchored(root: usize): bool {
  const isLeaf = load<u16>(root, NODE_CHILD_COUNT) == 0 && load<u32>(root, NODE_SET) == 0;
  return isLeaf && load<u32>(root, NODE_DECISION) == NO_DECISION;
}

/** The decision of the rules whose rest starts at `start`. */
function decisionFrom(root: usize, start: usize, end: usize): u32 {
  const walked = walk(root, 0, start, end);
  return walked == 0 ? NO_DECISION : decisionAt(walked);
}

/**
 * Walks a trie from `node` along [from, end) to the deepest node whose string the path has, or `deepest`; with AT_END if
 * the path ends there. Nodes lie at multiples of 64.
 */
function walk(node: usize, deepest: usize, from: usize, end: usize): usize {
  let compared: usize = 16;
  while (node != 0) {
    step();
    const labelBytes = <usize>load<u32>(node, NODE_LABEL_BYTES);
    compared += labelBytes + 16;
    if (labelBytes > end - from || !hasLabel(node, labelBytes, from)) break;
    from += labelBytes;
    deepest = node;
    if (from == end) {
      deepest |= AT_END;
      break;
    }
    node = childOf(node, load<u8>(from++));
  }
  allowance -= <isize>(compared >> 4);
  return deepest;
}

function hasLabel(node: usize, labelBytes: usize, from: usize): bool {
  const different = ASC_FEATURE_SIMD
    ? i8x16.bitmask(i8x16.ne(v128.load(node), v128.load(from)))
    : scalar.differences(node, from);
  if ((different & <i32>load<u16>(node, NODE_LABEL_MASK)) != 0) return false;
  return labelBytes <= 16 || equal(<usize>load<u32>(node, NODE_LABEL) + 16, from + 16, labelBytes - 16);
}

function decisionAt(walked: usize): u32 {
  const node = walked & ~AT_END;
  const decision = load<u32>(node, NODE_DECISION);
  return (walked & AT_END) != 0 ? min(decision, load<u32>(node, NODE_EXACT_DECISION)) : decision;
}

function setOf(walked: usize): usize {
  return load<u32>(walked & ~AT_END, NODE_SET);
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
