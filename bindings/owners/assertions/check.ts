/** Checks assertions against a parsed file. */

import type { AgentRules, Explanation, RobotsTxt } from "../../core/deciding.ts";
import { type AgentRow, resolveAgent } from "../agents/index.ts";
import { fetchedAnyway } from "../agents/internal.ts";
import type { Assertion } from "./assertions.ts";
import { crawlersMeant } from "./crawler-groups.ts";

/** An assertion with its verdict. */
export interface CheckedAssertion extends Assertion {
  /** Why it cannot be checked: its form, or its agent. */
  readonly problem?: string;
  /** Absent without an agent and a URL. */
  readonly explanation?: Explanation;
  /** Why the crawler fetches what the file refuses it. */
  readonly fetchedAnyway?: string;
  /**
   * Whether the verdict is the asserted one. False for a malformed assertion, and for a refusal that the crawler does not obey.
   */
  readonly passed: boolean;
}

type Obeyed = Required<Pick<CheckedAssertion, "explanation">> & Pick<CheckedAssertion, "fetchedAnyway">;

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
      // Words such as "all crawlers" mean those that obey the groups for `*`.
      const checked = crawlersMeant(agent, this.#robots)?.map(
        (tokens): Obeyed => ({
          explanation: this.#rulesFor(tokens).explain(url),
        }),
      ) ?? [this.#checkFor(assertedTokens(agent, this.#agents), url)];
      const isWanted = ({ explanation, fetchedAnyway }: Obeyed): boolean =>
        explanation.allowed === (expected === "allowed") && fetchedAnyway === undefined;
      const failing = checked.find((one) => !isWanted(one));
      return { ...assertion, ...(failing ?? checked[0]!), passed: problem === undefined && !failing };
    } catch (error) {
      return { ...assertion, problem: problem ?? (error as Error).message, passed: false };
    }
  }

  #checkFor(tokens: readonly string[], url: string): Obeyed {
    const rules = this.#rulesFor(tokens);
    const explanation = rules.explain(url);
    const fetched = explanation.allowed ? undefined : fetchedAnyway(tokens[0]!, rules);
    return { explanation, ...(fetched !== undefined && { fetchedAnyway: fetched }) };
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
