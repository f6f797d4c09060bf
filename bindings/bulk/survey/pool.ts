/** Worker threads that survey batches. */
import { threadPool } from "../../files/threads.ts";
import type { Batch } from "./batches.ts";
import type { SurveyPlan } from "./plan.ts";
import type { BatchResult, Surveyor } from "./surveyor.ts";

const BATCHES_PER_THREAD = 2;

export const surveyorPool = (jobs: number, plan: SurveyPlan): Surveyor =>
  threadPool<Batch, BatchResult>({
    file: new URL("./worker.js", import.meta.url),
    plan,
    jobs,
    perThread: BATCHES_PER_THREAD,
  });
