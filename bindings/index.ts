/** robots-wasm: parses a robots.txt, selects the groups of a crawler, and decides URLs. */
export type { DialectName } from "./core/dialects.ts";
export { type Configuration, configure, engineInUse } from "./core/engine/load.ts";
export type { Rule } from "./core/engine/program.ts";
export type { ErrorCode } from "./core/errors.ts";
export { AgentRules, type Explanation, type Reason, type UrlLike } from "./core/robots/agent-rules.ts";
export { type CleanParam, cleanUrl } from "./core/robots/fields/clean-param.ts";
export type { Field } from "./core/robots/fields/field.ts";
export type { NoindexPath } from "./core/robots/fields/noindex.ts";
export type { Preference, UseLevel } from "./core/robots/fields/preference.ts";
export { type RequestRate, requestRateAt } from "./core/robots/fields/request-rate.ts";
export {
  type Usage,
  type UsageOptions,
  type UsageReason,
  type UsageStatement,
  type Use,
  usageOf,
} from "./core/robots/fields/usage.ts";
export type { TimeWindow } from "./core/robots/fields/visit-time.ts";
export type { Group } from "./core/robots/groups-view.ts";
export type { Leniency, TokenProfile } from "./core/robots/leniency.ts";
export { robotsTxtUrl } from "./core/robots/location.ts";
export { type ParseOptions, parse, RobotsTxt } from "./core/robots/robots-txt.ts";
