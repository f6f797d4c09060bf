/** What other rooms use of bulk/survey. */
export { batchesOf } from "./batches.ts";
export { columnsOf, type Row } from "./columns.ts";
export { folderSites } from "./folder-sites.ts";
export type { PartLabel, SurveyForm, SurveyFormat, SurveyPlan } from "./plan.ts";
export { surveyorPool } from "./pool.ts";
export type { Site } from "./site.ts";
export { addSummary, emptySummary, type Summary } from "./summary.ts";
export { type BatchResult, ownSurveyor } from "./surveyor.ts";
export { headOf } from "./text-formats.ts";
export { warcSites } from "./warc-sites.ts";
