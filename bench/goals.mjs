// The goals as ratios inside one run. A figure fails a run (`--goals`) only beyond its limit, which is half or twice the goal
// unless stated, so that a busy machine does not fail a build.

const FLOOR_REASON =
  "The call also finds the path and looks the rules up. Reading strings in place was tried ([tried.md](tried.md)).";

/** Each: what the number means, and its figure from the results. `atLeast`: more is better; `atMost`: less is better.
 * `reason`: why it is missed where it is. */
const definitions = [
  {
    name: "P1 robots-parser / isAllowed, real files as they come",
    meaning: "how many times longer the most used JavaScript package takes for one decision",
    reason: "Single calls suffer most from other programs on the machine.",
    atLeast: 30,
    limit: 12,
    figure: ({ query }) => ratio(query, "real, as they come", "robots-parser", "robots-wasm"),
  },
  {
    name: "P1 robots-parser / isAllowed, both in one process",
    meaning: "the same in a program that uses both",
    reason: "Both share the caches of the processor and the type feedback of the compiler.",
    atLeast: 30,
    limit: 8,
    figure: ({ oneProcess }) => oneProcess.best,
  },
  ...[
    [22, 0.66],
    [24, 0.84],
    [26, 0.81],
  ].map(([major, atMost]) => ({
    name: `P1 isAllowed(URL) / the same at 69ef884e, Node.js ${major}`,
    meaning: "a URL object, whose text is ASCII, beside the commit that encoded it as any text",
    reason: "With ten rules it is 0.69, 0.94 and 0.97. `href` costs what it did, and all readings 2 to 7 ns more.",
    atMost,
    figure: (results) => objectRatio(results, major),
  })),
  ...[
    [6, 1],
    [57, 8],
    [400, 30],
    [5809, 500],
  ].map(([rules, atLeast]) => ({
    name: `P2 google/robotstxt / isAllowed, ${rules} rules`,
    meaning: "the same for Google's C++ code, its rules kept",
    atLeast,
    figure: ({ google }) => googleRatio(google, rules, "a URL"),
  })),
  {
    name: "P3 isAllowed / floor, literal rules",
    meaning: "one call, as a multiple of encoding its URL plus an empty call",
    reason: FLOOR_REASON,
    atMost: 1.2,
    limit: 5,
    figure: (results) => overFloor(results, "10 rules, 0 % with *"),
  },
  {
    name: "P3 isAllowed / floor, real files as they come",
    meaning: "the same for the rules of real files",
    reason: FLOOR_REASON,
    atMost: 1.5,
    limit: 5,
    figure: (results) => overFloor(results, "real, as they come"),
  },
  {
    name: "P4 isAllowedLines / floor, 100 rules, 20 % with *",
    meaning: "how far a decision in a batch is above copying and splitting its line",
    reason: "Searching for segments after `*` dominates.",
    atMost: 6,
    limit: 25,
    figure: ({ query, floors }) =>
      nsIn(query, "100 rules, 20 % with *", "isAllowedLines") /
      nsIn(floors, "10 rules, 0 % with *", "copy + SIMD line split"),
  },
  {
    name: "P4 the algorithm in JavaScript / isAllowedLines",
    meaning: "what WebAssembly adds to the algorithm",
    reason: "The lowest of several rule sets counts, and it is at the goal: runs give 3.9 to 4.4.",
    atLeast: 4,
    limit: 2,
    figure: ({ automaton }) =>
      Math.min(
        ...automaton.map(({ figures }) => ns(figures, "bytes, JavaScript") / ns(figures, "bytes, isAllowedLines")),
      ),
  },
  {
    name: "P5 isAllowed at 10,000 rules / at 10",
    meaning: "how a decision grows with the number of rules",
    reason:
      "Among more rules a walk passes more nodes, nearly all of them in the first-level cache ([many hosts](#many-hosts)).",
    atMost: 2,
    limit: 5,
    figure: ({ query }) =>
      nsIn(query, "10000 rules, 20 % with *", "robots-wasm") / nsIn(query, "10 rules, 20 % with *", "robots-wasm"),
  },
  {
    name: "P6 robots-parser / reading, bytes",
    meaning: "how many times longer robots-parser takes to read a file, at worst",
    reason: "We compile the rules here.",
    atLeast: 5,
    figure: ({ read }) =>
      Math.min(...read.map(({ figures }) => ns(figures, "robots-parser") / ns(figures, "robots-wasm, bytes"))),
  },
  {
    name: "P7 robots-parser / cold, bytes, k = 1",
    meaning: "a crawler that asks each host once: file bytes to verdict",
    atLeast: 8,
    limit: 1.5,
    figure: ({ cold }) => coldRatio(cold, 1, "robots-parser", "robots-wasm"),
  },
  {
    name: "P7 robots-parser / agent and one decision",
    meaning: "the same with rules that can decide more",
    reason: "Reading and compiling all rules take twice as long as the one-shot decision, which compiles none.",
    atLeast: 8,
    limit: 1.5,
    figure: ({ cold }) => coldRatio(cold, 1, "robots-parser", AGENT),
  },
  ...[
    [1, 1.4],
    [10, 1],
    [100, 1],
  ].map(([k, atLeast]) => ({
    name: `P7 fast-robots / cold, bytes, k = ${k}`,
    meaning: "the same beside native Rust that is not exact",
    reason: "It makes no canonical form and is not exact ([what it would take](#a-new-host-and-where-the-time-goes)).",
    atLeast,
    limit: 0.1,
    figure: ({ cold }) => coldRatio(cold, k, "fast-robots", "robots-wasm"),
  })),
  {
    name: "P7 fast-robots / agent and one decision",
    meaning: "the same with rules that can decide more",
    reason:
      "It compiles nothing until it is asked, makes no canonical form and is not exact ([what it would take](#a-new-host-and-where-the-time-goes)).",
    atLeast: 1,
    limit: 0.1,
    figure: ({ cold }) => coldRatio(cold, 1, "fast-robots", AGENT),
  },
  ...[
    [10, 1.1],
    [100, 1.3],
  ].map(([k, atLeast]) => ({
    name: `P7 fast-robots / a new host's whole answer, k = ${k}`,
    meaning: "rules, crawl delay, sitemaps and k decisions",
    reason: "It makes no canonical form, keeps slices of the text and is not exact.",
    atLeast,
    limit: 0.1,
    figure: ({ whole }) => coldRatio(whole, k, "fast-robots", "robots-wasm"),
  })),
  {
    name: "P7 from a string / from bytes, cold, k = 1",
    meaning: "what encoding the text costs",
    reason:
      "Long texts that are not ASCII: Node.js 20 writes them as UTF-8 twelve times as slowly as it copies bytes ([text](#a-new-host-and-where-the-time-goes)).",
    atMost: 1.15,
    limit: 3,
    figure: ({ cold }) =>
      nsIn(cold, `${asTheyCome(cold)}, text, k = 1`, "robots-wasm") / coldNs(cold, 1, "robots-wasm"),
  },
  {
    name: "P7 from a string / from bytes, a new host's whole answer, k = 10",
    meaning: "the same for all that a crawler asks",
    reason: "The same.",
    atMost: 1.15,
    limit: 3,
    figure: ({ whole }) => coldRatio(whole, 10, "robots-wasm, text", "robots-wasm"),
  },
  ...["real, as they come", "real, 6 rules", "real, 57 rules", "real, 400 rules"].map((name) => ({
    name: `P7 google/robotstxt / cold, bytes, k = 1, ${name}`,
    meaning: "the same beside Google's C++ code, in its dialect",
    reason: "A small file costs us the call and two copies.",
    atLeast: name === "real, as they come" ? 2.5 : 1,
    limit: 0.15,
    figure: ({ cold }) => ratio(cold, `${name}, bytes, k = 1`, "google/robotstxt", "robots-wasm, google"),
  })),
  {
    name: "P8 median real host, KiB resident",
    meaning: "memory for the rules of one host that is kept",
    atMost: 1,
    figure: ({ memory }) => memory.medianHostBytes / 1024,
  },
  {
    name: "P8 100,000 real hosts, MB resident",
    meaning: "memory for the rules of many hosts",
    reason: "Most of it is the text of patterns. The goal was set when the bench counted 13 MB too little.",
    atMost: 150,
    figure: ({ memory }) => memory.residentBytes / 1e6,
  },
  {
    name: "P9 core entry, gzip, KiB",
    meaning: "what importing the core adds to a page",
    reason:
      "The module also reads files, decides without compiling and bounds hostile URLs ([the bytes](#the-bytes-of-the-core)). `npm run size` has the latest number.",
    atMost: 20.5,
    limit: 27.5,
    figure: ({ entry }) => entry.gzipBytes / 1024,
  },
  {
    name: "P9 import and first decision, ms",
    meaning: "what a fresh process waits for",
    reason:
      "Parsing our JavaScript takes a quarter, the first call of each function most of the rest ([importing](#importing)).",
    atMost: 5,
    limit: Number.POSITIVE_INFINITY,
    figure: ({ entry }) => entry.importMs + entry.firstDecisionMs,
  },
  {
    name: "P9 exponent of steps on /*a*a*a…",
    meaning: "how work grows with a hostile file and URL; 1 is linear",
    atMost: 1.1,
    limit: 1.2,
    figure: ({ exponent }) => exponent,
  },
  {
    name: "P9 worst case, turns / published turns",
    meaning: "the worst files and URLs that are known, counted; at worst",
    atMost: 1,
    limit: 1.01,
    figure: ({ worst }) =>
      Math.max(...[...worst.reached, ...worst.segments].map(({ turns, published }) => turns / published)),
  },
  {
    name: "P10 explain / isAllowed, 10 rules",
    meaning: "what the reason for a verdict costs",
    atMost: 2,
    limit: 40,
    figure: ({ query }) => ratio(query, "10 rules, 0 % with *", "explain", "robots-wasm"),
  },
  {
    name: "P10 drop-in for robots-parser / isAllowed, 10 rules",
    meaning: "what the interface of robots-parser costs",
    atMost: 1.3,
    limit: 40,
    figure: ({ query }) => ratio(query, "10 rules, 0 % with *", "drop-in for robots-parser", "robots-wasm"),
  },
];

const OBJECT = "isAllowed, a URL object";

/** The last such rows are of real files, if any were measured. Each version of Node.js is a column. */
function objectRatio({ nodes }, major) {
  const version = Object.keys(nodes[0].figures).find((name) => name.startsWith(`v${major}.`));
  const nsOf = (isAsked) => ns(nodes.findLast(({ case: name }) => isAsked(name)).figures, version);
  return nsOf((name) => name.endsWith(OBJECT)) / nsOf((name) => name.includes(`${OBJECT}, at `));
}

const ns = (figures, who) => figures[who].ns;
const figuresOf = (rows, name) => rows.find((row) => row.case === name).figures;
const nsIn = (rows, name, who) => ns(figuresOf(rows, name), who);
const ratio = (rows, name, above, below) => nsIn(rows, name, above) / nsIn(rows, name, below);

const overFloor = ({ query, floors }, name) =>
  nsIn(query, name, "robots-wasm") / nsIn(floors, name, "encodeInto + empty call");

/** Rows are named `CASE, bytes, k = 1`, without `bytes` where nothing else is read; files as they come are the first. */
const coldNs = (rows, k, who) => nsIn(rows, rows[0].case.replace("k = 1", `k = ${k}`), who);
const coldRatio = (rows, k, above, below) => coldNs(rows, k, above) / coldNs(rows, k, below);
const asTheyCome = (rows) => rows[0].case.replace(", bytes, k = 1", "");
/** The column of the rows with one decision. */
const AGENT = "agent(token).isAllowed(url)";

const googleRatio = (google, rules, what) =>
  ratio(google, `real, ${rules} rules`, `google/robotstxt, ${what}`, `robots-wasm, google, ${what}`);

/** Undefined where a row or a contestant did not take part in the run. */
function figureIn(results, { figure }) {
  try {
    return figure(results);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function goalOf(definition, figure) {
  const { name, meaning, atLeast, atMost } = definition;
  const isLeast = atLeast !== undefined;
  const { limit = isLeast ? atLeast / 2 : atMost * 2 } = definition;
  const wanted = `${isLeast ? "≥" : "≤"} ${Number((atLeast ?? atMost).toFixed(2))}`;
  const reaches = (bound) => (isLeast ? figure >= bound : figure <= bound);
  if (figure === undefined) return { name, meaning, wanted };
  return { name, meaning, wanted, figure, met: reaches(atLeast ?? atMost), failed: !reaches(limit) };
}

/** Why a goal is missed; empty for one that never was. */
export const reasonOf = (name) => definitions.find((one) => one.name === name)?.reason ?? "";

export const goalsOf = (results) => definitions.map((definition) => goalOf(definition, figureIn(results, definition)));

const outcomeOf = ({ figure, met }) =>
  figure === undefined ? "not in this run |" : `${figure.toFixed(2)} | ${met ? "yes" : "no"}`;

export function goalsTable(goals) {
  const rows = goals.map((goal) => `| ${goal.name} | ${goal.meaning} | ${goal.wanted} | ${outcomeOf(goal)} |`);
  return ["### Goals", "", "| goal | meaning | wanted | measured | met |", "|---|---|---:|---:|---|", ...rows, ""].join(
    "\n",
  );
}
