/**
 * The groups of a file, walked once to select those of many agents: the answers of `groupsFor`, each in time linear in the
 * user-agent lines instead of the file.
 */
import type { Dialect } from "../dialects.ts";
import { VALUE_END, VALUE_START } from "../layout.ts";
import { agentTest, isGroup, mergesGroups, type RuleBytes, ruleBytesAt, type SelectedGroup } from "./groups.ts";
import { isRule, isUserAgent, offsetsIn, type Records } from "./records.ts";
import { walkGroups } from "./walk-groups.ts";

/** A group with the offsets of its user-agent lines. */
interface IndexedGroup extends Omit<SelectedGroup, "agent"> {
  readonly agents: readonly number[];
}

interface ObeyedGroups {
  readonly groups: readonly SelectedGroup[];
  /** Whether they name the crawler, so that they are not those for `*`. */
  readonly isNamed: boolean;
}

export class GroupIndex {
  readonly #records: Records;
  readonly #dialect: Dialect;
  readonly #groups: IndexedGroup[] = [];
  /** Whether any line names an agent: most files only have groups for `*`. */
  readonly #hasNames: boolean;
  /** The groups for `*`, once they were wanted. */
  #star: readonly SelectedGroup[] | undefined;

  constructor(records: Records, dialect: Dialect) {
    this.#records = records;
    this.#dialect = dialect;
    walkGroups(records, (start, runEnd, end) => {
      if (isGroup(records, runEnd, end, dialect))
        this.#groups.push({ start, runEnd, end, agents: offsetsIn(records.table, start, runEnd, isUserAgent) });
      return false;
    });
    const isStar = this.#test(undefined);
    this.#hasNames = this.#groups.some(({ agents }) => !agents.every(isStar));
  }

  /** Tests the record of a user-agent line. */
  #test(agent: string | undefined): (at: number) => boolean {
    const { bytes, table } = this.#records;
    const isWanted = agentTest(agent, this.#dialect);
    return (at) => isWanted(bytes, table[at + VALUE_START]!, table[at + VALUE_END]!);
  }

  /** The groups that name `agent`, or the groups for `*` if it is undefined. */
  groupsFor(agent: string | undefined): SelectedGroup[] {
    if (agent !== undefined && !this.#hasNames) return [];
    const isWanted = this.#test(agent);
    const merges = mergesGroups(agent, this.#dialect);
    const selected: SelectedGroup[] = [];
    for (const { start, runEnd, end, agents } of this.#groups) {
      const agentLine = agents.find(isWanted);
      if (agentLine === undefined) continue;
      selected.push({ start, runEnd, end, agent: agentLine });
      if (!merges) break;
    }
    return selected;
  }

  /** The groups that name the first of the tokens that any group names, or else those for `*` (RFC 9309 §2.2.1). */
  obeyedBy(tokens: readonly string[]): ObeyedGroups {
    for (const token of tokens) {
      const groups = this.groupsFor(token);
      if (groups.length > 0) return { groups, isNamed: true };
    }
    this.#star ??= this.groupsFor(undefined);
    return { groups: this.#star, isNamed: false };
  }

  /** The Allow and Disallow lines of groups. */
  rulesOf(groups: readonly SelectedGroup[]): RuleBytes[] {
    return groups
      .flatMap(({ start, end }) => offsetsIn(this.#records.table, start, end, isRule))
      .map((at) => ruleBytesAt(this.#records, at));
  }
}
