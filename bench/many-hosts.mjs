// node bench/many-hosts.mjs [CORPUS]: decisions with rules that are kept, by the number of hosts that are asked in turns, and by the
// number of rules of one host. Nanoseconds a decision, beside encoding the same URLs and calling an empty function; and what a decision
// does to linear memory, counted by an instrumented module: loads and stores, lines of 64 bytes, and those of them that caches of two
// processors would miss. Objects of JavaScript and texts of URLs are not counted. Prints Markdown. Without CORPUS (README.md), files are made.
import { fileURLToPath } from "node:url";
import { useEngine, wasm } from "../dist/core/engine/choose-engine.js";
import { WasmEngine } from "../dist/core/engine/wasm.js";
import { ARENA } from "../dist/core/layout.js";
import { fallback } from "../dist/core/program/fallback.js";
import { parse } from "../dist/index.js";
import { corpusFiles, madeCase, madeFiles, pathOf, randomFrom } from "./cases.mjs";
import { Cache, LINE_BYTES, touchingEngine } from "./touched.mjs";

const corpus = process.argv[2];
const MB = 2 ** 20;
const AGENT = "ExampleBot";
/** Hosts that are asked in turns, and how many URLs each is asked: few repeat, as with a crawler, or those of one host vary. */
const shapes = [
  { hosts: 1, urls: 8 },
  { hosts: 1, urls: 5000 },
  { hosts: 10, urls: 8 },
  { hosts: 100, urls: 8 },
  { hosts: 650, urls: 8 },
  { hosts: 650, urls: 8, withoutRules: true },
  { hosts: 2000, urls: 8 },
  { hosts: 10_000, urls: 8 },
];
/** The same files for all shapes that need no more; fewer if each has many URLs. */
const FILES = 650;
const MOST_URLS = 200_000;
const ROUNDS = 12;
const SLICE = 1024;
/** Enough for an index of any program. */
const WARM_DECISIONS = 150;
/** [name, bytes and ways of the first and the second level]. */
const processors = [
  ["48 KB, 2 MB", [48 * 1024, 12], [2 * MB, 16]],
  ["32 KB, 512 KB", [32 * 1024, 8], [MB / 2, 8]],
];

/** V8 keeps joined texts in pieces, and would join them in the first decision. */
const flat = (text) => Buffer.from(text, "latin1").toString("latin1");

function shuffle(list, random) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

const noRules = { body: "User-agent: AnotherBot\nDisallow: /\n", patterns: [] };

function filesFor({ hosts, urls, withoutRules }) {
  if (withoutRules) return Array.from({ length: hosts }, () => noRules);
  const count = Math.max(hosts, Math.min(FILES, MOST_URLS / urls));
  return corpus === undefined ? madeFiles(count, randomFrom(9)) : corpusFiles(corpus, count);
}

/** Groups of so many hosts. The decisions of a group are in random order, and their URLs in the order in which they are asked. */
function groupsOf(shape, files) {
  const random = randomFrom(9);
  const groups = [];
  for (let i = 0; i + shape.hosts <= files.length; i += shape.hosts) {
    const hosts = files.slice(i, i + shape.hosts).map(({ body, patterns }) => ({ rules: warmed(body), patterns }));
    const asked = hosts.flatMap((host) => Array.from({ length: shape.urls }, () => host));
    const urlOf = ({ patterns }) => flat(`https://www.example.com${pathOf(random, patterns)}`);
    shuffle(asked, random);
    groups.push({ rules: asked.map(({ rules }) => rules), urls: asked.map(urlOf) });
  }
  return groups;
}

function warmed(body) {
  const rules = parse(body).agent(AGENT);
  for (let i = 0; i < WARM_DECISIONS; i++) rules.isAllowed("https://www.example.com/");
  return rules;
}

/** Keeps results from being optimised away. */
const sink = new Int32Array(1);
const scratch = new Uint8Array(65536);
const encoder = new TextEncoder();
const { empty } = wasm.exports;

function decide({ rules, urls }, from, to) {
  for (let i = from; i < to; i++) sink[0] += Number(rules[i].isAllowed(urls[i]));
}

function encode({ urls }, from, to) {
  for (let i = from; i < to; i++) sink[0] += empty(encoder.encodeInto(urls[i], scratch).written);
}

/** Nanoseconds a decision: the sum of the lowest round of each slice. Short groups are repeated, so that the clock can tell. */
function nsOf(run, groups) {
  let total = 0;
  for (const group of groups) {
    const { length } = group.urls;
    const repeats = Math.max(1, Math.round((2 * SLICE) / length));
    const lowest = new Array(Math.ceil(length / SLICE)).fill(Number.POSITIVE_INFINITY);
    for (let round = 0; round < ROUNDS; round++)
      for (let i = 0; i < lowest.length; i++) {
        const [from, to] = [i * SLICE, Math.min(length, (i + 1) * SLICE)];
        const before = performance.now();
        for (let n = 0; n < repeats; n++) run(group, from, to);
        lowest[i] = Math.min(lowest[i], (performance.now() - before) / repeats);
      }
    total += lowest.reduce((sum, ms) => sum + ms);
  }
  return (total * 1e6) / groups.reduce((sum, { urls }) => sum + urls.length, 0);
}

/** A pass fills the caches, and the next one is counted. Returns means of a decision. */
function countsOf(groups, touchedBy) {
  const caches = processors.map(([, first, second]) => [new Cache(...first), new Cache(...second)]);
  const sums = { accesses: 0, fixed: 0, own: 0, decisions: 0 };
  let before = [];
  for (const group of groups) {
    pass(group, caches, touchedBy);
    before = missesOf(caches).map((misses, i) => (before[i] ?? 0) - misses);
    pass(group, caches, touchedBy, sums);
    before = missesOf(caches).map((misses, i) => before[i] + misses);
  }
  const mean = (sum) => sum / sums.decisions;
  return [mean(sums.accesses), mean(sums.fixed), mean(sums.own), ...before.map(mean)];
}

const missesOf = (caches) => caches.flatMap((levels) => levels.map(({ misses }) => misses));

function pass({ rules, urls }, caches, touchedBy, sums) {
  for (const [i, url] of urls.entries()) {
    const { lines, accesses } = touchedBy(() => rules[i].isAllowed(url));
    for (const line of lines) for (const [first, second] of caches) first.touch(line) || second.touch(line);
    if (sums === undefined) continue;
    const own = [...lines].filter((line) => line + LINE_BYTES > ARENA).length;
    sums.accesses += accesses;
    sums.own += own;
    sums.fixed += lines.size - own;
    sums.decisions++;
  }
}

function timesOf(groups) {
  decideAll(groups);
  return [nsOf(decide, groups), nsOf(encode, groups)];
}

/** Lets the arena settle if it cannot hold all programs with their indexes. */
function decideAll(groups) {
  for (let n = 0; n < 3; n++) for (const group of groups) decide(group, 0, group.urls.length);
}

/** Tables of rows: `groupsIn()` makes the hosts of a row anew for the engine in use, which keeps places in its own memory. */
const tables = {
  "hosts, URLs of each": shapes.map((shape) => {
    const name = `${shape.hosts.toLocaleString("en")}, ${shape.urls.toLocaleString("en")}`;
    const groupsIn = () => groupsOf(shape, filesFor(shape));
    return { name: shape.withoutRules ? `${name}, no rules` : name, groupsIn };
  }),
  "rules of one host, 20 % with `*`": [10, 100, 1000, 10_000].map((count) => {
    const [{ body, urls }] = madeCase(count, 0.2).files;
    const groupsIn = () => {
      const kept = warmed(body);
      return [{ rules: urls.map(() => kept), urls: urls.map(flat) }];
    };
    return { name: count.toLocaleString("en"), groupsIn };
  }),
};
const rows = Object.values(tables).flat();

// The first functions that run are compiled for what they see: a second engine would make decisions slower.
nsOf(decide, groupsOf({ hosts: 50, urls: 8 }, filesFor({ hosts: 50, urls: 1000 })));
for (const row of rows) row.times = timesOf(row.groupsIn()).map((ns) => ns.toFixed(0));

const file = fileURLToPath(new URL("../build/engine.wasm", import.meta.url));
const { engine, touchedBy } = touchingEngine(file, (module) => new WasmEngine(module, fallback, 16 * MB));
useEngine(engine);
for (const row of rows) row.counts = countsOf(row.groupsIn(), touchedBy).map((count) => count.toFixed(1));

console.log(`Node.js ${process.version}, ${corpus === undefined ? "made files" : "real files"}`);
const misses = processors.flatMap(([name]) => [`misses, first of ${name}`, "second"]);
const columns = ["ns", "of it encoding", "loads and stores", "lines: URL, dialect", "program, index", ...misses];
for (const [what, those] of Object.entries(tables)) {
  console.log(`\n| ${[what, ...columns].join(" | ")} |\n|---|${"---:|".repeat(columns.length)}`);
  for (const { name, times, counts } of those) console.log(`| ${[name, ...times, ...counts].join(" | ")} |`);
}
