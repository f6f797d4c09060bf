/** What other houses use of bulk/compile. */
export { type CompileInputs, compileArchive } from "./compile.ts";
export { isPartial, type Part, writePartial } from "./partial.ts";
export { writeShardSet, writeWhole } from "./shard-set.ts";
