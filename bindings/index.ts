/** robots-wasm: the core, and tools that need its engine. Bundlers leave out those that an application does not use. */
export * from "./core/index.ts";
export {
  type DialectDifference,
  type DialectDiffOptions,
  type Disagreement,
  diffDialects,
  diffVersions,
  type VersionDifference,
} from "./tools/diff/index.ts";
export {
  type MatcherOptions,
  type MatcherResult,
  matchers,
  type RobotsInput,
  type RobotsMatchers,
} from "./tools/matchers/index.ts";
export { decisionStream, type UrlDecision } from "./tools/stream/index.ts";
export { type Candidate, type Trace, type TracedGroup, trace } from "./tools/trace/index.ts";
