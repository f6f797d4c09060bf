/** What decides blocks: this thread, or worker threads, each with a module and rules of its own. Node only. */

import type { Block } from "../../files/blocks.ts";
import { type ThreadPool, threadPool } from "../../files/threads.ts";
import type { BlockResult } from "./block-result.ts";
import type { Fetcher } from "./lookups.ts";
import type { ToWorker } from "./messages.ts";
import { blockFilterOf, type FilterPlan } from "./plan.ts";

const BLOCKS_PER_THREAD = 4;

/** Buffers are transferred to workers, not copied. @param jobs the number of threads; 1: this one */
export function poolOf(jobs: number, plan: FilterPlan, fetcher: Fetcher): ThreadPool<Block, BlockResult> {
  return jobs === 1 ? ownThread(plan, fetcher) : workers(jobs, plan, fetcher);
}

function ownThread(plan: FilterPlan, fetcher: Fetcher): ThreadPool<Block, BlockResult> {
  const filter = blockFilterOf(plan, fetcher);
  return { concurrency: 1, decide: (block) => filter.decide(block), close: async () => {} };
}

const workers = (jobs: number, plan: FilterPlan, fetcher: Fetcher): ThreadPool<Block, BlockResult> =>
  threadPool<Block, BlockResult, string>({
    file: new URL("./worker.js", import.meta.url),
    plan,
    jobs,
    perThread: BLOCKS_PER_THREAD,
    transfer: ({ bytes }) => [bytes.buffer],
    async answer(worker, origin) {
      const { rules, cause } = await fetcher(origin);
      worker.postMessage({ fetched: origin, program: rules.toBytes(), cause } satisfies ToWorker);
    },
  });
