/** What decides blocks: this thread, or worker threads, each with a module and rules of its own. Node only. */

import { BulkModule } from "../engine/module.ts";
import type { Block } from "../files/blocks.ts";
import { type ThreadPool, threadPool } from "../files/threads.ts";
import type { BlockResult } from "./block-result.ts";
import type { ToWorker } from "./filter-messages.ts";
import { blockFilterOf, type FilterPlan } from "./filter-plan.ts";
import type { Fetcher } from "./lookups.ts";

const BLOCKS_PER_THREAD = 4;
/** How much longer than the others' the part of a thread may be: one host may have most of the lines. */
const MOST_SHARES = 1.5;

/**
 * Buffers are transferred to workers, not copied.
 * @param jobs the number of threads; 1: this one
 * @param ordered keeps the order of lines within a block. Otherwise each thread decides the lines of its own hosts, because
 * looking a host up takes as long as deciding forty lines.
 */
export function poolOf(
  { jobs, ordered }: { readonly jobs: number; readonly ordered: boolean },
  plan: FilterPlan,
  fetcher: Fetcher,
): ThreadPool<Block, BlockResult> {
  return jobs === 1 ? ownThread(plan, fetcher) : workers(jobs, ordered ? undefined : divider(jobs), plan, fetcher);
}

function ownThread(plan: FilterPlan, fetcher: Fetcher): ThreadPool<Block, BlockResult> {
  const filter = blockFilterOf(plan, fetcher);
  return { concurrency: 1, decide: async (block) => [await filter.decide(block)], close: async () => {} };
}

type Divide = (block: Block) => readonly Block[] | undefined;

const workers = (jobs: number, divide: Divide | undefined, plan: FilterPlan, fetcher: Fetcher) =>
  threadPool<Block, BlockResult, string>({
    file: new URL("./filter-worker.js", import.meta.url),
    plan,
    jobs,
    perThread: BLOCKS_PER_THREAD,
    ...(divide && { divide }),
    transfer: ({ bytes }) => [bytes.buffer],
    async answer(worker, origin) {
      const { rules, cause, refusal } = await fetcher(origin);
      worker.postMessage({ fetched: origin, program: rules.toBytes(), cause, refusal } satisfies ToWorker);
    },
  });

/** Lines too long to read count once. */
function divider(jobs: number): Divide {
  const module = new BulkModule();
  return (block) => {
    if (block.bytes.length === 0) return undefined;
    const parts = module.divide(block.bytes, jobs);
    const longest = Math.max(...parts.map(({ bytes }) => bytes.length));
    if (longest * jobs > MOST_SHARES * block.bytes.length) return undefined;
    return parts.map((part, i) => ({ ...block, ...part, overlong: i === 0 ? block.overlong : 0 }));
  };
}
