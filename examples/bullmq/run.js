// node run.js URLS RULES OUTPUT: writes the allowed URLs; RULES is the manifest of `robots-wasm compile --shards`.
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Queue, QueueEvents } from "bullmq";
import { connect, QUEUE } from "./connection.js";
import { divide, merge } from "./shards.js";

const [urls, rules, output] = process.argv.slice(2).map((path) => resolve(path));
// An archive may be for several crawlers; this is the first one.
const {
  crawlers: [agents],
  dialect,
  files,
} = JSON.parse(readFileSync(rules, "utf8"));
const folder = `${output}.shards`;
const robots = files.map(({ file }) => join(dirname(rules), file));
const parts = files.map(({ file }) => join(folder, `${file}.urls`));
const verdicts = files.map(({ file }) => join(folder, `${file}.verdicts`));

mkdirSync(folder, { recursive: true });
await divide(urls, parts);

const queue = new Queue(QUEUE, { connection: connect() });
const events = new QueueEvents(QUEUE, { connection: connect() });
await events.waitUntilReady();

const open = new Set(files.map(({ file }) => `${randomUUID()}-${file}`));
const finished = new Promise((resolve, reject) => {
  events.on("completed", ({ jobId }) => open.delete(jobId) && open.size === 0 && resolve());
  events.on("failed", ({ jobId, failedReason }) => open.has(jobId) && reject(new Error(failedReason)));
  events.on("stalled", ({ jobId }) => open.has(jobId) && console.error(`${jobId} stalled and will run again`));
});
await queue.addBulk(
  Array.from(open, (jobId, shard) => ({
    name: "filter",
    data: { agents, dialect, robots: robots[shard], urls: parts[shard], verdicts: verdicts[shard] },
    opts: { jobId, attempts: 3, removeOnComplete: true },
  })),
);
await finished;

await merge(urls, verdicts, output);
rmSync(folder, { recursive: true });
process.exit();
