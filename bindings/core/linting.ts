/** What the linter alone uses of the core: the parts of records and rules, and the parsers of fields. No WebAssembly. */
export { policyOf, saysMissing, verdictOn } from "./access/policy.ts";
export {
  ALLOW,
  CUTS_TOKEN,
  INDEX_HTML,
  KIND_ALLOW,
  KIND_BLANK,
  KIND_DISALLOW,
  KIND_OTHER,
  KIND_SITEMAP,
  LONGEST_FIRST,
  RECORD_STRIDE,
  STAR_WITH_TEXT,
  TOKEN_CONTAINS,
} from "./layout.ts";
export { MAX_CRAWL_DELAY_SECONDS, MAX_SITEMAP_BYTES } from "./limits.ts";
export { canonicalise } from "./program/canonical.ts";
export { isAllowedBy, rankOf } from "./program/engine.ts";
export { decideIn, decideText, type Entry, entriesOf, pathsOf } from "./program/fallback.ts";
export { readingsOf } from "./program/readings.ts";
export { callerToken } from "./reader/agents.ts";
export { isPaceKey } from "./reader/field-names.ts";
export { fieldsOutsideGroups, isGroup, mergesGroups, selectRules } from "./reader/groups.ts";
export { readRecords } from "./reader/record-reader.ts";
export { isRule, isSitemap, isUserAgent } from "./reader/records.ts";
export { walkGroups, walkRuns } from "./reader/walk-groups.ts";
export { GroupedFile, MAX_EXAMPLES } from "./robots/comparison.ts";
export { parseCleanParam } from "./robots/fields/clean-param.ts";
export { parseContentSignal, useLevels } from "./robots/fields/content-signal.ts";
export { parseContentUsage } from "./robots/fields/content-usage.ts";
export { parseHost } from "./robots/fields/host.ts";
export { labelsByUse } from "./robots/fields/preference.ts";
export { parseRequestRate } from "./robots/fields/request-rate.ts";
export { parseVisitTime } from "./robots/fields/visit-time.ts";
