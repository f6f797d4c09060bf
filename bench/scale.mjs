// node bench/scale.mjs [--quick] [--corpus FILE] [--urls N] [--rounds N] [--before COMMAND] [--docs]: what `robots-wasm filter`
// costs on a made frontier (frontier.mjs): URLs a second, memory, growth with the number of origins, two jobs beside one,
// twelve tasks of a partitioned job beside one process, and the same job done by ten lines over the library and by
// robots-parser, whose outputs are compared first. Each run is a process of its own, by COMMAND if there is one
// (`taskset -c 0,1`); figures are the fastest of the rounds, with its distance to the slowest. --docs puts the tables into
// docs/performance.md and docs/scale.md. Exits with 1 if outputs differ: those of the ten lines, or verdicts of robots-parser on
// made files. Takes seven minutes on a quiet machine, with --rounds 1 (three rounds: fifteen).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeFrontier } from "./frontier.mjs";
import { environment, writeTables } from "./report.mjs";
import { partitionedRuns, partitionGoals } from "./scale-parts.mjs";
import { agreementOn, isSameOutput, Runner } from "./scale-runs.mjs";
import {
  comparisonTable,
  compileTable,
  growthTable,
  jobsTable,
  oneProcessTable,
  partitionsTable,
  tenLinesTable,
} from "./scale-tables.mjs";

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

const quick = { origins: [200, 2000], folder: 1000, urls: 100_000, many: 300_000, compared: 20_000, rounds: 1 };
const many = Number(options.urls);
const full = {
  origins: [1000, 10_000, 100_000],
  folder: 30_000,
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

const inFolder = makeFrontier(join(folder, "folder"), {
  origins: sizes.folder,
  lists: { urls: sizes.urls },
  corpus: options.corpus,
});
const folderArchive = join(folder, "folder.archive");
runner.compile(inFolder.robots, folderArchive);
const isSame = isSameOutput(runner, inFolder, folderArchive);
const [byFolder, byTenLines, byArchive] = runner.alternately([
  () => runner.filterOnce(inFolder, "urls"),
  () => runner.tenLinesOnce(inFolder, "urls"),
  () => runner.filterFile(folderArchive, inFolder.lists.urls.path),
]);
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

const oneProcess = [
  ...Object.entries(partitioned.alone).map(([name, { usage, goal }]) => ({ name, usage, goal, urls: sizes.many })),
  {
    name: `${sizes.urls} URLs of ${sizes.folder} origins in no order, archive`,
    usage: byArchive,
    goal: 2,
    urls: sizes.urls,
  },
  { name: `the same, folder`, usage: byFolder, goal: 2, urls: sizes.urls },
];

const tables = [
  oneProcessTable(oneProcess),
  tenLinesTable(inFolder, { "robots-wasm filter": byFolder, "ten lines": byTenLines }),
  growthTable(growth),
  ...jobsTables,
  partitionsTable(larger[1], partitioned.runs, partitionGoals),
  compileTable(larger[1], partitioned.compiled),
  comparisonTable(compared, agreement, rivals),
];
console.log(tables.join("\n"));
if (options.docs) {
  writeTables("scale", environment("node bench/scale.mjs"), tables);
  const partitions = partitionsTable(larger[1], partitioned.runs, partitionGoals);
  writeTables("partitions", environment("node bench/scale.mjs"), [partitions], "docs/scale.md");
}
if (!isSame) {
  console.error("bench: the ten lines let other URLs through than filter");
  process.exitCode = 1;
}
if (options.corpus === undefined && agreement.same !== agreement.total) {
  console.error(`bench: robots-parser agrees on ${agreement.same} of ${agreement.total} URLs`);
  process.exitCode = 1;
}
