// Twelve tasks of a partitioned job beside one process: partitions that follow the hash of the origin, each with its shard
// of the archive, and partitions in the order of the list, each with the whole archive.
import { execFileSync } from "node:child_process";
import { closeSync, createReadStream, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { originShard } from "../dist/crawl/archive/index.js";

export const TASKS = 12;
const CHUNK_LINES = 10_000;
const BY_HASH = `${TASKS} tasks, partitions by hash`;
const ONE = "one process";
const IN_ORDER = `${TASKS} tasks, partitions in list order`;

/** How many times the processor time of one process a run may take (docs/scale.md). */
export const partitionGoals = { [BY_HASH]: 2, [IN_ORDER]: 4 };

/** Divides a list into so many files; `partOf(url, i)` says which one gets the line. */
export async function divide(list, count, name, partOf) {
  const paths = Array.from({ length: count }, (_, i) => `${list.path}.${name}-${i}`);
  const files = paths.map((path) => openSync(path, "w"));
  const pending = files.map(() => []);
  const flush = (part) => writeSync(files[part], pending[part].splice(0).join(""));
  let i = 0;
  for await (const url of createInterface({ input: createReadStream(list.path) })) {
    const part = partOf(url, i++);
    if (pending[part].push(`${url}\n`) === CHUNK_LINES) flush(part);
  }
  for (const [part, file] of files.entries()) {
    flush(part);
    closeSync(file);
  }
  return paths;
}

/** The list in byte order, so that URLs of one origin stand together. */
function sorted({ path }) {
  const output = `${path}.sorted`;
  execFileSync("sort", ["-o", output, path], { env: { ...process.env, LC_ALL: "C" } });
  return output;
}

/** The processor time of all tasks, one after another; the memory of the largest. */
const total = (usages) => ({
  seconds: usages.reduce((sum, { seconds }) => sum + seconds, 0),
  cpuSeconds: usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  maxRssBytes: Math.max(...usages.map(({ maxRssBytes }) => maxRssBytes)),
});

/** Usages by name; every run reads the same list, `many` or a part of it. `alone` has those of one process with their goals. */
export async function partitionedRuns(runner, frontier) {
  const list = frontier.lists.many;
  const whole = join(runner.folder, "whole.archive");
  const rules = join(runner.folder, "rules");
  const compiled = {
    "compile, one file": runner.compile(frontier.robots, whole),
    [`compile --shards ${TASKS}`]: runner.compile(frontier.robots, rules, TASKS),
  };
  const byHash = await divide(list, TASKS, "hash", (url) => originShard(url, TASKS));
  const inOrder = await divide(list, TASKS, "order", (_, i) => Math.floor((i * TASKS) / list.count));
  const { files } = JSON.parse(readFileSync(rules, "utf8"));
  const shardOf = (i) => join(dirname(rules), files[i].file);
  const runs = {
    [ONE]: () => runner.filterFile(whole, list.path),
    [BY_HASH]: () => total(byHash.map((part, i) => runner.filterFile(shardOf(i), part))),
    [IN_ORDER]: () => total(inOrder.map((part) => runner.filterFile(whole, part))),
    [`origin-key --shards ${TASKS}`]: () => runner.originKey(TASKS, list.path),
  };
  const sortedPath = sorted(list);
  const [bySorted, ...usages] = runner.alternately([
    () => runner.filterFile(whole, sortedPath),
    ...Object.values(runs),
  ]);
  const ofRuns = Object.fromEntries(Object.keys(runs).map((name, i) => [name, usages[i]]));
  const name = `${list.count} URLs of ${frontier.origins} origins in no order, archive`;
  const alone = { [name]: { usage: ofRuns[ONE], goal: 1.5 }, "the same, sorted": { usage: bySorted, goal: 0.6 } };
  return { compiled, runs: ofRuns, alone };
}
