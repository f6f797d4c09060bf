/** robots-wasm: parse a robots.txt, pick the group for a crawler, decide URLs. */
export type { DialectName } from "./dialects.ts";
export { AgentRules, type Explanation, type Reason, type UrlLike } from "./robots/agent-rules.ts";
export type { Field } from "./robots/groups.ts";
export type { Group, Rule } from "./robots/groups-view.ts";
export { robotsTxtUrl } from "./robots/location.ts";
export { type ParseOptions, parse, RobotsTxt } from "./robots/robots-txt.ts";
