// npm run bench -- --against REF: this build beside that of another commit, as ratios. Processes of both alternate, and every
// pair of processes is new, because one process may be lucky with its memory and its compiler. A ratio below 1 is faster.
import { appendFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { coldCase, corpusSample, madeCase } from "./cases.mjs";
import { buildAt } from "./contestants.mjs";
import { importNs } from "./entry.mjs";
import { figureOf, measure } from "./measure.mjs";
import { formatNs, markdown } from "./report.mjs";
import { agreements, withProcesses } from "./sections.mjs";
import { withBuildOf } from "./worktree.mjs";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

const warm = ["query", "extra many", "extra lines", "extra explain"];
const cold = ["cold bytes 0", "cold bytes 1", "cold bytes 10", "cold bytes 100", "cold text 1"];

/** Resolves to whether both builds give the same verdicts. */
export const compareWith = (ref, options) =>
  withBuildOf(ref, (otherDist) => compareBuilds([buildAt("this build", dist), buildAt(ref, otherDist)], options));

export async function compareBuilds([ours, other], options) {
  const cases = casesOf(options);
  const agreement = await agreements(cases, [other], ours);
  const head = ["what", ours.name, other.name, "ratio", "lowest to highest"];
  const text = [
    markdown("Equal verdicts", ["case", other.name], agreement.map(agreementRow(other))),
    markdown(`${ours.name} / ${other.name}`, head, await rowsOf(cases, [ours, other], options)),
  ].join("\n");
  console.log(text);
  if (options.summary !== undefined) appendFileSync(options.summary, `${text}\n`);
  return agreement.every(({ counts }) => counts[other.name].same === counts[other.name].total);
}

const agreementRow =
  ({ name: other }) =>
  ({ case: name, counts }) => [name, `${counts[other].same}/${counts[other].total}`];

const COLD_FILES = 500;

const casesOf = ({ corpus }) => [
  ...[
    [10, 0],
    [100, 0.2],
    [1000, 0.5],
  ].map(([rules, stars]) => madeCase(rules, stars)),
  ...(corpus === undefined ? [] : [corpusSample(corpus, 100)]),
  coldCase(corpus, COLD_FILES),
];

/** The last case is the cold one. Times are for one URL, or for one file. */
const tasksOf = (cases) =>
  cases.flatMap((one, i) => {
    const isCold = i === cases.length - 1;
    const operations = isCold ? one.files.length : one.files.reduce((sum, { urls }) => sum + urls.length, 0);
    return (isCold ? cold : warm).map((task) => {
      const [name, ...rest] = task.split(" ");
      return { what: `${one.name}: ${task}`, command: [name, i, ...rest], operations };
    });
  });

async function rowsOf(cases, builds, { quick, rounds = quick ? "3" : "7" }) {
  const tasks = tasksOf(cases);
  const pairs = [];
  for (let i = 0; i < Number(rounds); i++)
    pairs.push(await withProcesses(cases, (processes) => pairOf(tasks, builds, processes)));
  return [...tasks.map(({ what }) => what), "import and first decision"].map((what) => rowOf(what, pairs));
}

/** { what: [ns of this build, ns of the other] } of one pair of processes. */
async function pairOf(tasks, builds, processes) {
  const pair = {};
  for (const { what, command, operations } of tasks) {
    const cells = builds.map((contestant) => ({ name: contestant.name, contestant, command, operations }));
    const figures = await measure(cells, processes, { forMs: 40, rounds: 3 });
    pair[what] = builds.map(({ name }) => figures[name].ns);
  }
  pair["import and first decision"] = importPair(builds);
  return pair;
}

function importPair(builds) {
  const times = builds.map(() => []);
  for (let i = 0; i < 5; i++)
    for (const [n, { env }] of builds.entries()) times[n].push([importNs(env.ROBOTS_WASM_DIST)]);
  return times.map((each) => figureOf(each).ns);
}

function rowOf(what, pairs) {
  const ratios = pairs.map((pair) => pair[what][0] / pair[what][1]).sort((a, b) => a - b);
  const lowest = (n) => formatNs(Math.min(...pairs.map((pair) => pair[what][n])));
  const range = `${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)}`;
  return [what, lowest(0), lowest(1), ratios[ratios.length >> 1].toFixed(3), range];
}
