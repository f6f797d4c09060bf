/** One of the files that are merged, as crawlers read it. */
import { textOfBytes } from "../../../base/byte-text.ts";
import {
  callerToken,
  fieldsOutsideGroups,
  GroupedFile,
  isPaceKey,
  isSitemap,
  isUserAgent,
  selectRules,
} from "../../../core/linting.ts";
import {
  type Dialect,
  isOther,
  KEY_END,
  KEY_START,
  LINE,
  offsetsIn,
  type RuleBytes,
  type SelectedGroup,
  textAt,
  VALUE_END,
  VALUE_START,
} from "../../../core/parsing.ts";
import { fallbackOf } from "../agent-facts.ts";

/** A line that is neither a user-agent line nor a rule. */
export interface FieldLine {
  readonly key: string;
  readonly value: string;
}

/** What a file says to one crawler. */
export interface Said {
  readonly rules: readonly RuleBytes[];
  readonly fields: readonly FieldLine[];
  /** Equal for equal rules and fields. */
  readonly text: string;
}

export class MergedFile extends GroupedFile {
  readonly #dialect: Dialect;
  /** By where the groups start: many agents obey the same groups. */
  readonly #said = new Map<string, Said>();

  constructor(body: string | Uint8Array, dialect: Dialect) {
    super(body, dialect);
    this.#dialect = dialect;
  }

  /** The product tokens of the user-agent lines, as they are written. */
  tokens(): string[] {
    return this.values(isUserAgent)
      .map((name) => name.slice(0, callerToken(name, this.#dialect, true).length))
      .filter((token) => token !== "");
  }

  sitemaps(): string[] {
    return this.values(isSitemap);
  }

  fieldsOutsideGroups(): FieldLine[] {
    return fieldsOutsideGroups(this.records).map((at) => this.#fieldAt(at));
  }

  /** @param token `*` for a crawler that no group names */
  saysTo(token: string): Said {
    const tokens = token === "*" ? [] : [token, fallbackOf(token)].filter((one) => one !== undefined);
    const { groups } = this.index.obeyedBy(tokens);
    const others = this.#paceOfOthers(groups, tokens);
    const key = [...groups.map(({ start }) => start), ...others].join();
    const said = this.#said.get(key) ?? this.#read(groups, others);
    this.#said.set(key, said);
    return said;
  }

  /** The lines about pace that belong to user-agent lines of other crawlers in the groups (docs/dialects.md). */
  #paceOfOthers(groups: readonly SelectedGroup[], tokens: readonly string[]): readonly number[] {
    if (!this.#fieldsOf(groups).some(({ key }) => isPaceKey(key.toLowerCase()))) return [];
    const { fields } = selectRules(this.records, tokens, this.#dialect);
    return fields.filter(({ isOfOtherRun }) => isOfOtherRun).map(({ line }) => line);
  }

  #fieldsOf(groups: readonly SelectedGroup[], without: readonly number[] = []): FieldLine[] {
    const { table } = this.records;
    return groups
      .flatMap(({ start, end }) => offsetsIn(table, start, end, isOther))
      .filter((at) => !without.includes(table[at + LINE]!))
      .map((at) => this.#fieldAt(at));
  }

  #read(groups: readonly SelectedGroup[], others: readonly number[]): Said {
    const rules = this.index.rulesOf(groups);
    const fields = this.#fieldsOf(groups, others);
    const lines = [
      ...rules.map(({ isAllow, original }) => `${isAllow} ${textOfBytes(original)}`),
      ...fields.map(({ key, value }) => `${key}: ${value}`),
    ];
    return { rules, fields, text: lines.join("\n") };
  }

  #fieldAt(at: number): FieldLine {
    const { bytes, table } = this.records;
    const key = textAt(bytes, table[at + KEY_START]!, table[at + KEY_END]!);
    return { key, value: textAt(bytes, table[at + VALUE_START]!, table[at + VALUE_END]!) };
  }
}
