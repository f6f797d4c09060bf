/**
 * Examples of verdicts that differ between two versions of a file: one path for each pattern, for the crawlers whose groups changed.
 * Decides in TypeScript. The work is bounded whatever the files hold.
 */

import { checkedBody } from "../../base/arguments.ts";
import { WILDCARD } from "../../base/characters.ts";

import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import {
  callerToken,
  compiledRuleAt,
  compileRules,
  type Dialect,
  type DialectName,
  decideIn,
  dialectNamed,
  isAllowedBy,
  isUserAgent,
  KEY_START,
  LEAST_READ_BYTES,
  LINE,
  offsetsIn,
  type Program,
  programOf,
  RECORD_STRIDE,
  type Records,
  readBytes,
  readRecords,
  ruleCountOf,
  selectRules,
  textAt,
  VALUE_END,
  VALUE_START,
  walkGroups,
} from "../../core/parsing.ts";

/** A verdict that differs between two versions of a file. */
export interface VerdictChange {
  /** A product token that the file names, or `*` for all crawlers that it does not name. */
  readonly agent: string;
  /** An example: a path as crawlers request it. */
  readonly path: string;
  /** The verdict of the new version. The old version has the opposite. */
  readonly allowed: boolean;
  /** The dialects in which the verdict changes. */
  readonly dialects: readonly DialectName[];
}

/** Which dialects `changedVerdicts` compares. All are optional. */
export interface ChangeOptions {
  /** Compared as well as rfc9309 and google. Default "rfc9309". */
  readonly dialect?: DialectName;
}

const changeOptions: KnownOptions<ChangeOptions> = { dialect: 1 };

/** The most changes that are listed. */
const MAX_CHANGES = 100;

/** Bytes of files and programs that are read for one dialect: about a second's work. */
const MAX_READ_BYTES = 2 ** 24;

const STAR = "*";

/**
 * Verdicts that differ between two versions of a file, in rfc9309, google and the given dialect: examples, one path for each
 * pattern, of the crawlers whose groups changed. At most 100 changes; files of megabytes are compared in part.
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE) for
 *   invalid arguments; never because of the files.
 */
export function changedVerdicts(
  before: string | Uint8Array,
  after: string | Uint8Array,
  options: ChangeOptions = {},
): readonly VerdictChange[] {
  const { dialect: name = "rfc9309" } = checkedOptions("options", options, changeOptions);
  const bodies = [checkedBody(before), checkedBody(after)] as const;
  const found = new Map<string, VerdictChange>();
  for (const dialect of new Set((["rfc9309", "google", name] as const).map(dialectNamed))) {
    for (const { agent, path, allowed } of new Comparison(bodies, dialect).changes()) {
      const key = JSON.stringify([agent, path, allowed]);
      const dialects = [...(found.get(key)?.dialects ?? []), dialect.name];
      if (found.size < MAX_CHANGES || found.has(key)) found.set(key, { agent, path, allowed, dialects });
    }
  }
  return [...found.values()];
}

/** Two versions of a file in one dialect. */
class Comparison {
  readonly #versions: readonly [Records, Records];
  readonly #dialect: Dialect;
  #readBytes = 0;

  constructor(bodies: readonly [string | Uint8Array, string | Uint8Array], dialect: Dialect) {
    const recordsOf = (body: string | Uint8Array): Records =>
      readRecords(readBytes(body, dialect, LEAST_READ_BYTES).bytes, dialect);
    this.#versions = [recordsOf(bodies[0]), recordsOf(bodies[1])];
    this.#dialect = dialect;
  }

  *changes(): Generator<Omit<VerdictChange, "dialects">> {
    for (const agent of this.#agents()) {
      const [before, after] = this.#versions.map((records) => this.#programFor(records, agent)) as [Program, Program];
      for (const path of examplesOf(before, after)) {
        if (this.#readBytes > MAX_READ_BYTES) return;
        const allowed = this.#isAllowed(after, path);
        if (allowed !== this.#isAllowed(before, path)) yield { agent, path, allowed };
      }
    }
  }

  #programFor(records: Records, agent: string): Program {
    this.#readBytes += records.bytes.length;
    const { rules } = selectRules(records, agent === STAR ? [] : [agent], this.#dialect);
    return programOf(compileRules(rules, this.#dialect));
  }

  #isAllowed(program: Program, path: string): boolean {
    this.#readBytes += program.bytes.length;
    return isAllowedBy(decideIn(this.#dialect, program, path));
  }

  /** The agents of the groups that hold a changed line in either version. */
  #agents(): Iterable<string> {
    const [before, after] = this.#versions.map(linesOf) as [Map<number, string>, Map<number, string>];
    const isChanged = (line: number): boolean => before.get(line) !== after.get(line);
    const agents = new Map<string, string>();
    for (const records of this.#versions) {
      for (const agent of agentsNear(records, isChanged)) {
        const token = tokenOf(agent, this.#dialect);
        if (!agents.has(token.toLowerCase())) agents.set(token.toLowerCase(), token);
      }
    }
    return agents.values();
  }
}

/** The records as text, by line. */
function linesOf({ bytes, table }: Records): Map<number, string> {
  const lines = new Map<number, string>();
  for (let at = 0; at < table.length; at += RECORD_STRIDE) {
    const text = textAt(bytes, table[at + KEY_START]!, table[at + VALUE_END]!);
    lines.set(table[at + LINE]!, `${table[at]} ${text}`);
  }
  return lines;
}

function agentsNear(records: Records, isChanged: (line: number) => boolean): string[] {
  const { bytes, table } = records;
  const agents: string[] = [];
  walkGroups(records, (start, runEnd, end) => {
    const changed = offsetsIn(table, start, end, () => true).some((at) => isChanged(table[at + LINE]!));
    for (const at of changed ? offsetsIn(table, start, runEnd, isUserAgent) : [])
      agents.push(textAt(bytes, table[at + VALUE_START]!, table[at + VALUE_END]!));
    return false;
  });
  return agents;
}

/** The product token that a crawler of this name has; `*` for a line without one. */
function tokenOf(written: string, dialect: Dialect): string {
  const { length } = callerToken(written, dialect, true);
  return written.slice(0, length) || STAR;
}

/** A path for each pattern of the two programs; none if their rules are the same. Patterns that only one of them has come first. */
function examplesOf(before: Program, after: Program): Iterable<string> {
  const [old, current] = [flaggedExamples(before), flaggedExamples(after)];
  if (old.join("\n") === current.join("\n")) return [];
  const [wasThere, isThere] = [new Set(old), new Set(current)];
  const differing = [...old.filter((one) => !isThere.has(one)), ...current.filter((one) => !wasThere.has(one))];
  return new Set([...differing, ...old, ...current].map((one) => one.slice(one.indexOf("/"))));
}

/** Each rule as its flags and an example of a path, in the order in which the rules decide. */
function flaggedExamples(program: Program): string[] {
  return Array.from({ length: ruleCountOf(program) }, (_, rank) => {
    const { pattern, flags } = compiledRuleAt(program, rank);
    return `${flags} ${exampleOf(pattern)}`;
  });
}

/** A path that the pattern matches, as it would be requested: a letter for each wildcard, no byte that a URL cannot hold. */
function exampleOf(pattern: Uint8Array): string {
  const path = Array.from(pattern, (byte) => (byte === WILDCARD ? "x" : asRequested(byte))).join("");
  return path.startsWith("/") ? path : `/${path}`;
}

/** Escapes what is not printable ASCII, and `#`, which would start a fragment. */
const asRequested = (byte: number): string =>
  byte > 32 && byte < 127 && byte !== 35
    ? String.fromCharCode(byte)
    : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
