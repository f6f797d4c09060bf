/** The rules of a group as the engine compares them: canonical patterns and their precedence (RFC 9309 §2.2.2). */

import { textOfBytes } from "../../base/byte-text.ts";
import { DOLLAR, WILDCARD } from "../../base/characters.ts";
import { canonicalise, INDEX_HTML, KIND_ALLOW, LONGEST_FIRST } from "../../core/linting.ts";
import { type Dialect, WILDCARDS } from "../../core/parsing.ts";

import type { LineField, LintFile, LintGroup } from "./lint-file.ts";

export const WILD: string = String.fromCharCode(WILDCARD);

export interface RankedRule {
  /** In the version of the file that is checked. */
  field: LineField;
  /** Canonical, one character per byte. `WILD` stands for a run of wildcards; a final run is removed (prefix match). */
  readonly pattern: string;
  readonly isAnchored: boolean;
  readonly allows: boolean;
  /** Length for precedence: the whole written pattern in canonical spelling. */
  readonly octets: number;
  /** Whether it also matches paths that `pattern` does not show: the directory of an index page, or an escape in a query. */
  readonly matchesMore: boolean;
}

export const rankedRules = (source: LintFile, group: LintGroup): RankedRule[] =>
  rulesWithPath(group).map((field) => rankedRule(source, field));

/** Rules without a path have no effect. */
export const rulesWithPath = ({ rules }: LintGroup): readonly LineField[] =>
  rules.filter(({ value }) => value.end > value.start);

function rankedRule({ bytes, dialect }: LintFile, field: LineField): RankedRule {
  const { start, end } = field.value;
  const endsInDollar = (dialect.flags & WILDCARDS) !== 0 && bytes[end - 1] === DOLLAR;
  // A text of its own: pieces of the file take twice as long to compare, and keep the whole file in memory.
  const written = textOfBytes(bytes.subarray(start, endsInDollar ? end - 1 : end));
  const canonical = canonicalise(written, dialect, "pattern");
  const collapsed = canonical.includes(WILD) ? canonical.replaceAll(/\0+/g, WILD) : canonical;
  const endsOpen = collapsed.endsWith(WILD);
  const allows = field.kind === KIND_ALLOW;
  return {
    field,
    pattern: endsOpen ? collapsed.slice(0, -1) : collapsed,
    isAnchored: endsInDollar && !endsOpen,
    allows,
    octets: canonical.length + Number(endsInDollar),
    matchesMore:
      hasQueryEscape(collapsed) || (allows && (dialect.flags & INDEX_HTML) !== 0 && collapsed.includes("/index.htm")),
  };
}

/** In a query, an escape may match its plain byte (RFC 9309 §2.2.2, figure 4). */
function hasQueryEscape(pattern: string): boolean {
  const question = pattern.indexOf("?");
  return question >= 0 && pattern.includes("%", question);
}

/** Negative if `a` decides where both rules match. */
export type Precedence = (a: RankedRule, b: RankedRule) => number;

export const precedenceOf = ({ flags }: Dialect): Precedence =>
  flags & LONGEST_FIRST
    ? (a, b) => b.octets - a.octets || Number(b.allows) - Number(a.allows) || lineOfRule(a) - lineOfRule(b)
    : (a, b) => lineOfRule(a) - lineOfRule(b);

export const lineOfRule = ({ field }: RankedRule): number => field.value.line;
