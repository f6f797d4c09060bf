// The engine's automaton in plain JavaScript, a trie of sets of tries (docs/design.md), so that what WebAssembly adds is seen
// apart from what the algorithm does. Imported once for strings and once for bytes, so that each is optimised for its own.
import { compiledRuleAt, ruleCountOf, ruleFlags } from "../dist/engine/program.js";

const NONE = 0x7fffffff;
const SLASH = 47;

const nodeOf = (set) => ({ label: "", children: new Array(128).fill(undefined), prefix: NONE, exact: NONE, set });

/** `at(input, i)` reads a byte of the input: a string, or an array of bytes. */
export function automatonOf(program, at) {
  const root = nodeOf(undefined);
  for (let rank = 0, count = ruleCountOf(program); rank < count; rank++) {
    const { pattern, flags } = compiledRuleAt(program, rank);
    const decision = (rank << 1) | (flags & ruleFlags.allowed ? 1 : 0);
    insert(root, String.fromCharCode(...pattern).split("\0"), decision, (flags & ruleFlags.anchored) !== 0);
  }
  return (input, start, end) => decide(root, input, start, end, at);
}

function insert(root, segments, decision, anchored) {
  let node = root;
  for (const [i, segment] of segments.entries()) {
    if (i > 0) {
      node.set ??= { root: nodeOf(undefined), best: NONE, firsts: new Uint8Array(256) };
      node.set.best = Math.min(node.set.best, decision);
      node.set.firsts[segment.charCodeAt(0)] = 1;
      node = node.set.root;
    }
    for (let n = 0; n < segment.length; n++) {
      const byte = segment.charCodeAt(n);
      node.children[byte] ??= nodeOf(undefined);
      node = node.children[byte];
    }
  }
  if (anchored) node.exact = Math.min(node.exact, decision);
  else node.prefix = Math.min(node.prefix, decision);
}

function decide(root, input, start, end, at) {
  const path = pathStart(input, start, end, at);
  return search(root, input, path, end, at, NONE);
}

/** Everything from `from` on: the walk down, and at each set on the way the search behind its star. */
function search(root, input, from, end, at, limit) {
  let best = limit;
  let node = root;
  for (let i = from; node !== undefined; i++) {
    if (node.prefix < best) best = node.prefix;
    if (node.set !== undefined && node.set.best < best) best = searchSet(node.set, input, i, end, at, best);
    if (i >= end) return node.exact < best ? node.exact : best;
    node = node.children[at(input, i)];
  }
  return best;
}

function searchSet(set, input, from, end, at, limit) {
  let best = limit;
  for (let i = from; i < end; i++) {
    if (set.firsts[at(input, i)] === 1) best = search(set.root, input, i, end, at, best);
    if (best <= set.best) return best;
  }
  return best;
}

/** The first slash after `://`. */
function pathStart(input, start, end, at) {
  let i = start;
  while (i < end && at(input, i) !== SLASH) i++;
  i += 2;
  while (i < end && at(input, i) !== SLASH) i++;
  return i;
}
