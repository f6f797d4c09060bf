/**
 * Building the index of a program (trie.ts). The patterns are sorted once; since the wildcard is the smallest byte,
 * every node and every set is a range of the sorted rules, and the tries come out of a queue of ranges. A rule is
 * looked at once for each byte of its pattern at most, so building is linear in the patterns, after sorting.
 *
 * While queued a node holds: 0 first rule of its range | 4 end of it | 8 depth in the patterns at which its label
 * starts | 12 depth at which its trie starts | 60 next queued node; and the rank and the set of its parent.
 */
import { commonPrefix, compare, indexOf } from "./bytes";
import {
  ANCHORED,
  decisionOf,
  NO_DECISION,
  PATTERN_BYTES_AT,
  patternsOf,
  RULE_BYTES,
  ruleCountOf,
  rulesOf,
} from "./layout";
import { addToSieve } from "./sieve";
import { sortIds } from "./sort";
import { step } from "./steps";
import {
  CHILD_TABLE_BYTES,
  childOf,
  INDEX_HEADER_BYTES,
  INDEX_SLASH,
  INDEX_START,
  MAX_KEYS,
  NODE_BYTES,
  NODE_CHILD_COUNT,
  NODE_CHILD_TABLE,
  NODE_CHILDREN,
  NODE_DECISION,
  NODE_EXACT_DECISION,
  NODE_KEYS,
  NODE_LABEL,
  NODE_LABEL_BYTES,
  NODE_LABEL_MASK,
  NODE_SET,
  SET_BEST_DECISION,
  SET_BYTES,
  SET_DEPTH,
  SET_ENTRIES,
  SET_OUTER,
  SET_SIEVE,
  START_BYTES,
} from "./trie";

const SLASH: u8 = 47;

const QUEUED_END: usize = 4;
const QUEUED_DEPTH: usize = 8;
const QUEUED_TRIE_DEPTH: usize = 12;
const QUEUED_NEXT: usize = 60;

let rules: usize = 0;
let patterns: usize = 0;
let sorted: usize = 0;
/** Where the next node, set or block of keys goes. */
let next: usize = 0;
let lastQueued: usize = 0;

/** Room enough for the index of `program` and for building it. */
export function indexBytes(program: usize): usize {
  const count = <usize>ruleCountOf(program);
  const from = patternsOf(program);
  const stars = countStars(from, from + <usize>load<u32>(program, PATTERN_BYTES_AT));
  const ends = count + stars;
  // A trie has at most two nodes for each string in it, and one in seventeen of them has a table of children.
  const nodes: usize = 2 * ends + 1;
  const tables: usize = (nodes / (MAX_KEYS + 1)) * CHILD_TABLE_BYTES;
  return INDEX_HEADER_BYTES + START_BYTES + stars * SET_BYTES + nodes * NODE_BYTES + tables + 8 * count + 64;
}

function countStars(from: usize, end: usize): usize {
  let stars: usize = 0;
  for (let at = indexOf(0, from, end); at < end; at = indexOf(0, at + 1, end)) stars++;
  return stars;
}

/** Builds the index at `to` and returns the end of what it keeps. `room` is what indexBytes said. */
export function buildIndex(program: usize, to: usize, room: usize): usize {
  rules = rulesOf(program);
  patterns = patternsOf(program);
  const count = ruleCountOf(program);
  const ids = (to + room - 8 * <usize>count) & ~15;
  for (let i: u32 = 0; i < count; i++) store<u32>(ids + <usize>i * 4, i);
  sorted = sortIds(ids, count, ids + <usize>count * 4, spellsLater);
  next = to + INDEX_HEADER_BYTES + START_BYTES;
  memory.fill(to, 0, INDEX_HEADER_BYTES + START_BYTES);
  const root = addNodes(1);
  lastQueued = root;
  queueNode(root, 0, count, 0, 0);
  store<u32>(to, <u32>root);
  for (let node = root; node != 0; ) {
    const table = finishNode(node);
    const following = load<u32>(node, QUEUED_NEXT);
    store<u32>(node, <u32>table, NODE_CHILD_TABLE);
    node = following;
  }
  fillStart(to, root);
  return next;
}

/** Nearly every path begins with a slash and a byte after it: together they choose a node at once. */
function fillStart(index: usize, root: usize): void {
  const slash = isSlash(root) ? root : load<u32>(root, NODE_LABEL_BYTES) == 0 ? childOf(root, SLASH) : 0;
  if (slash == 0 || (slash != root && load<u32>(slash, NODE_LABEL_BYTES) != 0)) return;
  store<u32>(index, <u32>slash, INDEX_SLASH);
  const table = load<u32>(slash, NODE_CHILD_TABLE);
  const children = <usize>load<u16>(slash, NODE_CHILD_COUNT);
  for (let i: usize = 0; i < (table == 0 ? children : 256); i++) {
    const byte = table == 0 ? load<u8>(slash + i, NODE_KEYS) : <u8>i;
    store<u32>(index + ((<usize>byte) << 2), <u32>childOf(slash, byte), INDEX_START);
  }
}

function isSlash(node: usize): bool {
  return load<u32>(node, NODE_LABEL_BYTES) == 1 && load<u8>(node) == SLASH;
}

function startOf(rank: u32): usize {
  return rank == 0 ? patterns : patterns + load<u32>(rules + <usize>(rank - 1) * RULE_BYTES);
}

function endOf(rank: u32): usize {
  return patterns + load<u32>(rules + <usize>rank * RULE_BYTES);
}

function rankAt(i: u32): u32 {
  return load<u32>(sorted + <usize>i * 4);
}

function spellsLater(a: u32, b: u32): bool {
  const aStart = startOf(a);
  const bStart = startOf(b);
  return compare(aStart, endOf(a) - aStart, bStart, endOf(b) - bStart) > 0;
}

function byteAt(i: u32, depth: usize): u8 {
  return load<u8>(startOf(rankAt(i)) + depth);
}

function endsAt(i: u32, depth: usize): bool {
  const rank = rankAt(i);
  return endOf(rank) - startOf(rank) == depth;
}

/** The first index in [from, end) whose pattern has another byte at `depth` than the one at `from`, or `end`. */
function endOfByte(from: u32, end: u32, depth: usize): u32 {
  const byte = byteAt(from, depth);
  do {
    step();
    from++;
  } while (from < end && byteAt(from, depth) == byte);
  return from;
}

function addNodes(count: usize): usize {
  const nodes = next;
  next += count * NODE_BYTES;
  memory.fill(nodes, 0, count * NODE_BYTES);
  return nodes;
}

function queueNode(node: usize, from: u32, end: u32, depth: usize, trieDepth: usize): void {
  store<u32>(node, from);
  store<u32>(node, end, QUEUED_END);
  store<u32>(node, NO_DECISION, NODE_DECISION);
  store<u32>(node, <u32>depth, QUEUED_DEPTH);
  store<u32>(node, <u32>trieDepth, QUEUED_TRIE_DEPTH);
  store<u32>(lastQueued, <u32>node, QUEUED_NEXT);
  store<u32>(node, 0, QUEUED_NEXT);
  lastQueued = node;
}

/** Makes a queued node a node and queues its children and its set's root. Returns the address of its child table, or 0. */
function finishNode(node: usize): usize {
  let from = load<u32>(node);
  const end = load<u32>(node, QUEUED_END);
  const labelDepth = <usize>load<u32>(node, QUEUED_DEPTH);
  const trieDepth = <usize>load<u32>(node, QUEUED_TRIE_DEPTH);
  store<u32>(node, NO_DECISION, NODE_EXACT_DECISION);
  if (from == end) return 0;
  const depth = labelDepth + writeLabel(node, from, end, labelDepth);
  for (; from < end && endsAt(from, depth); from++) addRule(node, rankAt(from));
  if (from < end && byteAt(from, depth) == 0) {
    const starEnd = endOfByte(from, end, depth);
    store<u32>(node, <u32>addSet(from, starEnd, depth, depth - trieDepth, load<u32>(node, NODE_SET)), NODE_SET);
    from = starEnd;
  }
  return addChildren(node, from, end, depth, trieDepth);
}

/** The label is what the range's first and last pattern share, up to a wildcard. Returns its length. */
function writeLabel(node: usize, from: u32, end: u32, depth: usize): usize {
  const first = rankAt(from);
  const last = rankAt(end - 1);
  const label = startOf(first) + depth;
  const shared = min(endOf(first) - startOf(first), endOf(last) - startOf(last)) - depth;
  // Up to the wildcard first: comparing whole patterns at each of their wildcards would be quadratic.
  const wholeBytes = indexOf(0, label, label + shared) - label;
  const labelBytes = commonPrefix(label, startOf(last) + depth, wholeBytes);
  v128.store(node, v128.load(label));
  store<u32>(node, <u32>label, NODE_LABEL);
  store<u32>(node, <u32>labelBytes, NODE_LABEL_BYTES);
  store<u16>(node, <u16>(((<u32>1) << (<u32>min(labelBytes, 16))) - 1), NODE_LABEL_MASK);
  return labelBytes;
}

function addRule(node: usize, rank: u32): void {
  const rule = rules + <usize>rank * RULE_BYTES;
  const at = node + ((load<u32>(rule, 4) & ANCHORED) != 0 ? NODE_EXACT_DECISION : NODE_DECISION);
  store<u32>(at, min(load<u32>(at), decisionOf(rule, rank)));
}

function addChildren(node: usize, from: u32, end: u32, depth: usize, trieDepth: usize): usize {
  let count: usize = 0;
  for (let i = from; i < end; i = endOfByte(i, end, depth)) count++;
  if (count == 0) return 0;
  const children = addNodes(count);
  const table = count > MAX_KEYS ? addTable() : 0;
  store<u32>(node, <u32>children, NODE_CHILDREN);
  store<u16>(node, <u16>count, NODE_CHILD_COUNT);
  for (let child: usize = 0; child < count; child++) {
    const childEnd = endOfByte(from, end, depth);
    const byte = byteAt(from, depth);
    if (table == 0) store<u8>(node + child, byte, NODE_KEYS);
    else store<u8>(table + byte, <u8>(child + 1));
    const at = children + child * NODE_BYTES;
    // Its key is compared when it is chosen, so that its label is what follows.
    queueNode(at, from, childEnd, depth + 1, trieDepth);
    store<u32>(at, load<u32>(node, NODE_DECISION), NODE_DECISION);
    store<u32>(at, load<u32>(node, NODE_SET), NODE_SET);
    from = childEnd;
  }
  return table;
}

function addTable(): usize {
  const table = next;
  next += CHILD_TABLE_BYTES;
  memory.fill(table, 0, CHILD_TABLE_BYTES);
  return table;
}

/** The set of what follows the `*` at `starDepth` in the patterns of the range; `outer` is the next set above it. */
function addSet(from: u32, end: u32, starDepth: usize, depth: usize, outer: u32): usize {
  const set = next;
  next += SET_BYTES;
  memory.fill(set, 0, SET_BYTES);
  let best = NO_DECISION;
  for (let i = from; i < end; i++) {
    step();
    const rank = rankAt(i);
    best = min(best, decisionOf(rules + <usize>rank * RULE_BYTES, rank));
    const segment = startOf(rank) + starDepth + 1;
    // Neighbours in the sorted order share their first bytes, and so a bucket.
    addToSieve(set + SET_SIEVE, segment, indexOf(0, segment, endOf(rank)), ((i - from) * 8) / (end - from));
  }
  const root = addNodes(1);
  queueNode(root, from, end, starDepth + 1, starDepth + 1);
  store<u32>(set, <u32>root);
  store<u32>(set, best, SET_BEST_DECISION);
  store<u32>(set, outer, SET_OUTER);
  store<u32>(set, <u32>depth, SET_DEPTH);
  store<u32>(set, end - from, SET_ENTRIES);
  return set;
}
