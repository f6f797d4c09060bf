/**
 * What is known of groups, and of groups that an agent obeys as one. In an editor, most of them stand in the next version too, at
 * other lines: a key stroke changes one.
 */

import type { LintFile, LintGroup } from "../lint-file.ts";
import { type Precedence, rankedRules } from "../ranked.ts";
import { DeadRules } from "./dead-rules.ts";

export class KnownGroups {
  #last: ReadonlyMap<string, DeadRules> = new Map();
  #next: Map<string, DeadRules> = new Map();

  /** The rules of each group of the next version. What only the version before the last had is forgotten. */
  read(source: LintFile, precedence: Precedence): readonly DeadRules[] {
    [this.#last, this.#next] = [this.#next, new Map()];
    const copies = new Map<string, number>();
    return source.groups.map((group) => {
      const text = groupText(source, group);
      const copy = copies.get(text) ?? 0;
      copies.set(text, copy + 1);
      const make = (): DeadRules => new DeadRules(rankedRules(source, group), precedence);
      return this.get(`${copy} ${source.dialect.name} ${text}`, make).movedTo(group);
    });
  }

  /** @param key all that the rules depend on, but for their lines. */
  get(key: string, make: () => DeadRules): DeadRules {
    const rules = this.#last.get(key) ?? make();
    this.#next.set(key, rules);
    return rules;
  }
}

/** From the first user-agent line to the last rule: lines are read alone. */
const groupText = ({ octets }: LintFile, { agents, rules }: LintGroup): string =>
  octets.slice(agents[0]!.key.start, rules.at(-1)?.value.end ?? agents[0]!.key.start);
