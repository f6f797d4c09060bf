/** A worker thread of `survey`: surveys one batch after another. */
import { parentPort, workerData } from "node:worker_threads";
import type { FromThread } from "../filter/index.ts";
import type { Batch } from "./batches.ts";
import type { SurveyPlan } from "./plan.ts";
import { type BatchResult, surveyorOf } from "./surveyor.ts";

const port = parentPort!;
const survey = surveyorOf(workerData as SurveyPlan);

port.on("message", (batch: Batch) => {
  try {
    const result = survey(batch);
    const { output } = result;
    port.postMessage({ result } satisfies FromThread<BatchResult>, output instanceof Uint8Array ? [output.buffer] : []);
  } catch (error) {
    // Structured cloning drops the code of an error.
    port.postMessage({
      error: error as Error,
      code: (error as NodeJS.ErrnoException).code,
    } satisfies FromThread<BatchResult>);
  }
});
