/** The rules of a group as the engine sees them: canonical patterns, and which of two rules decides (RFC 9309 §2.2.2). */
import type { Dialect } from "../../core/dialects.ts";
import { canonicalise } from "../../core/engine/canonical.ts";
import { WILDCARD } from "../../core/engine/program.ts";
import { kinds } from "../../core/robots/keys.ts";
import type { LineField, LintGroup, Source } from "./source.ts";

const DOLLAR = 36;
/** Windows-1252 has a character of its own for every byte, and ASCII as it is. */
const decoder = new TextDecoder("windows-1252");
export const WILD: string = String.fromCharCode(WILDCARD);

export interface RankedRule {
  readonly field: LineField;
  readonly line: number;
  /** Canonical, one character a byte; `WILD` for a run of wildcards, and none at the end: that is a prefix. */
  readonly pattern: string;
  readonly anchored: boolean;
  readonly allows: boolean;
  /** Its length for precedence: all that was written, in canonical spelling. */
  readonly octets: number;
  /** Matches paths that `pattern` does not: those of an index page's directory, or of another spelling of a query. */
  readonly readsFurther: boolean;
}

/** Rules without a path, which say nothing, are left out. */
export function rankedRules(source: Source, { rules }: LintGroup): RankedRule[] {
  return rules.filter(({ value }) => value.end > value.start).map((field) => rankedRule(source, field));
}

function rankedRule({ bytes, dialect }: Source, field: LineField): RankedRule {
  const { start, end, line } = field.value;
  const { wildcards } = dialect.rules;
  const endsInDollar = wildcards && bytes[end - 1] === DOLLAR;
  const canonical = canonicalise(
    bytes.subarray(start, endsInDollar ? end - 1 : end),
    dialect.pattern,
    wildcards,
    false,
  );
  const collapsed = decoder.decode(canonical.bytes).replaceAll(/\0+/g, WILD);
  const endsOpen = collapsed.endsWith(WILD);
  const allows = field.kind === kinds.allow;
  return {
    field,
    line,
    pattern: endsOpen ? collapsed.slice(0, -1) : collapsed,
    anchored: endsInDollar && !endsOpen,
    allows,
    octets: canonical.bytes.length + Number(endsInDollar),
    readsFurther: hasQueryEscape(collapsed) || (allows && dialect.rules.indexHtml && collapsed.includes("/index.htm")),
  };
}

/** Such an escape may equal its byte (RFC 9309 §2.2.2, figure 4). */
function hasQueryEscape(pattern: string): boolean {
  const question = pattern.indexOf("?");
  return question >= 0 && pattern.includes("%", question);
}

/** Negative if `a` decides where both match. */
export type Precedence = (a: RankedRule, b: RankedRule) => number;

export const precedenceOf = ({ rules }: Dialect): Precedence =>
  rules.order === "first"
    ? (a, b) => a.line - b.line
    : (a, b) => b.octets - a.octets || Number(b.allows) - Number(a.allows) || a.line - b.line;
