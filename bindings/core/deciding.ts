/** What other houses use of the core with the engine behind it: parsing a file for its rules, and deciding URLs. */
export { useEngine, useModule } from "./engine/choose-engine.ts";
export type { Engine } from "./program/engine.ts";
export { fallback } from "./program/fallback.ts";
export { AgentRules, type Explanation } from "./robots/agent-rules.ts";
export { blanketBody, blanketRules } from "./robots/blanket-rules.ts";
export {
  checkedAgents,
  checkTokens,
  type ParseOptions,
  parse,
  RobotsTxt,
} from "./robots/robots-txt.ts";
export { type ToldDecision, toldDecision } from "./robots/told-decision.ts";
