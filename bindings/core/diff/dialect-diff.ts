/**
 * Finds the URLs on which dialects disagree, and the columns of the dialect table that cause it. A column is found by trial:
 * the first dialect, with only that column taken from the other dialect, must decide as the other does. Trials use the
 * TypeScript fallback, which accepts any mixture of columns.
 */

import { checkedIterable, checkedList } from "../../base/arguments.ts";

import { wrongValue } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { type Explanation, parse } from "../deciding.ts";
import {
  type Column,
  columns,
  type Dialect,
  type DialectName,
  dialectNamed,
  dialects as everyDialect,
} from "../dialects.ts";
import { LEAST_READ_BYTES } from "../layout.ts";
import { isAllowedBy } from "../program/engine.ts";
import { compileRules, decideIn } from "../program/fallback.ts";
import { type Program, programOf } from "../program/program.ts";
import { selectRules } from "../reader/groups.ts";
import { readRecords } from "../reader/record-reader.ts";
import { readBytes } from "../robots/body.ts";

/** Which dialects to compare, and how much to explain. */
export interface DialectDiffOptions {
  /** The others are compared with the first. Default: all, rfc9309 first. */
  readonly dialects?: readonly DialectName[];
  /** The number of URLs for which columns are searched; that takes dozens of parses and trials. Default 100. */
  readonly maxExplained?: number;
}

const diffOptions: KnownOptions<DialectDiffOptions> = { dialects: 1, maxExplained: 1 };

/** A dialect that disagrees with the first dialect. */
export interface Disagreement {
  readonly dialect: DialectName;
  /** Columns of docs/dialects.md that each cause the difference alone; empty if only several together do. */
  readonly columns: readonly string[];
}

/** A URL on which dialects disagree. */
export interface DialectDifference {
  /** As passed by the caller. */
  readonly url: string;
  /** The verdict of each dialect. */
  readonly verdicts: Readonly<Partial<Record<DialectName, Explanation>>>;
  /** The dialects that differ from the first. */
  readonly disagreements: readonly Disagreement[];
}

/**
 * The URLs on which the dialects disagree, in the given order, with the columns of the dialect table that cause it.
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE) for
 *   invalid arguments; never because of the file.
 */
export function diffDialects(
  body: string | Uint8Array,
  agent: string | readonly string[],
  urls: Iterable<string>,
  options: DialectDiffOptions = {},
): readonly DialectDifference[] {
  const { dialects: names = everyDialect.map(({ name }) => name), maxExplained = 100 } = checkedOptions(
    "options",
    options,
    diffOptions,
  );
  if (!(typeof maxExplained === "number" && maxExplained >= 0))
    throw wrongValue("maxExplained", "a number of at least 0", maxExplained);
  const rows = checkedList("dialects", names).map(dialectNamed);
  if (rows.length < 2) throw wrongValue("dialects", "at least two", rows.length);
  const rules = rows.map(({ name }) => parse(body, { dialect: name }).agent(agent));
  const list = [...checkedIterable("urls", urls)];
  const verdicts = rules.map((one) => one.isAllowedMany(list));
  const differing = list.map((_, i) => i).filter((i) => verdicts.some((of) => of[i] !== verdicts[0]![i]));
  const trials = new Trials(body, typeof agent === "string" ? [agent] : agent);
  return differing.map((i, n) => {
    const url = list[i]!;
    const others = rows.filter((_, d) => verdicts[d]![i] !== verdicts[0]![i]);
    return {
      url,
      verdicts: Object.fromEntries(rows.map(({ name }, d) => [name, rules[d]!.explain(url)])),
      disagreements: others.map((other) => ({
        dialect: other.name,
        columns: n < maxExplained ? trials.columns(rows[0]!, other, url, verdicts[0]![i] !== 1) : [],
      })),
    };
  });
}

interface Mixture {
  readonly column: string;
  readonly dialect: Dialect;
}

/** `one` with a single column of `other`, for each column in which they differ. Spelling counts as one column. */
function mixturesOf(one: Dialect, other: Dialect): Mixture[] {
  const { pattern, url, ...parts } = columns;
  const differing = one.flags ^ other.flags;
  const withFlagsOf = (mask: number): Dialect => ({ ...one, flags: one.flags ^ (differing & mask) });
  const flags = Object.entries(parts).flatMap(([part, columns]) =>
    Object.entries<Column>(columns)
      .filter(([, [mask]]) => differing & mask)
      .map(([key, [mask]]) => ({ column: `${part}.${key}`, dialect: withFlagsOf(mask) })),
  );
  const spelling = [...Object.values(pattern), ...Object.values(url)].reduce((mask, [flag]) => mask | flag, 0);
  return [
    ...flags,
    { column: "lines.lineCapBytes", dialect: { ...one, lineCapBytes: other.lineCapBytes } },
    { column: "agents.token", dialect: { ...one, token: other.token } },
    { column: "spelling", dialect: { ...withFlagsOf(spelling), pattern: other.pattern, url: other.url } },
  ];
}

interface Trial extends Mixture {
  readonly program: Program;
}

/** The rules compiled in each mixture, once. */
class Trials {
  readonly #body: string | Uint8Array;
  readonly #agents: readonly string[];
  readonly #trials: Map<string, readonly Trial[]> = new Map();

  constructor(body: string | Uint8Array, agents: readonly string[]) {
    this.#body = body;
    this.#agents = agents;
  }

  /** The columns of `other` that each change the verdict of `one` to `wanted`. */
  columns(one: Dialect, other: Dialect, url: string, wanted: boolean): string[] {
    const pair = `${one.name} ${other.name}`;
    const trials = this.#trials.get(pair) ?? mixturesOf(one, other).map((mixture) => this.#compile(mixture));
    this.#trials.set(pair, trials);
    return trials
      .filter(({ dialect, program }) => isAllowedBy(decideIn(dialect, program, url)) === wanted)
      .map(({ column }) => column);
  }

  #compile({ column, dialect }: Mixture): Trial {
    const records = readRecords(readBytes(this.#body, dialect, LEAST_READ_BYTES).bytes, dialect);
    const { rules } = selectRules(records, this.#agents, dialect);
    return { column, dialect, program: programOf(compileRules(rules, dialect)) };
  }
}
