/** The public names of the core: parses a robots.txt, selects the groups of a crawler, and decides URLs. */

// The engine comes first, so bundlers put its module before all code: gzip packs the code better in one piece.

export { type Configuration, configure, engineInUse } from "./engine/choose-engine.ts";
export { AgentRules, type Explanation, type Reason } from "./robots/agent-rules.ts";
export { parse } from "./robots/parse.ts";
export { type ParseOptions, RobotsTxt } from "./robots/robots-txt.ts";
export type { UrlLike } from "./robots/url-like.ts";

// What needs no engine.

export type { ErrorCode } from "../base/errors.ts";
export { robotsTxtUrl } from "../base/location.ts";
export type { DialectName } from "./dialects.ts";
export type { Rule } from "./program/program.ts";
export { type CleanParam, cleanUrl } from "./robots/fields/clean-param.ts";
export type { Field } from "./robots/fields/field.ts";
export type { NoindexPath } from "./robots/fields/noindex.ts";
export type { Preference, Use, UseLevel } from "./robots/fields/preference.ts";
export { type RequestRate, requestRateAt } from "./robots/fields/request-rate.ts";
export {
  type Usage,
  type UsageOptions,
  type UsageReason,
  type UsageStatement,
  usageOf,
} from "./robots/fields/usage.ts";
export type { TimeWindow } from "./robots/fields/visit-time.ts";
export type { Leniency, TokenProfile } from "./robots/leniency.ts";
export type { Group } from "./robots/outline.ts";
