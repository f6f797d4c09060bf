/** Worker threads that survey batches. */
import { Worker } from "node:worker_threads";
import type { Batch } from "./batches.ts";
import type { SurveyPlan } from "./plan.ts";
import type { BatchResult, Surveyor } from "./surveyor.ts";
import type { FromWorker } from "./worker.ts";

/** One batch being surveyed and one waiting. */
const BATCHES_PER_THREAD = 2;

interface PendingBatch {
  readonly resolve: (result: BatchResult) => void;
  readonly reject: (error: unknown) => void;
}

class Thread {
  readonly worker: Worker;
  /** Batches sent and not yet answered, oldest first. */
  readonly pending: PendingBatch[] = [];
  #failure: unknown;

  constructor(plan: SurveyPlan) {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: plan });
    this.worker.on("message", (message: FromWorker) => this.#receive(message));
    this.worker.on("error", (error) => this.#fail(error));
    this.worker.on("exit", () => this.#fail(new Error("a worker thread ended")));
  }

  survey(batch: Batch): Promise<BatchResult> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.pending.push({ resolve, reject });
      this.worker.postMessage(batch);
    });
  }

  #receive(message: FromWorker): void {
    const { resolve, reject } = this.pending.shift()!;
    if ("result" in message) resolve(message.result);
    else reject(Object.assign(message.error, { code: message.code }));
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    for (const { reject } of this.pending.splice(0)) reject(error);
  }
}

export function surveyorPool(jobs: number, plan: SurveyPlan): Surveyor {
  const threads = Array.from({ length: jobs }, () => new Thread(plan));
  return {
    concurrency: jobs * BATCHES_PER_THREAD,
    decide: (batch) =>
      threads.reduce((least, one) => (one.pending.length < least.pending.length ? one : least)).survey(batch),
    close: async () => void (await Promise.all(threads.map(({ worker }) => worker.terminate()))),
  };
}
