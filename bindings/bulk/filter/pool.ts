/** Worker threads that decide blocks, each with a module and rules of its own. Buffers are transferred, not copied. Node only. */
import { Worker } from "node:worker_threads";
import type { BlockResult } from "./block-result.ts";
import type { Block } from "./blocks.ts";
import type { FilterPlan } from "./decider.ts";
import type { Fetcher } from "./lookups.ts";
import type { ToWorker } from "./messages.ts";
import type { Decider } from "./pipeline.ts";
import { threadPool } from "./threads.ts";

const BLOCKS_PER_THREAD = 4;

export const poolOf = (jobs: number, plan: FilterPlan, fetcher: Fetcher): Decider =>
  threadPool<Block, BlockResult, string>({
    jobs,
    perThread: BLOCKS_PER_THREAD,
    start: () => new Worker(new URL("./worker.js", import.meta.url), { workerData: plan }),
    give: (worker, block) => worker.postMessage({ type: "block", block } satisfies ToWorker, [block.bytes.buffer]),
    async answer(worker, origin) {
      const { rules, cause } = await fetcher(origin);
      worker.postMessage({ type: "fetched", origin, program: rules.toBytes(), cause } satisfies ToWorker);
    },
  });
