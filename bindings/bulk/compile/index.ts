/** What other rooms use of bulk/compile. */

export { type CompileInputs, compileArchive, compileShards, type ShardPlan } from "./compile.ts";
export { CompileStats, truncationSummary, unreadableSummary } from "./compile-stats.ts";
export type { WarcPlan } from "./warcs.ts";
