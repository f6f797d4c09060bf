/** A thread of `compile`: reads one WARC file after another, and hands over its captures as sorted runs. */
import { parentPort, workerData } from "node:worker_threads";
import { Captures } from "./captures.ts";
import { CompileStats } from "./compile-stats.ts";
import type { FromThread, ThreadPlan, ToThread } from "./warc-threads.ts";
import { keeperOf, readWarc } from "./warcs.ts";

const port = parentPort!;
const { description, policy, temporary } = workerData as ThreadPlan;
const captures = new Captures(temporary);
// The main thread ends this one when it aborts.
const { signal } = new AbortController();

port.on("message", async (message: ToThread) => {
  try {
    port.postMessage(message === "release" ? { runs: captures.release() } : await answerTo(message));
  } catch (error) {
    // Structured cloning drops the code of an error.
    port.postMessage({ error: error as Error, code: (error as NodeJS.ErrnoException).code } satisfies FromThread);
  }
});

async function answerTo({ path, file }: Exclude<ToThread, "release">): Promise<FromThread> {
  const stats = new CompileStats();
  const plan = { policy, stats, signal, keep: keeperOf({ description, stats }) };
  for await (const _ of readWarc(plan, path, file, captures));
  return { counts: stats.readCounts };
}
