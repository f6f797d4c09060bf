/** Checks assertions against a file. */

import type { Explanation, RobotsTxt } from "../../core/deciding.ts";
import type { AgentRow, ResolvedAgent } from "../agents/index.ts";
import { type CrawlerReading, notesOn, resolveTyped, type VerdictNotes } from "../agents/internal.ts";
import type { Assertion } from "./assertions.ts";
import { crawlersMeant } from "./crawler-groups.ts";

type Asserted = Pick<Assertion, "agent" | "url" | "expected" | "problem">;

interface Decided<R> extends VerdictNotes {
  readonly reading: R;
  readonly explanation: Explanation;
}

/** What became of an assertion. */
export interface CheckResult<R extends CrawlerReading = CrawlerReading> extends Partial<Decided<R>> {
  /** Why it cannot be checked: its form, or its agent. */
  readonly problem?: string;
  /** How many crawlers the verdict speaks for, if the agent means several and the assertion fails. */
  readonly failing?: number;
  /**
   * Whether the verdict is the asserted one. False for a malformed assertion, and for a refusal that the crawler does not obey.
   */
  readonly passed: boolean;
}

export type CheckedAssertion = Assertion & CheckResult;

/** What decides: a file, or the policy for a file that could not be read. */
interface Deciding<R extends CrawlerReading> {
  /** The file, which may name crawlers that are not known. */
  readonly robots: RobotsTxt | undefined;
  readingFor(crawler: ResolvedAgent): R;
}

export class AssertionChecker<R extends CrawlerReading> {
  readonly #deciding: Deciding<R>;
  readonly #agents: readonly AgentRow[];

  /** @param agents rows of your own, as `resolveAgent` takes them */
  constructor(deciding: Deciding<R>, agents: readonly AgentRow[] = []) {
    this.#deciding = deciding;
    this.#agents = agents;
  }

  /** One crawler that fails speaks for all crawlers of a word such as `search engines`. */
  check<A extends Asserted>(assertion: A): A & CheckResult<R> {
    const { agent, url, expected, problem } = assertion;
    if (agent === "") return { ...assertion, passed: false };
    try {
      const meant = crawlersMeant(agent, this.#deciding.robots, this.#agents);
      const decided = (meant ?? [assertedCrawler(agent, this.#agents)]).map((one) => this.#decide(one, url));
      // A word such as "all crawlers" means those that obey the groups for `*`.
      const obeys = ({ fetchedAnyway }: VerdictNotes): boolean => meant !== undefined || fetchedAnyway === undefined;
      const isWanted = (one: Decided<R>): boolean => one.explanation.allowed === (expected === "allowed") && obeys(one);
      const failing = decided.filter((one) => !isWanted(one));
      const many = meant !== undefined && failing.length > 0 && { failing: failing.length };
      const passed = problem === undefined && failing.length === 0;
      return { ...assertion, ...(failing[0] ?? decided[0]!), ...many, passed };
    } catch (error) {
      return { ...assertion, problem: problem ?? (error as Error).message, passed: false };
    }
  }

  #decide(crawler: ResolvedAgent, url: string): Decided<R> {
    const reading = this.#deciding.readingFor(crawler);
    const explanation = reading.rules.explain(url);
    return { reading, explanation, ...notesOn(reading, url, explanation.allowed) };
  }
}

/**
 * The agent of an assertion that names one crawler.
 * @throws RangeError for what is not the name of a crawler. Rules for a company would be rules for nobody.
 */
export function assertedCrawler(agent: string, agents: readonly AgentRow[] = []): ResolvedAgent {
  const crawler = resolveTyped(agent, { agents });
  if (crawler.crawlers !== undefined) throw new RangeError(crawler.assumed.join("; "));
  return crawler;
}
