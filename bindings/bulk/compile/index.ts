/** What other rooms use of bulk/compile. */

export { MAX_WARCS } from "./capture.ts";
export { type CompileInputs, compileArchive } from "./compile.ts";
export { CompileStats } from "./compile-stats.ts";
export type { Replayed } from "./replay.ts";
export { writeShardSet } from "./shard-set.ts";
export { Sorter } from "./sorter.ts";
export { Yielder } from "./turns.ts";
export { type Lost, originsIn } from "./warcs.ts";
