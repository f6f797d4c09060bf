/** What other houses use of bulk/warc. */
export { MAX_WARCS } from "./capture.ts";
export { CompileStats } from "./compile-stats.ts";
export { originsIn } from "./origins-in.ts";
