/** Checks assertions against a parsed file. */

import type { AgentRules, Explanation, RobotsTxt } from "../../core/deciding.ts";
import { type AgentRow, resolveAgent } from "../agents/index.ts";
import type { Assertion } from "./assertions.ts";
import { crawlersMeant } from "./crawler-groups.ts";

/** An assertion with its verdict. */
export interface CheckedAssertion extends Assertion {
  /** Why it cannot be checked: its form, or its agent. */
  readonly problem?: string;
  /** Absent without an agent and a URL. */
  readonly explanation?: Explanation;
  /** Whether the verdict is the asserted one. False for a malformed assertion. */
  readonly passed: boolean;
}

export class AssertionChecker {
  readonly #robots: RobotsTxt;
  readonly #agents: readonly AgentRow[];
  readonly #rules = new Map<string, AgentRules>();

  /** @param agents rows of your own, as `resolveAgent` takes them */
  constructor(robots: RobotsTxt, agents: readonly AgentRow[] = []) {
    this.#robots = robots;
    this.#agents = agents;
  }

  check(assertion: Assertion): CheckedAssertion {
    const { agent, url, expected, problem } = assertion;
    if (agent === "") return { ...assertion, passed: false };
    try {
      const crawlers = crawlersMeant(agent, this.#robots) ?? [assertedTokens(agent, this.#agents)];
      const explanations = crawlers.map((tokens) => this.#rulesFor(tokens).explain(url));
      const failing = explanations.find(({ allowed }) => allowed !== (expected === "allowed"));
      return { ...assertion, explanation: failing ?? explanations[0]!, passed: problem === undefined && !failing };
    } catch (error) {
      return { ...assertion, problem: problem ?? (error as Error).message, passed: false };
    }
  }

  #rulesFor(tokens: readonly string[]): AgentRules {
    const key = tokens.join();
    const rules = this.#rules.get(key) ?? this.#robots.agent(tokens);
    this.#rules.set(key, rules);
    return rules;
  }
}

/**
 * The product tokens of the agent of an assertion that names one crawler: those that its operator documents, or a list of tokens (A,B) as it is written.
 * @throws RangeError for what is not the name of a crawler. Rules for a company would be rules for nobody.
 */
export function assertedTokens(agent: string, agents: readonly AgentRow[] = []): readonly string[] {
  if (agent.includes(",") && !/[;(]|:\/\//.test(agent)) return agent.split(",").map((token) => token.trim());
  const { tokens, crawlers, assumed } = resolveAgent(agent, { agents });
  if (crawlers !== undefined) throw new RangeError(assumed.join("; "));
  return tokens;
}
