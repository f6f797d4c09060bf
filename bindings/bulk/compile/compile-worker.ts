/** A thread of `compile`: reads one WARC file after another, and hands over its captures as sorted runs. */
import { parentPort, workerData } from "node:worker_threads";
import { answerTo } from "../files/threads.ts";
import { Captures } from "../warc/captures.ts";
import { CompileStats } from "../warc/compile-stats.ts";
import { readWarc } from "../warc/read-warc.ts";
import type { ThreadPlan, ToThread, WarcAnswer } from "./warc-threads.ts";
import { keeperOf } from "./warcs.ts";

const port = parentPort!;
const { description, policy, temporary, keepsDamaged = false } = workerData as ThreadPlan;
const captures = new Captures(temporary);
// The main thread ends this one when it aborts.
const { signal } = new AbortController();

port.on("message", (message: ToThread) =>
  answerTo(port, () => (message === "release" ? { runs: captures.release() } : read(message))),
);

async function read({ path, file }: Exclude<ToThread, "release">): Promise<WarcAnswer> {
  const stats = new CompileStats();
  const plan = { policy, stats, signal, keepsDamaged, keep: keeperOf({ description, stats }) };
  for await (const _ of readWarc(plan, path, file, captures));
  return { counts: stats.readCounts };
}
