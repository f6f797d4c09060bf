/** What a file answers to crawlers: one object for all that the same groups apply to. */
import { parse, RobotsTxt } from "../core/deciding.ts";
import { type DialectName, GroupIndex, type SelectedGroup, textAt, VALUE_END, VALUE_START } from "../core/parsing.ts";
import { type AccessByRule, accessOf } from "./access-of.ts";
import { tokensOf } from "./chain.ts";
import type { KnownAgent } from "./rows/internal.ts";

export interface Answer extends AccessByRule {
  /** The user-agent line that selects its rules, as written; absent if no group applies. */
  readonly group?: string;
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
 * @param robots a body, which each reads in its dialect; or the result of `parse`, which all read in that dialect
 */
export function answersFor(robots: RobotsTxt | string | Uint8Array, readers: readonly Reader[]): readonly Answer[] {
  const files = new Map<DialectName, AnsweringFile>();
  const fileIn = (dialect: DialectName): AnsweringFile => {
    let file = files.get(dialect);
    if (file === undefined) {
      file = new AnsweringFile(robots instanceof RobotsTxt ? robots : parse(robots, { dialect }));
      files.set(dialect, file);
    }
    return file;
  };
  const own = robots instanceof RobotsTxt ? robots.dialect : undefined;
  return readers.map((reader) => fileIn(own ?? reader.dialect).answerTo(reader));
}

const NOBODY_ASKED: Answer = { isNamed: false, access: "allowed" };

class AnsweringFile {
  readonly #parts: ReturnType<typeof RobotsTxt.partsOf>;
  readonly #index: GroupIndex;
  /** By where the groups start, and the line that selects the first. */
  readonly #answers: Map<string, Answer> = new Map();
  readonly #answerToAll: Answer;

  constructor(robots: RobotsTxt) {
    this.#parts = RobotsTxt.partsOf(robots);
    this.#index = new GroupIndex(this.#parts.records, this.#parts.dialect);
    this.#answerToAll = this.#answerOf(this.#index.groupsFor(undefined), false) ?? NOBODY_ASKED;
  }

  answerTo({ tokens, ignoresStar }: Reader): Answer {
    const named = this.#answerOf(this.#groupsNaming(tokens), true);
    return named ?? (ignoresStar ? NOBODY_ASKED : this.#answerToAll);
  }

  /** The first token that a group names counts (RFC 9309 §2.2.1). */
  #groupsNaming(tokens: readonly string[]): readonly SelectedGroup[] {
    for (const token of tokens) {
      const groups = this.#index.groupsFor(token);
      if (groups.length > 0) return groups;
    }
    return [];
  }

  #answerOf(groups: readonly SelectedGroup[], isNamed: boolean): Answer | undefined {
    const [first] = groups;
    if (first === undefined) return undefined;
    const key = `${isNamed} ${first.agent} ${groups.map(({ start }) => start).join()}`;
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      const { records, dialect } = this.#parts;
      answer = { isNamed, group: this.#agentOn(first.agent), ...accessOf(records, groups, dialect) };
      this.#answers.set(key, answer);
    }
    return answer;
  }

  #agentOn(at: number): string {
    const { bytes, table } = this.#parts.records;
    return textAt(bytes, table[at + VALUE_START]!, table[at + VALUE_END]!);
  }
}
