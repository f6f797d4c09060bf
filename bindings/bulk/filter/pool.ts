/** Worker threads that decide blocks, each with a module and rules of its own. Buffers are transferred, not copied. Node only. */
import { Worker } from "node:worker_threads";
import type { BlockResult } from "./block-result.ts";
import type { Block } from "./blocks.ts";
import type { FilterPlan } from "./decider.ts";
import type { Fetcher } from "./lookups.ts";
import type { ToMain, ToWorker } from "./messages.ts";
import type { Decider } from "./pipeline.ts";

/** One block being decided and some waiting, because the main thread does not always run at once. */
const BLOCKS_PER_THREAD = 4;

interface PendingBlock {
  readonly resolve: (result: BlockResult) => void;
  readonly reject: (error: unknown) => void;
}

class Thread {
  readonly worker: Worker;
  /** Blocks sent and not yet answered, oldest first. */
  readonly pending: PendingBlock[] = [];
  #failure: unknown;

  constructor(plan: FilterPlan, fetcher: Fetcher) {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: plan });
    this.worker.on("message", (message: ToMain) => this.#receive(message, fetcher));
    this.worker.on("error", (error) => this.#fail(error));
    this.worker.on("exit", () => this.#fail(new Error("a worker thread ended")));
  }

  decide(block: Block): Promise<BlockResult> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.pending.push({ resolve, reject });
      this.#post({ type: "block", block }, [block.bytes.buffer]);
    });
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  #receive(message: ToMain, fetcher: Fetcher): void {
    if (message.type === "result") this.pending.shift()!.resolve(message.result);
    else if (message.type === "error")
      this.pending.shift()!.reject(Object.assign(message.error, { code: message.code }));
    else this.#fetch(message.origin, fetcher);
  }

  async #fetch(origin: string, fetcher: Fetcher): Promise<void> {
    try {
      const { rules, cause } = await fetcher(origin);
      this.#post({ type: "fetched", origin, program: rules.toBytes(), cause });
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    for (const { reject } of this.pending.splice(0)) reject(error);
  }
}

export function poolOf(jobs: number, plan: FilterPlan, fetcher: Fetcher): Decider {
  const threads = Array.from({ length: jobs }, () => new Thread(plan, fetcher));
  return {
    concurrency: jobs * BLOCKS_PER_THREAD,
    decide: (block) =>
      threads.reduce((least, one) => (one.pending.length < least.pending.length ? one : least)).decide(block),
    close: async () => void (await Promise.all(threads.map(({ worker }) => worker.terminate()))),
  };
}
