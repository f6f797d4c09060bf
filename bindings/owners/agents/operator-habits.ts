/** What operators say about their crawlers beyond the standard, as data: no verdict depends on it. */
import { checkedObject } from "../../base/arguments.ts";
import type { KnownAgent } from "./rows/known-agent.ts";
import { habits } from "./table.ts";

/** What a habit is about. */
export type HabitTopic = "group" | "rule" | "crawl-delay" | "status" | "redirect" | "cache" | "limit";

/** One thing that an operator does unlike RFC 9309, or that the standard leaves open. */
export interface OperatorHabit {
  readonly operator: string;
  readonly topic: HabitTopic;
  /** A sentence. */
  readonly habit: string;
  /** `page`: a copy of the operator's page was read. `report`: others report it, or the copy is old. */
  readonly confidence: "page" | "report";
  readonly source: string;
  /** The day on which it was compared with its source, as YYYY-MM-DD. */
  readonly checked: string;
}

/** The habits of operators. */
export const operatorHabits: readonly OperatorHabit[] = JSON.parse(habits);

/** Returns the habits of a crawler's operator. @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a row. */
export function habitsOf(agent: Pick<KnownAgent, "operator">): readonly OperatorHabit[] {
  const { operator } = checkedObject("agent", agent);
  return operatorHabits.filter((one) => one.operator === operator);
}
