/** Worker threads that survey batches. */
import { Worker } from "node:worker_threads";
import { threadPool } from "../filter/index.ts";
import type { Batch } from "./batches.ts";
import type { SurveyPlan } from "./plan.ts";
import type { BatchResult, Surveyor } from "./surveyor.ts";

const BATCHES_PER_THREAD = 2;

export const surveyorPool = (jobs: number, plan: SurveyPlan): Surveyor =>
  threadPool<Batch, BatchResult>({
    jobs,
    perThread: BATCHES_PER_THREAD,
    start: () => new Worker(new URL("./worker.js", import.meta.url), { workerData: plan }),
    give: (worker, batch) => worker.postMessage(batch),
  });
