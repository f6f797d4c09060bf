/** robots-wasm/trace: everything a verdict rests on. */
export { type Candidate, type Trace, type TracedGroup, trace } from "./trace.ts";
