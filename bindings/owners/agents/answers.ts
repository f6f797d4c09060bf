/** What a file answers to crawlers: one object for all that the same groups apply to. */
import { RobotsTxt } from "../../core/deciding.ts";
import type { DialectName } from "../../core/index.ts";
import {
  GroupIndex,
  type SearchBudget,
  type SelectedGroup,
  textAt,
  VALUE_END,
  VALUE_START,
} from "../../core/parsing.ts";
import { type AccessByRule, SiteRules } from "./access-of.ts";
import type { RobotsByDialect } from "./asked.ts";
import { tokensOf } from "./chain.ts";
import type { KnownAgent } from "./rows/known-agent.ts";
import { ignoresGroups } from "./star.ts";

/** What groups say to a crawler. */
export interface GroupAnswer extends AccessByRule {
  /** The user-agent line that selects its rules, as written; absent if no group applies. */
  readonly group?: string;
}

/** What a file means for a crawler. */
export interface Answer extends GroupAnswer {
  /** What the groups for `*` say to a crawler that ignores them; absent for all others. This is the protocol's verdict. */
  readonly ignored?: GroupAnswer;
  /** The Crawl-delay of the groups that it obeys, in seconds; absent without one. Few crawlers obey it: see `crawlDelay` of the row. */
  readonly delaySeconds?: number;
  /** Whether a group names it or one of its fallbacks, so that the groups for `*` do not apply. */
  readonly isNamed: boolean;
}

/** How a crawler reads a file. */
export interface Reader {
  readonly tokens: readonly string[];
  readonly dialect: DialectName;
  readonly ignoresStar: boolean;
}

export const readerOf = (agent: KnownAgent): Reader => ({
  tokens: tokensOf(agent),
  dialect: agent.dialect,
  ignoresStar: agent.ignoresStar,
});

/**
 * The answers to crawlers, in their order. Readers with the same groups, in the same dialect, get the same object.
 * @param robots a file that each reads in its dialect; or the result of `parse`, which all read in that dialect
 */
export function answersFor(robots: RobotsTxt | RobotsByDialect, readers: readonly Reader[]): readonly Answer[] {
  const files = new Map<RobotsTxt, AnsweringFile>();
  return readers.map((reader) => {
    const read = robots instanceof RobotsTxt ? robots : robots.in(reader.dialect);
    const file = files.get(read) ?? new AnsweringFile(read);
    files.set(read, file);
    return file.answerTo(reader);
  });
}

/** The steps of the searches for examples in one file: about a second's work. */
const MAX_STEPS = 2 ** 20;

class AnsweringFile {
  readonly #robots: RobotsTxt;
  readonly #parts: ReturnType<typeof RobotsTxt.partsOf>;
  readonly #index: GroupIndex;
  readonly #budget: SearchBudget = { steps: MAX_STEPS };
  /** By where the groups start, and the line that selects the first. */
  readonly #answers: Map<string, Answer> = new Map();

  constructor(robots: RobotsTxt) {
    this.#robots = robots;
    this.#parts = RobotsTxt.partsOf(robots);
    this.#index = new GroupIndex(this.#parts.records, this.#parts.dialect);
  }

  answerTo({ tokens, ignoresStar }: Reader): Answer {
    const { groups, isNamed } = this.#index.obeyedBy(tokens);
    const applies = !ignoresGroups({ ignoresStar }, { isNamed });
    const key = isNamed ? groups.map(({ start, agent }) => `${start} ${agent}`).join() : `${applies}`;
    const answer = this.#answers.get(key) ?? this.#answerOf(groups, isNamed, applies && tokens);
    this.#answers.set(key, answer);
    return answer;
  }

  /** @param tokens those of a crawler that obeys the groups; false if they do not apply */
  #answerOf(groups: readonly SelectedGroup[], isNamed: boolean, tokens: readonly string[] | false): Answer {
    const [first] = groups;
    if (first === undefined) return { isNamed, access: "allowed" };
    const compiled = RobotsTxt.compileFor(this.#robots, tokens || "*");
    const rules = new SiteRules(this.#index.rulesOf(groups), this.#parts.dialect, compiled);
    const said = { group: this.#agentOn(first.agent), ...rules.access(this.#budget) };
    if (tokens === false) return { isNamed, access: "allowed", ignored: said };
    const delaySeconds = compiled.crawlDelay;
    return { isNamed, ...said, ...(delaySeconds !== undefined && { delaySeconds }) };
  }

  #agentOn(at: number): string {
    const { bytes, table } = this.#parts.records;
    return textAt(bytes, table[at + VALUE_START]!, table[at + VALUE_END]!);
  }
}

/** The rules that a crawler obeys, of all groups that apply to it by the protocol. */
export function siteRulesFor(robots: RobotsTxt, tokens: readonly string[]): SiteRules {
  const { records, dialect } = RobotsTxt.partsOf(robots);
  const index = new GroupIndex(records, dialect);
  return new SiteRules(index.rulesOf(index.obeyedBy(tokens).groups), dialect, RobotsTxt.compileFor(robots, tokens));
}
