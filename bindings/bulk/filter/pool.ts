/** Worker threads that decide blocks: buffers are handed over, not copied; what is compiled is shared. Node only. */
import { Worker } from "node:worker_threads";
import type { Block } from "./blocks.ts";
import type { Plan } from "./decider.ts";
import type { ToMain, ToWorker } from "./messages.ts";
import type { Fetcher } from "./origins.ts";
import type { Decider } from "./pipeline.ts";
import type { Result } from "./result.ts";
import { SharedPrograms } from "./shared-programs.ts";

/** Beside the block that a thread decides, some that wait for it: the main thread does not always get its turn at once. */
const BLOCKS_PER_THREAD = 4;

interface Turn {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

class Thread {
  readonly worker: Worker;
  /** Blocks sent and not yet answered, oldest first. */
  readonly turns: Turn[] = [];
  #failure: unknown;

  constructor(plan: Plan, fetcher: Fetcher) {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: plan });
    this.worker.on("message", (message: ToMain) => this.#hear(message, fetcher));
    this.worker.on("error", (error) => this.#fail(error));
    this.worker.on("exit", () => this.#fail(new Error("a worker thread ended")));
  }

  decide(block: Block): Promise<Result> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.turns.push({ resolve, reject });
      this.#post({ type: "block", block }, [block.bytes.buffer]);
    });
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  #hear(message: ToMain, fetcher: Fetcher): void {
    if (message.type === "result") this.turns.shift()!.resolve(message.result);
    else if (message.type === "error") this.turns.shift()!.reject(Object.assign(message.error, { code: message.code }));
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
    for (const { reject } of this.turns.splice(0)) reject(error);
  }
}

export function poolOf(jobs: number, plan: Plan, fetcher: Fetcher): Decider {
  const shared = new SharedPrograms().buffer;
  const threads = Array.from({ length: jobs }, () => new Thread({ ...plan, shared }, fetcher));
  return {
    concurrency: jobs * BLOCKS_PER_THREAD,
    decide: (block) =>
      threads.reduce((least, one) => (one.turns.length < least.turns.length ? one : least)).decide(block),
    close: async () => void (await Promise.all(threads.map(({ worker }) => worker.terminate()))),
  };
}
