// node bench/tasks.mjs [--origins N] [--urls N] [--tasks N] [--corpus FILE]: the processor time of a job that an engine divides
// into tasks, beside one process: `robots-wasm filter` on the parts of a made frontier (frontier.mjs), one process each. Parts
// follow the hash of the origin (`originShard`), or the order of the URLs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { originShard } from "../dist/crawl/archive/index.js";
import { makeFrontier } from "./frontier.mjs";
import { divide } from "./scale-parts.mjs";
import { Runner } from "./scale-runs.mjs";

const { values: options } = parseArgs({
  options: {
    origins: { type: "string", default: "100000" },
    urls: { type: "string", default: "2000000" },
    tasks: { type: "string", default: "12" },
    corpus: { type: "string" },
  },
});
const [origins, urls, tasks] = [options.origins, options.urls, options.tasks].map(Number);

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-tasks-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const frontier = makeFrontier(join(folder, "frontier"), { origins, lists: { urls }, corpus: options.corpus });
const runner = new Runner(folder, [], 1);

const cpuSecondsOf = (paths) =>
  paths.reduce((sum, path) => sum + runner.filterFile(frontier.robots, path).cpuSeconds, 0);

const list = frontier.lists.urls;
const jobs = {
  "one process": [list.path],
  [`${tasks} tasks by hash`]: await divide(list, tasks, "hash", (url) => originShard(url, tasks)),
  [`${tasks} tasks by order`]: await divide(list, tasks, "order", (_, line) => Math.floor((line * tasks) / urls)),
};
console.log(
  `${urls} URLs of ${origins} origins\n\n| job | CPU seconds | CPU µs/URL | times one process |\n|---|---:|---:|---:|`,
);
let one;
for (const [name, paths] of Object.entries(jobs)) {
  const seconds = cpuSecondsOf(paths);
  one ??= seconds;
  const cells = [name, seconds.toFixed(1), ((seconds / urls) * 1e6).toFixed(2), (seconds / one).toFixed(1)];
  console.log(`| ${cells.join(" | ")} |`);
}
