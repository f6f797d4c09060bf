/** robots-wasm/lint: finds mistakes in a robots.txt, and writes one from typed groups. Loads no WebAssembly. */

export type { OtherTool } from "../../base/other-tools.ts";
export { type BuildOptions, buildRobotsTxt } from "./build/build.ts";
export type { FieldSource, GroupSource, RobotsTxtSource } from "./build/robots-txt-source.ts";
export { type ChangeOptions, changedVerdicts, type VerdictChange } from "./changes.ts";
export type { LintResponse } from "./checks/delivery.ts";
export { codes, type FindingCode } from "./codes.ts";
export { addGroups, type EditedFile, removeAgents } from "./edit/edit-groups.ts";
export { examplePath } from "./example-path.ts";
export { type Finding, MAX_FINDINGS } from "./findings.ts";
export { applyFixes, type FixedFile, type FixOptions } from "./fix.ts";
export { countIgnored, type LintOptions, lint } from "./lint.ts";
export type { LintCode, Severity } from "./lint-code.ts";
export { type MergeConflict, type MergedRobotsTxt, type MergeOptions, mergeRobotsTxt } from "./merge/merge.ts";
export type { Clash, Statement } from "./merge/merged-rules.ts";
export { newMistakes } from "./new-mistakes.ts";
export { type LintProfile, profiles } from "./profiles.ts";
export { type LintedFile, type SarifLog, toSarif } from "./sarif.ts";
export type { TemplateName } from "./templates.ts";
