/** What other houses use of the core without an engine: dialects, records, groups, programs and bodies. No WebAssembly. */
export { type Dialect, dialectNamed, dialects } from "./dialects.ts";
export {
  ALLOWED,
  ANCHORED,
  KEY_END,
  KEY_START,
  KIND_USER_AGENT,
  LEAST_READ_BYTES,
  LINE,
  MAX_PROGRAM_BYTES,
  VALUE_END,
  VALUE_START,
  WILDCARDS,
} from "./layout.ts";
export { compileRules } from "./program/fallback.ts";
export { compiledRuleAt, type Program, programOf, ruleAt, ruleCountOf } from "./program/program.ts";
export { pathOfReading, requestsUnlike } from "./program/readings.ts";
export { type SearchBudget, type TellingRule, tellingRules } from "./program/telling-rules.ts";
export { validateProgram } from "./program/validate.ts";
export { tokenNamedBy } from "./reader/agents.ts";
export { GroupIndex } from "./reader/group-index.ts";
export type { RuleBytes, SelectedGroup } from "./reader/groups.ts";
export { isOther, offsetsIn, type Records } from "./reader/records.ts";
export { textAt } from "./reader/text.ts";
export { checkedMaxBytes, readBytes } from "./robots/body.ts";
export { Comparison, type Difference } from "./robots/comparison.ts";
export { parseCrawlDelay } from "./robots/fields/crawl-delay.ts";
export { licensesOf } from "./robots/fields/license.ts";
export { dialectWith } from "./robots/leniency.ts";
export { ruleText } from "./robots/rule-text.ts";
