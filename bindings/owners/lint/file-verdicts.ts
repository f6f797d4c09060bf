/** Verdicts of the file that is linted, decided in TypeScript. Reads the file once for each agent. */
import { bytesIn, has } from "../../base/byte-set.ts";
import { decideIn, INDEX_HTML, isAllowedBy, pathsOf, rankOf, readingsOf, selectRules } from "../../core/linting.ts";
import { compiledRuleAt, compileRules, programOf, type RuleBytes } from "../../core/parsing.ts";
import type { LintFile } from "./lint-file.ts";

/** How many URLs a check decides: a file may name thousands of sitemaps and of rules. */
export const MAX_DECIDED = 16;

/** Why a URL may not be fetched. */
interface Refusal {
  readonly line: number;
  /** The compiled pattern: `/` refuses the whole site. */
  readonly pattern: Uint8Array;
}

/**
 * Returns the rule that refuses `url` to an agent; undefined if it is allowed. Takes time in the size of the file for each
 * new agent, in whichever check.
 */
export type RefusalOf = (agent: string, url: string) => Refusal | undefined;

const known = new WeakMap<LintFile, Map<string, readonly RuleBytes[]>>();

export function refusalsIn(source: LintFile): RefusalOf {
  const { records, dialect } = source;
  const selected = known.get(source) ?? new Map<string, readonly RuleBytes[]>();
  known.set(source, selected);
  return (agent, url) => {
    const rules = selected.get(agent) ?? selectRules(records, agent === "*" ? [] : [agent], dialect).rules;
    selected.set(agent, rules);
    const paths = readingsOf(url).flatMap((reading) => pathsOf(reading, dialect));
    const hasDirectories = (dialect.flags & INDEX_HTML) !== 0;
    const candidates = rules.filter((rule) => paths.some((path) => mayMatch(rule, path, hasDirectories)));
    if (candidates.every(({ isAllow }) => isAllow)) return undefined;
    const program = programOf(compileRules(candidates, dialect));
    const decision = decideIn(dialect, program, url);
    return decision < 0 || isAllowedBy(decision) ? undefined : compiledRuleAt(program, rankOf(decision));
  };
}

const LETTER_I = 105;

/** Characters that have one spelling in every dialect. */
const PLAIN = bytesIn("azAZ09__//..--");

/** False if the first characters differ that are the same in every spelling. Compiling costs much more. */
function mayMatch({ original, isAllow }: RuleBytes, path: string, hasDirectories: boolean): boolean {
  for (let at = 0; at < original.length; at++) {
    const byte = original[at]!;
    if (!has(PLAIN, byte)) return true;
    // `Allow: /a/index.html` also allows `/a/` in some dialects.
    if (path.charCodeAt(at) !== byte) return isAllow && hasDirectories && byte === LETTER_I && at === path.length;
  }
  return true;
}
