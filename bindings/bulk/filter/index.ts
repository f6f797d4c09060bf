/** What other rooms use of bulk/filter. */
export { ArchiveLibrary } from "./archive-library.ts";
export { MAX_HOST_BYTES } from "./authority.ts";
export { BlockFilter } from "./block-filter.ts";
export type { BlockResult, OutputSpec } from "./block-result.ts";
export { type Block, blocksOf, MAX_LINE_BYTES } from "./blocks.ts";
export { blockFilterOf, type FilterPlan, ownDecider } from "./decider.ts";
export { hostWithPort, isNamed, type SchemeName } from "./file-name.ts";
export { truncationSummary, unreadableSummary } from "./file-summaries.ts";
export { isFolder } from "./folder.ts";
export { namesOf, warcsIn } from "./folder-names.ts";
export type { Fetcher } from "./lookups.ts";
export { type OriginRules, originRulesOf } from "./origin-rules.ts";

export { type Decider, runPipeline } from "./pipeline.ts";
export { poolOf } from "./pool.ts";
export { ROBOTS_READ_BYTES, readRobotsFile, UnreadableFile } from "./robots-file.ts";
export { type FromThread, threadPool } from "./threads.ts";
export type { UrlField } from "./url-field.ts";
