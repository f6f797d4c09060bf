/**
 * Deciding by the index (index-layout.ts): walk the path from its start; then, for each subtrie reached whose best rank could
 * still win, sift the rest of the path for places where one of its segments starts and walk its trie from each.
 * A subtrie is reached once, where its `*` can start earliest, and that is exact: a later start sees less of the path.
 *
 * Cost: O(path) for each subtrie reached, however many rules it holds, as long as the sieve sifts and the subtries are few. A
 * budget of turns says when they do not. Few rules are then scanned in rank order, each in time linear in the path. For
 * more rules, path-index.ts notes where strings start, and each string of a subtrie is looked up on its own. What was reached before
 * stays reached, where it can start earliest.
 */
import { equal } from "../bytes/bytes";
import { INDEX_BEFORE } from "../bytes/layout";
import * as scalar from "../bytes/scalar";
import { countTurn } from "../bytes/steps";
import { find, NOT_FOUND } from "./find";
import {
  childOf,
  INDEX_EPOCH,
  NODE_BYTES,
  NODE_CHILD_COUNT,
  NODE_CHILDREN,
  NODE_DECISION,
  NODE_EXACT_DECISION,
  NODE_LABEL,
  NODE_LABEL_BYTES,
  NODE_LABEL_MASK,
  NODE_SUBTRIE,
  SUBTRIE_BEST_DECISION,
  SUBTRIE_DEPTH,
  SUBTRIE_EPOCH,
  SUBTRIE_OUTER,
  SUBTRIE_PENDING,
  SUBTRIE_POSITION,
  SUBTRIE_SIEVE,
} from "./index-layout";
import { indexPath, NO_NOTES, nextStart, turnsBeforeIndexing, WANTS_NOTES } from "./path-index";
import { ruleCountOf } from "./program";
import { scan } from "./scan";
import { sift } from "./sieve";

const AT_END: usize = 1;

/** Scanning fewer rules costs less than making a path index. */
const PATH_INDEX_FROM_RULES: usize = 64;

/** Strings of fewer bytes stand nearly everywhere. */
const SHORT_BYTES: usize = 4;

/** On the stack: a node, the bytes of its string before its label, and where to start looking. */
const STACKED_BYTES: usize = 12;

/** The state of the current search: its number, the subtries that were reached and not searched, the turns that are left. */
let epoch: u32 = 0;
let pending: usize = 0;
let budget: isize = 0;
/** Nodes whose strings are to be looked up; 0 without notes. They are disjoint parts of a trie, so no more than the rules. */
let stack: usize = 0;

/** The smallest decision below `bestSoFar` of a rule that matches [path, end), or `bestSoFar`. */
export function searchIndex(program: usize, index: usize, path: usize, end: usize, bestSoFar: u32): u32 {
  const walked = walkFromStart(index, path, end);
  const best = min(bestSoFar, decisionAt(walked));
  const subtrie = subtrieOf(walked);
  return subtrie == 0 ? best : searchSubtries(program, index, subtrie, path, end, best);
}

/** Precondition: the path begins with a slash, as every path does. */
function walkFromStart(index: usize, path: usize, end: usize): usize {
  if (end - path < 2) return index | AT_END;
  return walk(childOf(index, load<u8>(path, 1)), index, path + 2, end);
}

function searchSubtries(program: usize, index: usize, subtrie: usize, path: usize, end: usize, bestSoFar: u32): u32 {
  epoch = load<u32>(index, INDEX_EPOCH) + 1;
  store<u32>(index, epoch, INDEX_EPOCH);
  if (epoch == 0) return abandonIndex(program, path, end, bestSoFar);
  pending = 0;
  budget = turnsBeforeIndexing(end - path);
  stack = 0;
  reach(subtrie, path);
  return searchPending(program, path, end, bestSoFar);
}

function searchPending(program: usize, path: usize, end: usize, best: u32): u32 {
  while (pending != 0) {
    const subtrie = pending;
    pending = load<u32>(subtrie, SUBTRIE_PENDING);
    if (load<u32>(subtrie, SUBTRIE_BEST_DECISION) >= best) continue;
    const from = <usize>load<u32>(subtrie, SUBTRIE_POSITION);
    if (stack == 0) {
      best = siftSubtrie(subtrie, from, end, best);
      if (budget >= 0) continue;
      // Sifting takes too long.
      const notes = notesOn(program, path, end);
      if (notes == WANTS_NOTES) return best;
      if (notes == NO_NOTES) return scan(program, path, end, best);
      stack = notes;
    }
    best = lookUpSubtrie(subtrie, from, end, best);
  }
  return best;
}

/** Room for the stack behind notes on the path. Few rules are scanned without notes. */
function notesOn(program: usize, path: usize, end: usize): usize {
  const rules = <usize>ruleCountOf(program);
  return rules < PATH_INDEX_FROM_RULES ? NO_NOTES : indexPath(path, end, rules * STACKED_BYTES);
}

/** After 2^32 searches old marks would seem new; from then on the program is scanned until it is loaded anew. */
function abandonIndex(program: usize, path: usize, end: usize, bestSoFar: u32): u32 {
  store<u32>(program - INDEX_BEFORE, 0);
  return scan(program, path, end, bestSoFar);
}

function siftSubtrie(subtrie: usize, from: usize, end: usize, best: u32): u32 {
  const root = load<u32>(subtrie);
  const subtrieBest = load<u32>(subtrie, SUBTRIE_BEST_DECISION);
  budget -= <isize>(end - from) >> 4;
  for (let block = from; block < end; block += 16) {
    countTurn();
    let found = sift(subtrie + SUBTRIE_SIEVE, block);
    if (end - block < 16) found &= (1 << (<i32>(end - block))) - 1;
    while (found != 0) {
      const start = block + <usize>ctz(found);
      const walked = walk(root, 0, start, end);
      if (walked != 0) {
        if (subtrieOf(walked) != 0) reach(subtrieOf(walked), start);
        best = min(best, decisionAt(walked));
      }
      if (best <= subtrieBest || budget < 0) return best;
      found &= found - 1;
    }
  }
  return best;
}

/**
 * Looks for each string of the trie alone, by notes. A string starts no earlier than the strings it begins with, so a node's
 * children are looked for only once its own string has been found.
 */
function lookUpSubtrie(subtrie: usize, from: usize, end: usize, best: u32): u32 {
  const subtrieBest = load<u32>(subtrie, SUBTRIE_BEST_DECISION);
  let top = push(stack, load<u32>(subtrie), 0, from);
  while (top > stack && best > subtrieBest) {
    countTurn();
    top -= STACKED_BYTES;
    const node = <usize>load<u32>(top);
    const depth = <usize>load<u32>(top, 4);
    const string = <usize>load<u32>(node, NODE_LABEL) - depth;
    const length = depth + <usize>load<u32>(node, NODE_LABEL_BYTES);
    const earliest = <usize>load<u32>(top, 8);
    const exact = load<u32>(node, NODE_EXACT_DECISION);
    if (exact < best && endsWith(earliest, end, string, length)) best = exact;
    const start = startOf(node, string, length, earliest, best);
    if (start == NOT_FOUND) continue;
    reach(load<u32>(node, NODE_SUBTRIE), start);
    best = min(best, load<u32>(node, NODE_DECISION));
    top = pushChildren(top, node, length + 1, start);
  }
  return best;
}

function pushChildren(top: usize, node: usize, depth: usize, from: usize): usize {
  const children = <usize>load<u32>(node, NODE_CHILDREN);
  for (let i: usize = <usize>load<u16>(node, NODE_CHILD_COUNT); i-- > 0; )
    top = push(top, children + i * NODE_BYTES, depth, from);
  return top;
}

function push(top: usize, node: usize, depth: usize, from: usize): usize {
  store<u32>(top, <u32>node);
  store<u32>(top, <u32>depth, 4);
  store<u32>(top, <u32>from, 8);
  return top + STACKED_BYTES;
}

/**
 * Where the node's string stands first, or NOT_FOUND. If only its children can decide, it is not looked for without them, and
 * a short string is taken to stand at `from`.
 */
function startOf(node: usize, string: usize, length: usize, from: usize, best: u32): usize {
  if (load<u32>(node, NODE_DECISION) >= best && isReached(load<u32>(node, NODE_SUBTRIE))) {
    if (load<u16>(node, NODE_CHILD_COUNT) == 0) return NOT_FOUND;
    if (length < SHORT_BYTES) return from;
  }
  return nextStart(string, length, from);
}

function endsWith(from: usize, end: usize, string: usize, length: usize): bool {
  return length <= end - from && find(string, length, end - length, end) != NOT_FOUND;
}

function isReached(subtrie: usize): bool {
  return subtrie == 0 || load<u32>(subtrie, SUBTRIE_EPOCH) == epoch;
}

/**
 * Walks a trie from `node` along [from, end) to the deepest node whose string the path has, or `deepest`; with AT_END if
 * the path ends there. Nodes lie at multiples of 64.
 */
function walk(node: usize, deepest: usize, from: usize, end: usize): usize {
  let compared: usize = 16;
  while (node != 0) {
    countTurn();
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
  budget -= <isize>(compared >> 4);
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

function subtrieOf(walked: usize): usize {
  return load<u32>(walked & ~AT_END, NODE_SUBTRIE);
}

/** Marks the subtries from `subtrie` up as reached; whatever is above one that has been reached before has been as well. */
function reach(subtrie: usize, from: usize): void {
  while (subtrie != 0 && load<u32>(subtrie, SUBTRIE_EPOCH) != epoch) {
    countTurn();
    store<u32>(subtrie, epoch, SUBTRIE_EPOCH);
    store<u32>(subtrie, <u32>(from + <usize>load<u32>(subtrie, SUBTRIE_DEPTH)), SUBTRIE_POSITION);
    store<u32>(subtrie, <u32>pending, SUBTRIE_PENDING);
    pending = subtrie;
    subtrie = load<u32>(subtrie, SUBTRIE_OUTER);
  }
}
