/**
 * What a file says to all crawlers but some, as a text: files with equal texts decide alike for all others. The groups are those of the
 * engine. Linear in the file.
 */
import { textOfBytes } from "../../../base/byte-text.ts";
import {
  callerToken,
  isGroup,
  isPaceKey,
  isRule,
  isSitemap,
  isUserAgent,
  readRecords,
  walkGroups,
  walkRuns,
} from "../../../core/linting.ts";
import {
  type Dialect,
  isOther,
  KEY_END,
  KEY_START,
  offsetsIn,
  type Records,
  VALUE_END,
  VALUE_START,
} from "../../../core/parsing.ts";

/** The product token of a user-agent line in lower case; empty for a line without one, which names nobody, and not everybody. */
export const tokenIn = (written: string, dialect: Dialect): string =>
  /^\*(?!\S)/.test(written) ? "*" : textOfBytes(callerToken(written, dialect, true));

/** Whether both files say the same to all crawlers but `agents` in these dialects: rules, fields, pace and sitemaps. */
export const keepsOthers = (
  [before, after]: readonly [Uint8Array, Uint8Array],
  agents: readonly string[],
  dialects: readonly Dialect[],
): boolean =>
  dialects.every((dialect) => {
    const names = new Set(agents.map((agent) => tokenIn(agent, dialect)));
    const [old, now] = [before, after].map((body) => new Reading(body, dialect, names).text());
    return old === now;
  });

/** A file as a dialect reads it, without the crawlers of these names. */
class Reading {
  readonly #records: Records;
  readonly #dialect: Dialect;
  readonly #names: ReadonlySet<string>;
  #paced: ReadonlySet<string> | undefined;

  constructor(body: Uint8Array, dialect: Dialect, names: ReadonlySet<string>) {
    this.#records = readRecords(body, dialect);
    this.#dialect = dialect;
    this.#names = names;
  }

  text(): string {
    const { table } = this.#records;
    const groups: string[] = [];
    const outside: number[] = [];
    let last = 0;
    walkGroups(this.#records, (start, runEnd, end) => {
      outside.push(...offsetsIn(table, last, start, isRuleOrField));
      last = end;
      if (isGroup(this.#records, runEnd, end, this.#dialect)) groups.push(this.#group(start, runEnd, end));
      return false;
    });
    outside.push(...offsetsIn(table, last, table.length, isRuleOrField));
    const sitemaps = offsetsIn(table, 0, table.length, isSitemap);
    const blocks = [...groups, ...this.#paceOfRuns()].filter((block) => block !== "");
    return [...blocks, this.#lines(outside), this.#lines(sitemaps)].join("\n");
  }

  #group(start: number, runEnd: number, end: number): string {
    const { table } = this.#records;
    const rules = offsetsIn(table, runEnd, end, isRule);
    const refusesNothing = rules.every((at) => table[at + VALUE_START] === table[at + VALUE_END]);
    const others = offsetsIn(table, start, end, isOther);
    const fields = others.filter((at) => !this.#isPace(at));
    const borrowed = this.#borrowed(start, runEnd, others);
    return this.#block(start, runEnd, refusesNothing ? fields : [...rules, ...fields]) + borrowed;
  }

  /** The fields about pace of a group, for each that some other crawler of it does not have itself: then the whole group's count. */
  #borrowed(start: number, runEnd: number, fields: readonly number[]): string {
    const pace = fields.filter((at) => this.#isPace(at));
    if (pace.length === 0) return "";
    this.#paced ??= this.#pacedCrawlers();
    const others = this.#others(start, runEnd).map((written) => tokenIn(written, this.#dialect));
    const borrowed = pace.filter((at) => others.some((token) => !this.#paced!.has(`${this.#keyAt(at)} ${token}`)));
    // Equal delays count once, wherever they stand.
    return [...new Set(this.#lines(borrowed).split("\n"))].sort().join("\n");
  }

  /** The crawlers that have a valid field about pace of their own, with its key. */
  #pacedCrawlers(): ReadonlySet<string> {
    const paced = new Set<string>();
    walkRuns(this.#records, (start, runEnd, end) => {
      const isValid = (at: number) => this.#isPace(at) && /^\d[\d./-]*$/.test(this.#part(at, VALUE_START, VALUE_END));
      const keys = offsetsIn(this.#records.table, runEnd, end, isOther)
        .filter(isValid)
        .map((at) => this.#keyAt(at));
      for (const written of keys.length > 0 ? this.#others(start, runEnd) : [])
        for (const key of keys) paced.add(`${key} ${tokenIn(written, this.#dialect)}`);
      return false;
    });
    return paced;
  }

  /** Fields about pace belong to runs of user-agent lines. */
  #paceOfRuns(): readonly string[] {
    const runs: string[] = [];
    walkRuns(this.#records, (start, runEnd, end) => {
      const pace = offsetsIn(this.#records.table, runEnd, end, isOther).filter((at) => this.#isPace(at));
      if (pace.length > 0) runs.push(this.#block(start, runEnd, pace));
      return false;
    });
    return runs;
  }

  /** The other crawlers of a group, and lines of it; empty if the group names no others. */
  #block(start: number, runEnd: number, lines: readonly number[]): string {
    const others = this.#others(start, runEnd);
    return others.length === 0 ? "" : `\n${others.join("\n")}\n${this.#lines(lines)}`;
  }

  #lines(offsets: readonly number[]): string {
    const { table } = this.#records;
    const lineOf = (at: number): string =>
      `${table[at]} ${this.#part(at, KEY_START, KEY_END)}:${this.#part(at, VALUE_START, VALUE_END)}`;
    return offsets.map(lineOf).join("\n");
  }

  #others(start: number, runEnd: number): readonly string[] {
    return offsetsIn(this.#records.table, start, runEnd, isUserAgent)
      .map((at) => this.#part(at, VALUE_START, VALUE_END))
      .filter((written) => !this.#names.has(tokenIn(written, this.#dialect)));
  }

  #isPace(at: number): boolean {
    return isPaceKey(this.#keyAt(at));
  }

  #keyAt(at: number): string {
    return this.#part(at, KEY_START, KEY_END).toLowerCase();
  }

  #part(at: number, from: number, to: number): string {
    const { bytes, table } = this.#records;
    return textOfBytes(bytes.subarray(table[at + from], table[at + to]));
  }
}

const isRuleOrField = (kind: number): boolean => isRule(kind) || isOther(kind);
