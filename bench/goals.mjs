// The goals as ratios inside one run: goal beside figure. A figure is a failure only beyond its limit, half of the goal unless
// said, so that a busy machine does not fail a build; what is not reached has a limit from what was (docs/performance.md).

/** at least: bigger is better; at most: smaller is better. */
export function goalsOf(results) {
  const { queries, floors, nothing, nativeNothing, parses, automata, natives, memory, entry, exponent } = results;
  const byName = (name) => queries.find((row) => row.case === name)?.figures;
  const real = byName("real, as they come");
  const smallMade = ["10 rules, 20 % with *", "100 rules, 20 % with *"].map(byName);
  const worst = (ratios) => Math.max(...ratios);
  const ns = (figures, who) => figures[who].ns;
  const goals = [
    atMost(
      "P3 single call / (encodeInto + empty call), up to 100 rules",
      1.4,
      worst(smallMade.map((row) => ns(row, "robots-wasm") / ns(floors, "encodeInto + empty call"))),
      5,
    ),
    atMost(
      "P4 isAllowedLines / (copy + SIMD line split), 10-100 rules",
      6,
      worst(smallMade.map((row) => ns(row, "isAllowedLines") / ns(floors, "copy + SIMD line split"))),
      20,
    ),
    atMost(
      "P5 a decision at 10,000 rules / at 10 rules",
      2,
      ns(byName("10000 rules, 20 % with *"), "robots-wasm") / ns(smallMade[0], "robots-wasm"),
      5,
    ),
    atLeast(
      "P6 parse, MB/s against robots-parser (bytes in)",
      5,
      Math.min(...parses.map(({ figures }) => ns(figures, "robots-parser") / ns(figures, "robots-wasm, bytes"))),
    ),
  ];
  if (real !== undefined)
    goals.unshift(
      atLeast(
        "P1 robots-parser / single call, real files as they come",
        25,
        ns(real, "robots-parser") / ns(real, "robots-wasm"),
      ),
    );
  for (const { case: name, figures } of nothing) {
    const best = Math.min(
      ...Object.entries(figures)
        .filter(([who]) => who !== "robots-wasm" && who !== "fallback")
        .map(([, { ns: other }]) => other),
    );
    goals.push(atLeast(`P7 best rival / ours, ${name}`, 1, best / ns(figures, "robots-wasm")));
  }
  for (const { case: name, figures } of nativeNothing) {
    const over = ns(figures, "google/robotstxt, native") / ns(figures, "robots-wasm");
    goals.push(atLeast(`P7 native google/robotstxt / ours, ${name}`, 1, over, 0.15));
  }
  const bytesOver = automata.map(
    ({ figures }) => ns(figures, "bytes, JavaScript") / ns(figures, "bytes, isAllowedLines"),
  );
  goals.push(
    atLeast("P4 automaton in JavaScript on bytes / isAllowedLines, 10-100 rules", 4, Math.min(...bytesOver)),
    atMost("P9 core entry, gzip, KiB", 14, entry.gzipBytes / 1024),
    atMost("P9 first decision after the import, ms", 3, entry.firstDecisionMs, Number.POSITIVE_INFINITY),
    atMost("P9 exponent of steps on /*a*a*a…", 1.1, exponent, 1.2),
    ...natives.flatMap(nativeGoals),
  );
  if (memory !== undefined)
    goals.push(
      atMost("P8 median real host, KiB resident", 1, memory.medianHostBytes / 1024),
      atMost("P8 100,000 real hosts, MB resident", 150, memory.residentBytes / 1e6),
    );
  return goals;
}

/** The least advantage over google/robotstxt with stored rules, by rules; parsing counts above 5 KB. */
const wantedOverNative = [1, 8, 30, 500];

function nativeGoals({ case: name, figures, bodyBytes }, i) {
  const over = (what) => figures[`native, ${what}`].ns / figures[`ours, ${what}`].ns;
  const parsing =
    bodyBytes < 5000 ? [] : [atLeast(`P6 parse, native / ours, ${name}, ${bodyBytes} bytes`, 1, over("parse"))];
  return [atLeast(`P2 native, rules stored / single call, ${name}`, wantedOverNative[i], over("query")), ...parsing];
}

const atLeast = (name, goal, figure, limit = goal / 2) => ({
  name,
  goal: `≥ ${goal}`,
  figure,
  met: figure >= goal,
  limit,
  failed: figure < limit,
});
const atMost = (name, goal, figure, limit = goal * 2) => ({
  name,
  goal: `≤ ${goal}`,
  figure,
  met: figure <= goal,
  limit,
  failed: figure > limit,
});

export function goalsTable(goals) {
  const rows = goals.map(
    ({ name, goal, figure, met }) => `| ${name} | ${goal} | ${figure.toFixed(2)} | ${met ? "yes" : "no"} |`,
  );
  return ["### Goals", "", "| goal | wanted | measured | met |", "|---|---:|---:|---|", ...rows, ""].join("\n");
}
