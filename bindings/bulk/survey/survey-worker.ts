/** A worker thread of `survey`: surveys one batch after another. */
import { parentPort, workerData } from "node:worker_threads";
import { answerTo } from "../files/threads.ts";
import type { Batch } from "./batches.ts";
import type { SurveyPlan } from "./survey-plan.ts";
import { surveyorOf } from "./surveyor.ts";

const port = parentPort!;
const survey = surveyorOf(workerData as SurveyPlan);

port.on("message", (batch: Batch) =>
  answerTo(
    port,
    () => survey(batch),
    ({ output }) => (output instanceof Uint8Array ? [output.buffer] : []),
  ),
);
