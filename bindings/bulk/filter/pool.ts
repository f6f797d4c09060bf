/** Worker threads that decide blocks, each with a module and rules of its own. Buffers are transferred, not copied. Node only. */

import type { Block } from "../../files/blocks.ts";
import { type ThreadPool, threadPool } from "../../files/threads.ts";
import type { BlockResult } from "./block-result.ts";
import type { FilterPlan } from "./decider.ts";
import type { Fetcher } from "./lookups.ts";
import type { ToWorker } from "./messages.ts";

const BLOCKS_PER_THREAD = 4;

export const poolOf = (jobs: number, plan: FilterPlan, fetcher: Fetcher): ThreadPool<Block, BlockResult> =>
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
