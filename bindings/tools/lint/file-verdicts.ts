/** Verdicts of the file that is linted, decided in TypeScript. Reads the file once for each agent. */
import {
  compiledRuleAt,
  compileRules,
  decideIn,
  isAllowedBy,
  type Program,
  programOf,
  rankOf,
  readRecords,
  selectRules,
} from "../../core/parsing.ts";
import type { LintFile } from "./source.ts";

/** How many URLs a check decides: a file may name thousands of sitemaps and of rules. */
export const MAX_DECIDED = 16;

/** Why a URL may not be fetched. */
export interface Refusal {
  /** The line of the rule. */
  readonly line: number;
  /** The compiled pattern: `/` refuses the whole site. */
  readonly pattern: Uint8Array;
}

/**
 * Returns the rule that refuses `url` to an agent; undefined if it is allowed. Takes time in the size of the file for each
 * call with a new agent.
 */
export type RefusalOf = (agent: string, url: string) => Refusal | undefined;

export function refusalsIn({ bytes, dialect }: LintFile): RefusalOf {
  const records = readRecords(bytes, dialect);
  const programs = new Map<string, Program>();
  return (agent, url) => {
    const program =
      programs.get(agent) ??
      programOf(compileRules(selectRules(records, agent === "*" ? [] : [agent], dialect).rules, dialect));
    programs.set(agent, program);
    const decision = decideIn(dialect, program, url);
    return decision < 0 || isAllowedBy(decision) ? undefined : compiledRuleAt(program, rankOf(decision));
  };
}
