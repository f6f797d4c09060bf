// The same algorithm in plain JavaScript, written to be hard to beat, so that what WebAssembly adds is seen apart from what the
// algorithm does: a dense table over classes of bytes; the patterns' heads are a trie, and the segments behind each `*` an
// Aho-Corasick automaton. Imported once for strings and once for bytes, so that each is optimised for its own.
import { ALLOWED, ANCHORED } from "../dist/core/layout.js";
import { compiledRuleAt, ruleCountOf } from "../dist/core/program/program.js";

const NONE = 0x7fffffff;

/** `at(input, i)` reads a byte of the input: a string, or an array of bytes; `pathStart` finds its path. */
export function automatonOf(program, at, pathStart) {
  const tables = tablesOf(rulesOf(program));
  return (input, start, end) => {
    tables.call++;
    return search(tables, tables.root, -1, input, pathStart(input, start, end), end, at, NONE);
  };
}

const rulesOf = (program) =>
  Array.from({ length: ruleCountOf(program) }, (_, rank) => {
    const { pattern, flags } = compiledRuleAt(program, rank);
    const decision = (rank << 1) | (flags & ALLOWED ? 1 : 0);
    const segments = String.fromCharCode(...pattern).split("\0");
    return { segments, decision, anchored: (flags & ANCHORED) !== 0 };
  });

/** Every unit that is in no pattern is in class 0. */
function classesOf(rules) {
  const units = new Set(rules.flatMap(({ segments }) => segments.join("").split("")));
  const classes = new Uint8Array(65536);
  for (const [i, unit] of [...units].entries()) classes[unit.charCodeAt(0)] = i + 1;
  return { classes, width: units.size + 1 };
}

/** Index 0 means "none"; node 1 is where a path starts. `best` is the least decision that a set leads to. */
function tablesOf(rules) {
  const { classes, width } = classesOf(rules);
  const nodes = [];
  const add = () => nodes.push({ next: new Array(width).fill(0), prefix: NONE, exact: NONE, sets: [] }) - 1;
  const enterSet = (node, decision) => {
    node.sets[0] ??= { root: add(), best: NONE, call: 0 };
    node.sets[0].best = Math.min(node.sets[0].best, decision);
    return node.sets[0].root;
  };
  add();
  const first = add();
  for (const { segments, decision, anchored } of rules) {
    let at = first;
    for (const [i, segment] of segments.entries()) {
      if (i > 0) at = enterSet(nodes[at], decision);
      for (const unit of segment.split("")) at = nodes[at].next[classes[unit.charCodeAt(0)]] ||= add();
    }
    const end = anchored ? "exact" : "prefix";
    nodes[at][end] = Math.min(nodes[at][end], decision);
  }
  const roots = nodes.flatMap(({ sets }) => sets.map(({ root }) => root));
  for (const root of roots) addFailures(nodes, root);
  return flattened(nodes, classes, width, first);
}

/** Breadth first: what has no way on goes where its longest suffix goes, and says what that suffix says. */
function addFailures(nodes, root) {
  const queue = [[root, undefined]];
  for (const [index, failure] of queue) {
    const node = nodes[index];
    if (failure !== undefined && index !== root) {
      node.prefix = Math.min(node.prefix, nodes[failure].prefix);
      node.exact = Math.min(node.exact, nodes[failure].exact);
      node.sets.push(...nodes[failure].sets);
    }
    for (const [unit, child] of node.next.entries()) {
      const onward = failure === undefined ? root : nodes[failure].next[unit];
      if (child !== 0) queue.push([child, onward]);
      else node.next[unit] = onward;
    }
  }
}

/** A node is where its row starts, so that walking needs no multiplication. */
function flattened(nodes, classes, width, first) {
  const next = new Int32Array(nodes.length * width);
  const speaks = new Uint8Array(nodes.length * width);
  for (const [i, node] of nodes.entries()) {
    next.set(
      node.next.map((child) => child * width),
      i * width,
    );
    speaks[i * width] = Number(node.prefix !== NONE || node.sets.length > 0);
    for (const set of node.sets) set.row = set.root * width;
  }
  return { next, speaks, classes, width, nodes, root: first * width, call: 0 };
}

/** One pass from `from` on; it ends early where no way leads on or nothing better than `enough` can follow. */
function search(tables, root, enough, input, from, end, at, limit) {
  const { next, speaks, classes, width, nodes } = tables;
  let best = limit;
  let row = root;
  for (let i = from; ; i++) {
    if (speaks[row] === 1) {
      best = heed(tables, nodes[row / width], input, i, end, at, best);
      if (best <= enough) return best;
    }
    if (i >= end) return Math.min(best, nodes[row / width].exact);
    row = next[row + classes[at(input, i)]];
    if (row === 0) return best;
  }
}

/** What a node says. A set is searched once a call: from the leftmost place is from every place. */
function heed(tables, { prefix, sets }, input, i, end, at, limit) {
  let best = prefix < limit ? prefix : limit;
  for (const set of sets) {
    if (set.best >= best || set.call === tables.call) continue;
    set.call = tables.call;
    best = search(tables, set.row, set.best, input, i, end, at, best);
  }
  return best;
}
