// node bench/tasks.mjs [--origins N] [--urls N] [--tasks N] [--corpus FILE]: the processor time of a job that an engine divides
// into tasks, beside one process: `robots-wasm filter` on the parts of a made frontier (frontier.mjs), one process each. Parts
// follow the hash of the origin (`originShard`), or the order of the URLs.
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { originShard } from "../dist/bulk/archive/index.js";
import { makeFrontier } from "./frontier.mjs";
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

/** Writes the list in parts, and returns them as lists. */
async function partsBy(name, partOf) {
  const lists = Array.from({ length: tasks }, (_, part) => ({ path: join(folder, `${name}-${part}`) }));
  const outputs = lists.map(({ path }) => createWriteStream(path));
  let line = 0;
  for await (const url of createInterface({ input: createReadStream(frontier.lists.urls.path) }))
    outputs[partOf(url, line++)].write(`${url}\n`);
  await Promise.all(outputs.map((output) => new Promise((done) => output.end(done))));
  return lists;
}

const cpuSecondsOf = (lists) =>
  lists
    .map((list) => runner.filterOnce({ robots: frontier.robots, lists: { list } }, "list", 1).cpuSeconds)
    .reduce((sum, seconds) => sum + seconds, 0);

const jobs = {
  "one process": [frontier.lists.urls],
  [`${tasks} tasks by hash`]: await partsBy("hash", (url) => originShard(url, tasks)),
  [`${tasks} tasks by order`]: await partsBy("order", (_, line) => Math.floor((line * tasks) / urls)),
};
console.log(
  `${urls} URLs of ${origins} origins\n\n| job | CPU seconds | CPU µs/URL | times one process |\n|---|---:|---:|---:|`,
);
let one;
for (const [name, lists] of Object.entries(jobs)) {
  const seconds = cpuSecondsOf(lists);
  one ??= seconds;
  const cells = [name, seconds.toFixed(1), ((seconds / urls) * 1e6).toFixed(2), (seconds / one).toFixed(1)];
  console.log(`| ${cells.join(" | ")} |`);
}
