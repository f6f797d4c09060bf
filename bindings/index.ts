/** robots-wasm: parses a robots.txt, selects the groups of a crawler, and decides URLs. */

// The engine comes first, so bundlers put its module before all code: gzip packs the code better in one piece.

export {
  AgentRules,
  type Configuration,
  configure,
  type Explanation,
  engineInUse,
  type ParseOptions,
  parse,
  type Reason,
  RobotsTxt,
  type UrlLike,
} from "./core/deciding.ts";

// What needs no engine.

export type { ErrorCode } from "./base/errors.ts";
export { robotsTxtUrl } from "./base/location.ts";
export {
  type CleanParam,
  cleanUrl,
  type DialectName,
  type Field,
  type Group,
  type Leniency,
  type NoindexPath,
  type Preference,
  type RequestRate,
  type Rule,
  requestRateAt,
  type TimeWindow,
  type TokenProfile,
  type Usage,
  type UsageOptions,
  type UsageReason,
  type UsageStatement,
  type Use,
  type UseLevel,
  usageOf,
} from "./core/parsing.ts";
