/** What other houses use of bulk/survey. */
export { batchesOf } from "./batches.ts";
export { folderSites } from "./folder-sites.ts";
export type { Site } from "./site.ts";
export { addSummary, emptySummary, type Summary } from "./summary.ts";
export { columnsOf } from "./survey-columns.ts";
export type { PartLabel, SurveyForm, SurveyPlan } from "./survey-plan.ts";
export { type BatchResult, surveyorPool } from "./surveyor.ts";
