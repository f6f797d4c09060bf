/** Where dialects or two versions of a file disagree, and why. */
export { type DialectDifference, type DialectDiffOptions, type Disagreement, diffDialects } from "./dialect-diff.ts";
export { diffVersions, type VersionDifference } from "./versions.ts";
