/** What other houses use of bulk/filter. */
export { ArchiveLibrary } from "./archive-library.ts";
export type { BlockFilter } from "./block-filter.ts";
export type { BlockResult, OutputSpec } from "./block-result.ts";
export { blockFilterOf, type FilterPlan } from "./filter-plan.ts";
export type { Fetcher } from "./lookups.ts";
export { type OriginRules, originRulesOf } from "./origin-rules.ts";
export { poolOf } from "./pool.ts";
export type { UrlField } from "./url-field.ts";
