/** Whether groups allow the whole site, nothing, or some URLs. Linear in their records, which stay numbers until the answer. */
import { SLASH, STAR } from "../base/characters.ts";
import {
  compileRules,
  type Dialect,
  fallback,
  isAllowedBy,
  isRule,
  KIND_ALLOW,
  LINE,
  offsetsIn,
  programOf,
  type Records,
  type Rule,
  type SelectedGroup,
  textAt,
  VALUE_END,
  VALUE_START,
  WILDCARDS,
} from "../core/parsing.ts";

/** `allowed`: the whole site. `refused`: nothing except /robots.txt. `partly`: it depends on the URL. */
export type AgentAccess = "allowed" | "partly" | "refused";

export interface AccessByRule {
  readonly access: AgentAccess;
  /** The rule that decides for `allowed` and `refused`, the first that refuses something for `partly`; absent without one. */
  readonly rule?: Rule;
}

/** Rules that match every path decide; an exception that other rules make to their verdict makes the access `partly`. */
export function accessOf(records: Records, groups: readonly SelectedGroup[], dialect: Dialect): AccessByRule {
  const { table } = records;
  const rules = groups
    .flatMap(({ start, end }) => offsetsIn(table, start, end, isRule))
    .filter((at) => table[at + VALUE_START]! < table[at + VALUE_END]!);
  const isBlanket = (at: number): boolean => matchesEverything(records, at, (dialect.flags & WILDCARDS) !== 0);
  const blanket = rules.filter(isBlanket);
  const verdict = isAllowedByAll(records, blanket, dialect);
  const exception = rules.find((at) => isAllow(table, at) !== verdict && !isBlanket(at));
  const base = blanket.find((at) => isAllow(table, at) === verdict);
  const decisive = verdict ? (exception ?? base) : base;
  const whole = verdict ? "allowed" : "refused";
  return {
    access: exception === undefined ? whole : "partly",
    ...(decisive !== undefined && { rule: ruleAt(records, decisive) }),
  };
}

const isAllow = (table: Int32Array, at: number): boolean => table[at] === KIND_ALLOW;

/** `/`; with wildcards also `*` and `/*`, with any number of stars. */
function matchesEverything({ bytes, table }: Records, at: number, wildcards: boolean): boolean {
  const [start, end] = [table[at + VALUE_START]!, table[at + VALUE_END]!];
  let next = start + (bytes[start] === SLASH ? 1 : 0);
  if (wildcards) while (next < end && bytes[next] === STAR) next++;
  return next === end;
}

/** The verdict of rules that match every path: that of their precedence, if they differ. */
function isAllowedByAll({ bytes, table }: Records, blanket: readonly number[], dialect: Dialect): boolean {
  const allows = blanket.filter((at) => isAllow(table, at)).length;
  if (allows === 0 || allows === blanket.length) return allows === blanket.length;
  const rules = blanket.map((at) => ({
    isAllow: isAllow(table, at),
    original: bytes.subarray(table[at + VALUE_START], table[at + VALUE_END]),
    line: table[at + LINE]!,
  }));
  return isAllowedBy(fallback.decide(programOf(compileRules(rules, dialect)), "/"));
}

const ruleAt = ({ bytes, table }: Records, at: number): Rule => ({
  directive: isAllow(table, at) ? "allow" : "disallow",
  pattern: textAt(bytes, table[at + VALUE_START]!, table[at + VALUE_END]!),
  line: table[at + LINE]!,
});
