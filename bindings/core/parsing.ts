/** What other houses use of the core without an engine: dialects, records, fields, programs and the fallback. No WebAssembly. */
export { verdictOn } from "./access/policy.ts";
export { type Dialect, type DialectName, dialectNamed, dialects } from "./dialects.ts";
export {
  ALLOW,
  ALLOWED,
  ANCHORED,
  CUTS_TOKEN,
  INDEX_HTML,
  KEY_END,
  KEY_START,
  KIND_ALLOW,
  KIND_BLANK,
  KIND_DISALLOW,
  KIND_OTHER,
  KIND_SITEMAP,
  KIND_USER_AGENT,
  LEAST_READ_BYTES,
  LINE,
  LONGEST_FIRST,
  MAX_PROGRAM_BYTES,
  RECORD_STRIDE,
  STAR_WITH_TEXT,
  TOKEN_CONTAINS,
  VALUE_END,
  VALUE_START,
  WILDCARDS,
} from "./layout.ts";
export { MAX_CRAWL_DELAY_SECONDS } from "./limits.ts";
export { canonicalise } from "./program/canonical.ts";
export { type Engine, isAllowedBy, rankOf } from "./program/engine.ts";
export { compileRules, decideIn, decideText, type Entry, entriesOf, fallback, pathsOf } from "./program/fallback.ts";
export { compiledRuleAt, type Program, programOf, type Rule, ruleAt, ruleCountOf } from "./program/program.ts";
export { pathOfReading, requestsUnlike } from "./program/readings.ts";
export { type SearchBudget, type TellingRule, tellingRules } from "./program/telling-rules.ts";
export { validateProgram } from "./program/validate.ts";
export { callerToken, tokenNamedBy } from "./reader/agents.ts";
export { isPaceKey } from "./reader/field-names.ts";
export { GroupIndex } from "./reader/group-index.ts";
export {
  fieldsOutsideGroups,
  isGroup,
  mergesGroups,
  type RuleBytes,
  type SelectedGroup,
  selectRules,
} from "./reader/groups.ts";
export { readRecords } from "./reader/record-reader.ts";
export { isOther, isRule, isSitemap, isUserAgent, offsetsIn, type Records } from "./reader/records.ts";
export { textAt } from "./reader/text.ts";
export { walkGroups, walkRuns } from "./reader/walk-groups.ts";
export { checkedMaxBytes, hasUtf8Mark, hasUtf16Mark, readBytes } from "./robots/body.ts";
export { Comparison, type Difference, GroupedFile, MAX_EXAMPLES } from "./robots/comparison.ts";
export { parseCleanParam } from "./robots/fields/clean-param.ts";
export { parseContentSignal } from "./robots/fields/content-signal.ts";
export { parseContentUsage } from "./robots/fields/content-usage.ts";
export { parseCrawlDelay } from "./robots/fields/crawl-delay.ts";
export type { Field } from "./robots/fields/field.ts";
export { parseHost } from "./robots/fields/host.ts";
export { parseRequestRate } from "./robots/fields/request-rate.ts";
export { type UsageStatement, type Use, usageOf } from "./robots/fields/usage.ts";
export { parseVisitTime } from "./robots/fields/visit-time.ts";
export { dialectWith, type Leniency } from "./robots/leniency.ts";
export { ruleText } from "./robots/rule-text.ts";
