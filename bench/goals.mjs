// The goals as ratios inside one run. A figure fails a run (`--goals`) only beyond its limit, which is half or twice the goal
// unless stated, so that a busy machine does not fail a build.

/** Each: what the number means, and its figure from the results. `atLeast`: more is better; `atMost`: less is better. */
const definitions = [
  {
    name: "P1 robots-parser / isAllowed, real files as they come",
    meaning: "how many times longer the most used JavaScript package takes for one decision",
    atLeast: 30,
    limit: 12,
    figure: ({ query }) => ratio(query, "real, as they come", "robots-parser", "robots-wasm"),
  },
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
    meaning: "how far one call is above encoding its URL and an empty call",
    atMost: 1.2,
    limit: 5,
    figure: (results) => overFloor(results, "10 rules, 0 % with *"),
  },
  {
    name: "P3 isAllowed / floor, real files as they come",
    meaning: "the same for the rules of real files",
    atMost: 1.5,
    limit: 5,
    figure: (results) => overFloor(results, "real, as they come"),
  },
  {
    name: "P4 isAllowedLines / floor, 100 rules, 20 % with *",
    meaning: "how far a decision in a batch is above copying and splitting its line",
    atMost: 6,
    limit: 25,
    figure: ({ query, floors }) =>
      nsIn(query, "100 rules, 20 % with *", "isAllowedLines") /
      nsIn(floors, "10 rules, 0 % with *", "copy + SIMD line split"),
  },
  {
    name: "P4 the algorithm in JavaScript / isAllowedLines",
    meaning: "what WebAssembly adds to the algorithm",
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
    atMost: 2,
    limit: 5,
    figure: ({ query }) =>
      nsIn(query, "10000 rules, 20 % with *", "robots-wasm") / nsIn(query, "10 rules, 20 % with *", "robots-wasm"),
  },
  {
    name: "P6 robots-parser / reading, bytes",
    meaning: "how many times longer robots-parser takes to read a file, at worst",
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
  ...[
    [1, 1 / 1.3],
    [10, 1],
    [100, 1],
  ].map(([k, atLeast]) => ({
    name: `P7 fast-robots / cold, bytes, k = ${k}`,
    meaning: "the same beside native Rust that is not exact",
    atLeast,
    limit: 0.1,
    figure: ({ cold }) => coldRatio(cold, k, "fast-robots", "robots-wasm"),
  })),
  ...["real, as they come", "real, 6 rules", "real, 57 rules", "real, 400 rules"].map((name) => ({
    name: `P7 google/robotstxt / cold, bytes, k = 1, ${name}`,
    meaning: "the same beside Google's C++ code, in its dialect",
    atLeast: name === "real, as they come" ? 2 : 1,
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
    atMost: 150,
    figure: ({ memory }) => memory.residentBytes / 1e6,
  },
  {
    name: "P9 core entry, gzip, KiB",
    meaning: "what importing the core adds to a page",
    atMost: 20.5,
    limit: 26,
    figure: ({ entry }) => entry.gzipBytes / 1024,
  },
  {
    name: "P9 import and first decision, ms",
    meaning: "what a fresh process waits for",
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

const ns = (figures, who) => figures[who].ns;
const figuresOf = (rows, name) => rows.find((row) => row.case === name).figures;
const nsIn = (rows, name, who) => ns(figuresOf(rows, name), who);
const ratio = (rows, name, above, below) => nsIn(rows, name, above) / nsIn(rows, name, below);

const overFloor = ({ query, floors }, name) =>
  nsIn(query, name, "robots-wasm") / nsIn(floors, name, "encodeInto + empty call");

/** Of the files as they come, which are the first rows. */
const coldRatio = (cold, k, above, below) => ratio(cold, cold[0].case.replace("k = 1", `k = ${k}`), above, below);

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

export const goalsOf = (results) => definitions.map((definition) => goalOf(definition, figureIn(results, definition)));

const outcomeOf = ({ figure, met }) =>
  figure === undefined ? "not in this run |" : `${figure.toFixed(2)} | ${met ? "yes" : "no"}`;

export function goalsTable(goals) {
  const rows = goals.map((goal) => `| ${goal.name} | ${goal.meaning} | ${goal.wanted} | ${outcomeOf(goal)} |`);
  return ["### Goals", "", "| goal | meaning | wanted | measured | met |", "|---|---|---:|---:|---|", ...rows, ""].join(
    "\n",
  );
}
