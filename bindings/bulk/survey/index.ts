/** What other houses use of bulk/survey. */
export { batchesOf } from "./batches.ts";
export { columnsOf } from "./columns.ts";
export { folderSites } from "./folder-sites.ts";
export type { PartLabel, SurveyForm, SurveyPlan } from "./plan.ts";
export type { Site } from "./site.ts";
export { addSummary, emptySummary, type Summary } from "./summary.ts";
export { type BatchResult, surveyorPool } from "./surveyor.ts";
