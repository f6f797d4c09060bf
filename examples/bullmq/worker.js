// A worker: takes jobs from Redis and decides the URLs of one shard at a time. Start as many as there are cores.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { Worker } from "bullmq";
import { connect, QUEUE } from "./connection.js";

/** The output has its name only when it is complete, so a job that runs twice does no harm. */
async function decide({ data: { agents, dialect, robots, urls, verdicts } }) {
  const words = ["filter", "--agent", agents.join(","), "--dialect", dialect, "--robots", robots, "--quiet"];
  const input = openSync(urls, "r");
  const child = spawn("robots-wasm", [...words, "--verdicts", "--output", verdicts], {
    stdio: [input, "ignore", "inherit"],
  });
  closeSync(input);
  const [code, signal] = await once(child, "close");
  if (code !== 0) throw new Error(`robots-wasm filter ended with ${code ?? signal}`);
}

// The lock of a dead worker expires after five seconds; then the job is stalled and another worker takes it.
const worker = new Worker(QUEUE, decide, {
  connection: connect(),
  lockDuration: 5000,
  stalledInterval: 2500,
  maxStalledCount: 3,
});
worker.on("error", (error) => console.error(error));
// Finishes the job at hand.
process.once("SIGTERM", () => worker.close().finally(() => process.exit()));
