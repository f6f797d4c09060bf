/** A decision of the module in words, from what it copies of the program that it decided by. */
import { LINE_SHIFT, PROGRAM_GROUPED, PROGRAM_NAMED } from "../layout.ts";
import type { DecisionCode } from "../program/engine.ts";
import { type Rule, ruleOf } from "../program/program.ts";
import { type Reason, reasonWithoutRule } from "./agent-rules.ts";

export interface ToldDecision {
  readonly reason: Reason;
  /** The rule that decided. */
  readonly rule?: Rule | undefined;
  /** Whether a group names the crawler. */
  readonly isNamed: boolean;
}

/**
 * @param flags of the program
 * @param lineAndFlags of the rule
 * @param text the pattern of the rule, or its original if the flags say so
 */
export function toldDecision(decision: DecisionCode, flags: number, lineAndFlags: number, text: string): ToldDecision {
  const isNamed = (flags & PROGRAM_NAMED) !== 0;
  if (decision < 0) return { isNamed, reason: reasonWithoutRule(decision, (flags & PROGRAM_GROUPED) !== 0) };
  const rule = ruleOf(text, lineAndFlags & ((1 << LINE_SHIFT) - 1), lineAndFlags >>> LINE_SHIFT);
  return rule.line === 0 ? { isNamed, reason: "compressed" } : { isNamed, reason: "rule", rule };
}
