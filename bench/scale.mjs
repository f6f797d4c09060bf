// npm run bench:scale [-- --quick] [--corpus FILE] [--urls N] [--rounds N] [--before COMMAND] [--docs]: what `robots-wasm filter`
// costs on a made frontier (frontier.mjs): URLs a second, memory, growth with the number of origins, two jobs beside one,
// twelve tasks of a partitioned job beside one process, and the same job done by robots-parser, whose verdicts are compared
// first. Each run is a process of its own, by COMMAND if there is one (`taskset -c 0,1`); figures are the fastest of the
// rounds, with its distance to the slowest. --docs puts the tables into docs/performance.md. Exits with 1 if verdicts differ
// on made files.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeFrontier } from "./frontier.mjs";
import { environment, writeTables } from "./report.mjs";
import { partitionedRuns, partitionGoals } from "./scale-parts.mjs";
import { agreementOn, Runner } from "./scale-runs.mjs";
import { comparisonTable, compileTable, growthTable, jobsTable, partitionsTable } from "./scale-tables.mjs";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    corpus: { type: "string" },
    urls: { type: "string", default: "10000000" },
    rounds: { type: "string", default: "3" },
    before: { type: "string", default: "" },
    docs: { type: "boolean", default: false },
  },
});

const quick = { origins: [200, 2000], urls: 100_000, many: 300_000, compared: 20_000, rounds: 1 };
const many = Number(options.urls);
const full = {
  origins: [1000, 10_000, 100_000],
  urls: many / 5,
  many,
  compared: many / 20,
  rounds: Number(options.rounds),
};
const sizes = options.quick ? quick : full;

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-scale-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const runner = new Runner(folder, options.before.split(" ").filter(Boolean), sizes.rounds);

const frontiers = sizes.origins.map((origins, i) => {
  const lists = {
    urls: sizes.urls,
    compared: sizes.compared,
    ...(i >= sizes.origins.length - 2 && { many: sizes.many }),
  };
  return makeFrontier(join(folder, String(origins)), { origins, lists, corpus: options.corpus });
});
const larger = frontiers.slice(-2);
const [compared] = larger;

const agreement = agreementOn(runner, compared);
const rivals = {
  "robots-wasm filter": runner.filter(compared, "compared"),
  "robots-parser": runner.robotsParser(compared, "compared"),
};
const growth = frontiers.map((frontier) => ({ frontier, usage: runner.filter(frontier, "urls") }));
const jobsTables = larger.map((frontier) => {
  const [one, two] = runner.alternately([1, 2].map((jobs) => () => runner.filterOnce(frontier, "many", jobs)));
  return jobsTable(frontier, { 1: one, 2: two });
});
const partitioned = await partitionedRuns(runner, larger[1]);

const tables = [
  growthTable(growth),
  ...jobsTables,
  partitionsTable(larger[1], partitioned.runs, partitionGoals),
  compileTable(larger[1], partitioned.compiled),
  comparisonTable(compared, agreement, rivals),
];
console.log(tables.join("\n"));
if (options.docs) writeTables("scale", environment("bench:scale"), tables);
if (options.corpus === undefined && agreement.same !== agreement.total) {
  console.error(`bench: robots-parser agrees on ${agreement.same} of ${agreement.total} URLs`);
  process.exitCode = 1;
}
