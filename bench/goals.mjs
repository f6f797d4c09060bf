// The goals as ratios inside one run: goal beside figure. A figure is a failure only below half of its goal, so that a busy
// machine does not fail a build.

/** at least: bigger is better; at most: smaller is better. */
export function goalsOf({ queries, floors, nothing, parses }) {
  const byName = (name) => queries.find((row) => row.case === name)?.figures;
  const real = queries.filter((row) => row.case.startsWith("real"));
  const smallMade = ["10 rules, 20 % with *", "100 rules, 20 % with *"].map(byName);
  const worst = (ratios) => Math.max(...ratios);
  const ns = (figures, who) => figures[who].ns;
  const mean = (who) => real.reduce((sum, { figures }) => sum + figures[who].ns, 0) / real.length;
  const goals = [
    atMost(
      "P3 single call / (encodeInto + empty call), up to 100 rules",
      1.4,
      worst(smallMade.map((row) => ns(row, "robots-wasm") / ns(floors, "encodeInto + empty call"))),
    ),
    atMost(
      "P4 isAllowedLines / (copy + SIMD line split), 10-100 rules",
      6,
      worst(smallMade.map((row) => ns(row, "isAllowedLines") / ns(floors, "copy + SIMD line split"))),
    ),
    atMost(
      "P5 a decision at 10,000 rules / at 10 rules",
      2,
      ns(byName("10000 rules, 20 % with *"), "robots-wasm") / ns(smallMade[0], "robots-wasm"),
    ),
    atLeast(
      "P6 parse, MB/s against robots-parser (bytes in)",
      5,
      Math.min(...parses.map(({ figures }) => ns(figures, "robots-parser") / ns(figures, "robots-wasm, bytes"))),
    ),
  ];
  if (real.length > 0)
    goals.unshift(
      atLeast("P1 robots-parser / single call, real files, mean", 25, mean("robots-parser") / mean("robots-wasm")),
    );
  for (const { case: name, figures } of nothing) {
    const best = Math.min(
      ...Object.entries(figures)
        .filter(([who]) => who !== "robots-wasm" && who !== "baseline")
        .map(([, { ns: other }]) => other),
    );
    goals.push(atLeast(`P7 best rival / ours, ${name}`, 1, best / ns(figures, "robots-wasm")));
  }
  return goals;
}

const atLeast = (name, goal, figure) => ({
  name,
  goal: `≥ ${goal}`,
  figure,
  met: figure >= goal,
  failed: figure < goal / 2,
});
const atMost = (name, goal, figure) => ({
  name,
  goal: `≤ ${goal}`,
  figure,
  met: figure <= goal,
  failed: figure > goal * 2,
});

export function goalsTable(goals) {
  const rows = goals.map(
    ({ name, goal, figure, met }) => `| ${name} | ${goal} | ${figure.toFixed(2)} | ${met ? "yes" : "no"} |`,
  );
  return ["### Goals", "", "| goal | wanted | measured | met |", "|---|---:|---:|---|", ...rows, ""].join("\n");
}
