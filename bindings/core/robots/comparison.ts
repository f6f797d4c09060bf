/**
 * Two versions of a file, and which verdicts of a crawler differ, by example: a path for each rule that the change adds, removes or
 * moves. Decides in TypeScript. The work is bounded whatever the files hold.
 */

import { textOfBytes } from "../../base/byte-text.ts";
import type { Dialect } from "../dialects.ts";
import { LEAST_READ_BYTES, VALUE_END, VALUE_START } from "../layout.ts";
import { isAllowedBy } from "../program/engine.ts";
import { compileRules, decideIn } from "../program/fallback.ts";
import { type Program, programOf } from "../program/program.ts";
import { type SearchBudget, tellingRules } from "../program/telling-rules.ts";
import { tokenNamedBy } from "../reader/agents.ts";
import { GroupIndex } from "../reader/group-index.ts";
import type { RuleBytes } from "../reader/groups.ts";
import { readRecords } from "../reader/record-reader.ts";
import { isUserAgent, offsetsIn, type Records } from "../reader/records.ts";
import { textAt } from "../reader/text.ts";
import { readBytes } from "./body.ts";

/** A path whose verdict differs; without a path, the search for examples was ended, and more verdicts may differ. */
export interface Difference {
  readonly path?: string;
  /** The verdict of the new version; the old version has the opposite. */
  readonly allowed?: boolean;
}

/** The most examples of a crawler. */
export const MAX_EXAMPLES = 100;

/** About a second's work for each dialect. */
const MAX_STEPS = 2 ** 21;

/** What compiling a rule costs in steps. */
const STEPS_A_RULE = 32;

const STAR = "*";

/** Two versions of a file in one dialect. */
export class Comparison {
  readonly #versions: readonly [Version, Version];
  readonly #dialect: Dialect;
  readonly #budget: SearchBudget = { steps: MAX_STEPS };
  /** By the rules that are compared: many agents obey the same groups. */
  readonly #differences = new Map<string, readonly Difference[]>();

  constructor([before, after]: readonly [string | Uint8Array, string | Uint8Array], dialect: Dialect) {
    this.#versions = [new Version(before, dialect), new Version(after, dialect)];
    this.#dialect = dialect;
  }

  /** The product tokens that a version names, and `*`. */
  agents(): Iterable<string> {
    const agents = new Map<string, string>();
    for (const name of [...this.#versions.flatMap((version) => version.names), ""]) {
      const token = tokenNamedBy(name, this.#dialect);
      if (!agents.has(token.toLowerCase())) agents.set(token.toLowerCase(), token);
    }
    return agents.values();
  }

  /**
   * Examples for a crawler.
   * @param ignoresStar whether no rule applies to it unless a group names it
   */
  differencesFor(tokens: readonly string[], ignoresStar = false): readonly Difference[] {
    if (this.#budget.steps <= 0) return [{}];
    const [before, after] = this.#versions.map((version) => version.rulesFor(tokens, ignoresStar, this.#budget)) as [
      ObeyedRules,
      ObeyedRules,
    ];
    if (before.text === after.text) return [];
    const key = `${before.text}\n\n${after.text}`;
    const found = this.#differences.get(key) ?? [...this.#differencesOf(before.rules, after.rules)];
    this.#differences.set(key, found);
    return found;
  }

  *#differencesOf(...rules: readonly (readonly RuleBytes[])[]): Generator<Difference> {
    this.#budget.steps -= STEPS_A_RULE * rules.flat().length;
    const programs = rules.map((those) => programOf(compileRules(those, this.#dialect)));
    const [before, after] = programs as [Program, Program];
    let found = 0;
    for (const { path } of tellingRules(before, after, this.#dialect, this.#budget)) {
      const [was, allowed] = programs.map((one) => isAllowedBy(decideIn(this.#dialect, one, path ?? STAR)));
      const isTold = path !== undefined && was !== allowed && found++ < MAX_EXAMPLES;
      yield isTold ? { path, allowed: allowed! } : {};
      if (found > MAX_EXAMPLES || this.#budget.steps <= 0) return;
    }
  }
}

interface ObeyedRules {
  readonly rules: readonly RuleBytes[];
  /** Equal for equal rules. */
  readonly text: string;
}

const NO_RULES: ObeyedRules = { rules: [], text: "" };

/** The first 500 KiB of a file, with its groups. */
export class GroupedFile {
  protected readonly records: Records;
  protected readonly index: GroupIndex;

  constructor(body: string | Uint8Array, dialect: Dialect) {
    this.records = readRecords(readBytes(body, dialect, LEAST_READ_BYTES).bytes, dialect);
    this.index = new GroupIndex(this.records, dialect);
  }

  /** The values of the lines of a kind, as they are written. */
  protected values(isWanted: (kind: number) => boolean): string[] {
    const { bytes, table } = this.records;
    return offsetsIn(table, 0, table.length, isWanted).map((at) =>
      textAt(bytes, table[at + VALUE_START]!, table[at + VALUE_END]!),
    );
  }
}

class Version extends GroupedFile {
  readonly names: readonly string[] = this.values(isUserAgent);
  /** By where the groups start. */
  readonly #obeyed = new Map<string, ObeyedRules>();

  rulesFor(tokens: readonly string[], ignoresStar: boolean, budget: SearchBudget): ObeyedRules {
    budget.steps -= (tokens.length + 1) * (this.names.length + 1);
    const { groups, isNamed } = this.index.obeyedBy(tokens);
    if (ignoresStar && !isNamed) return NO_RULES;
    const key = groups.map(({ start }) => start).join();
    const obeyed = this.#obeyed.get(key) ?? obeyedRules(this.index.rulesOf(groups));
    this.#obeyed.set(key, obeyed);
    return obeyed;
  }
}

const obeyedRules = (rules: readonly RuleBytes[]): ObeyedRules => ({
  rules,
  text: rules.map(({ isAllow, original }) => `${isAllow} ${textOfBytes(original)}`).join("\n"),
});
