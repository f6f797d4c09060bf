/** robots-wasm: the core, and tools that need its engine. Bundlers leave out those that an application does not use. */
export * from "./core/index.ts";

// What follows needs its engine.

export {
  type DialectDifference,
  type DialectDiffOptions,
  type Disagreement,
  diffDialects,
  diffVersions,
  type VersionDifference,
} from "./core/diff/index.ts";
export { type PaceLine, paceLines, type SitemapLine, sitemapLines } from "./core/lines/index.ts";
export {
  type MatcherOptions,
  type MatcherResult,
  matchers,
  type RobotsInput,
  type RobotsMatchers,
} from "./core/matchers/index.ts";
export { decisionStream, type UrlDecision } from "./core/stream/index.ts";
export { type Candidate, type Trace, type TracedGroup, trace } from "./core/trace/index.ts";
