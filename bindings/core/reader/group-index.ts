/**
 * The groups of a file, walked once to select those of many agents: the answers of `groupsFor`, each in time linear in the
 * user-agent lines instead of the file.
 */
import type { AgentMatching } from "../dialects.ts";
import { agentTest, hasRule, type SelectedGroup } from "./groups.ts";
import { isUserAgent, offsetsIn, type Records, VALUE_END, VALUE_START } from "./records.ts";
import { walkGroups } from "./walk-groups.ts";

/** A group with the offsets of its user-agent lines. */
interface IndexedGroup extends Omit<SelectedGroup, "agent"> {
  readonly agents: readonly number[];
}

export class GroupIndex {
  readonly #records: Records;
  readonly #matching: AgentMatching;
  readonly #groups: IndexedGroup[] = [];
  /** Whether any line names an agent: most files only have groups for `*`. */
  readonly #hasNames: boolean;

  constructor(records: Records, matching: AgentMatching) {
    this.#records = records;
    this.#matching = matching;
    walkGroups(records, (start, runEnd, end) => {
      if (matching.emptyGroups || hasRule(records, runEnd, end))
        this.#groups.push({ start, runEnd, end, agents: offsetsIn(records.table, start, runEnd, isUserAgent) });
      return false;
    });
    const isStar = this.#test(undefined);
    this.#hasNames = this.#groups.some(({ agents }) => !agents.every(isStar));
  }

  /** Tests the record of a user-agent line. */
  #test(agent: string | undefined): (at: number) => boolean {
    const { bytes, table } = this.#records;
    const isWanted = agentTest(agent, this.#matching);
    return (at) => isWanted(bytes, table[at + VALUE_START]!, table[at + VALUE_END]!);
  }

  /** The groups that name `agent`, or the groups for `*` if it is undefined. */
  groupsFor(agent: string | undefined): SelectedGroup[] {
    if (agent !== undefined && !this.#hasNames) return [];
    const isWanted = this.#test(agent);
    const merges = agent === undefined ? this.#matching.mergesStar : this.#matching.merges;
    const selected: SelectedGroup[] = [];
    for (const { start, runEnd, end, agents } of this.#groups) {
      const agentLine = agents.find(isWanted);
      if (agentLine === undefined) continue;
      selected.push({ start, runEnd, end, agent: agentLine });
      if (!merges) break;
    }
    return selected;
  }
}
