/** robots-wasm: parse a robots.txt, pick the group for a crawler, decide URLs. */
export type { DialectName } from "./dialects.ts";
export { type Configuration, configure, engineInUse } from "./engine/load.ts";
export type { Rule } from "./engine/program.ts";
export { AgentRules, type Explanation, type Reason, type UrlLike } from "./robots/agent-rules.ts";
export { type CleanParam, cleanUrl } from "./robots/fields/clean-param.ts";
export type { Field } from "./robots/fields/field.ts";
export type { NoindexPath } from "./robots/fields/noindex.ts";
export type { Preference } from "./robots/fields/preference.ts";
export { type RequestRate, requestRateAt } from "./robots/fields/request-rate.ts";
export { type Usage, type UsageOptions, type UsageReason, type Use, usageOf } from "./robots/fields/usage.ts";
export type { TimeWindow } from "./robots/fields/visit-time.ts";
export type { Group } from "./robots/groups-view.ts";
export type { Leniency, TokenProfile } from "./robots/leniency.ts";
export { robotsTxtUrl } from "./robots/location.ts";
export { type ParseOptions, parse, RobotsTxt } from "./robots/robots-txt.ts";
