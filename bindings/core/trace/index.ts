/** Explains a verdict in full. */
export { type Candidate, type Trace, type TracedGroup, trace } from "./trace.ts";
