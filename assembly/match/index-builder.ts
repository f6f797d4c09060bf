/**
 * Builds the index of a program (index-layout.ts). The patterns are sorted once. The wildcard is the smallest byte, so every node
 * and every subtrie is a range of the sorted rules, and a queue of ranges becomes the tries. Each rule is looked at once for
 * each byte of its pattern at most, so building is linear in the patterns, after sorting.
 *
 * A node that is queued holds its range where its label and its keys will stand:
 *   0 first rule of its range | 4 end of the range | 8 depth in the patterns at which its label starts
 *   12 depth in the patterns at which its trie starts | 16 the next queued node
 * and already the decision and the subtrie that it inherits from its parent.
 */
import { commonPrefix, indexOf } from "../bytes/bytes";
import { SLASH, WILDCARD } from "../bytes/characters";
import { ANCHORED, PATTERN_BYTES_AT } from "../bytes/layout";
import * as scalar from "../bytes/scalar";
import { countTurn } from "../bytes/steps";
import {
  CHILD_TABLE_BYTES,
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
  NODE_SUBTRIE,
  SIEVE_BUCKETS,
  SUBTRIE_BEST_DECISION,
  SUBTRIE_BYTES,
  SUBTRIE_DEPTH,
  SUBTRIE_OUTER,
  SUBTRIE_SIEVE,
} from "./index-layout";
import { decisionOf, flagsOf, NO_DECISION, patternsOf, ruleCountOf } from "./program";
import { endOf, expectProgram, ruleOf, sortRanks, startOf } from "./ranks";
import { addToSieve } from "./sieve";

/** What finishing one node of `count` rules adds at most: a subtrie with its root, and children with their table. */
function stepBytes(count: usize): usize {
  return SUBTRIE_BYTES + NODE_BYTES + CHILD_TABLE_BYTES + min(count, CHILD_TABLE_BYTES) * NODE_BYTES;
}

/** What the first node adds beside that: itself, and a second subtrie, for rules that begin with a wildcard. */
const FIRST_STEP_BYTES: usize = NODE_BYTES + SUBTRIE_BYTES + NODE_BYTES;

const QUEUED_END: usize = 4;
const QUEUED_DEPTH: usize = 8;
const QUEUED_TRIE_DEPTH: usize = 12;
const QUEUED_NEXT: usize = 16;

let sorted: usize = 0;
/** Where the next node, subtrie or table of children goes. */
let next: usize = 0;
/** The queue of nodes: the first, or 0, and the last. */
let firstQueued: usize = 0;
let lastQueued: usize = 0;

/** Room that suffices for the index of `program` and for building it. */
export function indexBytes(program: usize): usize {
  const count = <usize>ruleCountOf(program);
  const from = patternsOf(program);
  const stars = countStars(from, from + <usize>load<u32>(program, PATTERN_BYTES_AT));
  const ends = count + stars;
  // A trie has at most two nodes for each string in it and a root, and one in seventeen of them has a table of children.
  const nodes: usize = 2 * ends + 2;
  const tables: usize = (nodes / (MAX_KEYS + 1)) * CHILD_TABLE_BYTES;
  const kept = stars * SUBTRIE_BYTES + nodes * NODE_BYTES + tables;
  return kept + stepBytes(count) + 8 * count + 64;
}

function countStars(from: usize, end: usize): usize {
  let stars: usize = 0;
  for (; from < end; from++) {
    countTurn();
    stars += <usize>(load<u8>(from) == WILDCARD);
  }
  return stars;
}

/**
 * Builds the index at `to` and returns the end of what has to be kept, or 0 if `room` does not suffice. It always does if
 * it is indexBytes and the program has rules, and nearly always if it is half of that.
 */
export function buildIndex(program: usize, to: usize, room: usize): usize {
  expectProgram(program);
  const count = ruleCountOf(program);
  const maxBytes = stepBytes(<usize>count);
  if (room < 8 * <usize>count + FIRST_STEP_BYTES + maxBytes + 64) return 0;
  const ids = (to + room - 8 * <usize>count) & ~15;
  for (let i: u32 = 0; i < count; i++) store<u32>(ids + <usize>i * 4, i);
  sorted = sortRanks(ids, count, ids + <usize>count * 4);
  next = to;
  firstQueued = 0;
  addFirstNode(count);
  while (firstQueued != 0) {
    if (next + maxBytes > ids) return 0;
    finishNode(takeQueued());
  }
  return next;
}

/**
 * Adds the node of "/", with which every path begins, and queues its children and the roots of its subtries. Its rules are those of
 * "" and "/". No path is empty, so the rule `$` matches none, and neither do rules that begin with another byte.
 */
function addFirstNode(count: u32): void {
  const node = addNodes(1);
  store<u32>(node, NO_DECISION, NODE_DECISION);
  const afterEmpty = addRules(node, 0, count, 0);
  store<u32>(node, NO_DECISION, NODE_EXACT_DECISION);
  let from = addSubtrie(node, afterEmpty, count, 0, 0);
  while (from < count && byteAt(from, 0) != SLASH) from = endOfByte(from, count, 0);
  if (from < count) addRest(node, from, endOfByte(from, count, 0), 1, 0);
}

function rankAt(i: u32): u32 {
  return load<u32>(sorted + <usize>i * 4);
}

function byteAt(i: u32, depth: usize): u8 {
  return load<u8>(startOf(rankAt(i)) + depth);
}

function endsAt(i: u32, depth: usize): bool {
  const rank = rankAt(i);
  return endOf(rank) - startOf(rank) == depth;
}

/** The first index in [from, end) whose pattern has another byte at `depth` than the pattern at `from`, or `end`. */
function endOfByte(from: u32, end: u32, depth: usize): u32 {
  const byte = byteAt(from, depth);
  do {
    countTurn();
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
  store<u32>(node, <u32>depth, QUEUED_DEPTH);
  store<u32>(node, <u32>trieDepth, QUEUED_TRIE_DEPTH);
  store<u32>(node, NO_DECISION, NODE_DECISION);
  store<u32>(node, NO_DECISION, NODE_EXACT_DECISION);
  store<u32>(node, 0, QUEUED_NEXT);
  if (firstQueued == 0) firstQueued = node;
  else store<u32>(lastQueued, <u32>node, QUEUED_NEXT);
  lastQueued = node;
}

function takeQueued(): usize {
  const node = firstQueued;
  firstQueued = load<u32>(node, QUEUED_NEXT);
  return node;
}

/**
 * Writes a queued node, and queues its children and the root of its subtrie. The rules of its range that end at its label
 * come first in the sorted order, then those that go on with a wildcard, then its children's.
 */
function finishNode(node: usize): void {
  const from = load<u32>(node);
  const end = load<u32>(node, QUEUED_END);
  const labelDepth = <usize>load<u32>(node, QUEUED_DEPTH);
  const trieDepth = <usize>load<u32>(node, QUEUED_TRIE_DEPTH);
  if (ASC_FEATURE_SIMD) v128.store(node, i64x2.splat(0), NODE_KEYS);
  else memory.fill(node + NODE_KEYS, 0, MAX_KEYS);
  if (from == end) return;
  const depth = labelDepth + writeLabel(node, from, end, labelDepth);
  addRest(node, from, end, depth, trieDepth);
}

/** Adds what the rules of the range have after `depth`, where the node's string ends. */
function addRest(node: usize, from: u32, end: u32, depth: usize, trieDepth: usize): void {
  const afterRules = addRules(node, from, end, depth);
  const afterSubtrie = addSubtrie(node, afterRules, end, depth, trieDepth);
  addChildren(node, afterSubtrie, end, depth, trieDepth);
}

/** The label is what the range's first and last pattern share, up to a wildcard. Returns its length. */
function writeLabel(node: usize, from: u32, end: u32, depth: usize): usize {
  const first = rankAt(from);
  const last = rankAt(end - 1);
  const label = startOf(first) + depth;
  const shared = min(endOf(first) - startOf(first), endOf(last) - startOf(last)) - depth;
  // Up to the wildcard first: comparing whole patterns at each of their wildcards would be quadratic.
  const wholeBytes = indexOf(WILDCARD, label, label + shared) - label;
  const labelBytes = commonPrefix(label, startOf(last) + depth, wholeBytes);
  if (ASC_FEATURE_SIMD) v128.store(node, v128.load(label));
  else scalar.copyBlock(node, label);
  store<u32>(node, <u32>label, NODE_LABEL);
  store<u32>(node, <u32>labelBytes, NODE_LABEL_BYTES);
  store<u16>(node, <u16>(((<u32>1) << (<u32>min(labelBytes, 16))) - 1), NODE_LABEL_MASK);
  return labelBytes;
}

/** Adds the rules that end at `depth`, and returns the index after them. */
function addRules(node: usize, from: u32, end: u32, depth: usize): u32 {
  for (; from < end && endsAt(from, depth); from++) addRule(node, rankAt(from));
  return from;
}

function addRule(node: usize, rank: u32): void {
  const rule = ruleOf(rank);
  const at = node + ((flagsOf(rule) & ANCHORED) != 0 ? NODE_EXACT_DECISION : NODE_DECISION);
  store<u32>(at, min(load<u32>(at), decisionOf(rule, rank)));
}

/** Adds the subtrie of the rules that go on with a wildcard at `depth`, if there are any, and returns the index after them. */
function addSubtrie(node: usize, from: u32, end: u32, depth: usize, trieDepth: usize): u32 {
  if (from == end || byteAt(from, depth) != WILDCARD) return from;
  const subtrieEnd = endOfByte(from, end, depth);
  const subtrie = newSubtrie(from, subtrieEnd, depth + 1);
  store<u32>(subtrie, load<u32>(node, NODE_SUBTRIE), SUBTRIE_OUTER);
  store<u32>(subtrie, <u32>(depth - trieDepth), SUBTRIE_DEPTH);
  store<u32>(node, <u32>subtrie, NODE_SUBTRIE);
  return subtrieEnd;
}

/** The subtrie of the segments that start at `depth` in the patterns of the range. */
function newSubtrie(from: u32, end: u32, depth: usize): usize {
  const subtrie = next;
  next += SUBTRIE_BYTES;
  memory.fill(subtrie, 0, SUBTRIE_BYTES);
  let best = NO_DECISION;
  for (let i = from; i < end; i++) {
    countTurn();
    const rank = rankAt(i);
    best = min(best, decisionOf(ruleOf(rank), rank));
    const segment = startOf(rank) + depth;
    // Neighbours in the sorted order share their first bytes, and so a bucket.
    const bucket = ((i - from) * SIEVE_BUCKETS) / (end - from);
    addToSieve(subtrie + SUBTRIE_SIEVE, segment, indexOf(WILDCARD, segment, endOf(rank)), bucket);
  }
  const root = addNodes(1);
  queueNode(root, from, end, depth, depth);
  store<u32>(subtrie, <u32>root);
  store<u32>(subtrie, best, SUBTRIE_BEST_DECISION);
  return subtrie;
}

function addChildren(node: usize, from: u32, end: u32, depth: usize, trieDepth: usize): void {
  const count = countBytes(from, end, depth);
  if (count == 0) return;
  const children = addNodes(count);
  const table = count > MAX_KEYS ? addTable() : 0;
  store<u32>(node, <u32>children, NODE_CHILDREN);
  store<u16>(node, <u16>count, NODE_CHILD_COUNT);
  store<u32>(node, <u32>table, NODE_CHILD_TABLE);
  for (let i: usize = 0; i < count; i++) {
    const childEnd = endOfByte(from, end, depth);
    const byte = byteAt(from, depth);
    if (table == 0) store<u8>(node + i, byte, NODE_KEYS);
    else store<u8>(table + byte, <u8>(i + 1));
    // The key is compared when the child is chosen, so the child's label is what follows.
    queueChild(node, children + i * NODE_BYTES, from, childEnd, depth + 1, trieDepth);
    from = childEnd;
  }
}

/** How many different bytes stand at `depth` in the patterns of the range. */
function countBytes(from: u32, end: u32, depth: usize): usize {
  let count: usize = 0;
  for (let i = from; i < end; i = endOfByte(i, end, depth)) count++;
  return count;
}

function queueChild(node: usize, child: usize, from: u32, end: u32, depth: usize, trieDepth: usize): void {
  queueNode(child, from, end, depth, trieDepth);
  store<u32>(child, load<u32>(node, NODE_DECISION), NODE_DECISION);
  store<u32>(child, load<u32>(node, NODE_SUBTRIE), NODE_SUBTRIE);
}

function addTable(): usize {
  const table = next;
  next += CHILD_TABLE_BYTES;
  memory.fill(table, 0, CHILD_TABLE_BYTES);
  return table;
}
