/** What other rooms use of bulk/warc. */

export { MAX_WARCS } from "./capture.ts";
export { stateIn } from "./capture-bytes.ts";
export { Captures } from "./captures.ts";
export { CompileStats, type ReadCounts } from "./compile-stats.ts";
export { originsIn } from "./origins-in.ts";
export { type Lost, readWarc, readWarcs } from "./read-warc.ts";
export { type Replayed, replay, stateOf } from "./replay.ts";
export type { CaptureOptions } from "./warc-capture.ts";
