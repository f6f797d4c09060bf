/** Verdicts and rules in words, the same in the command line, in editors and in assertions. */
import type { Explanation } from "../../core/deciding.ts";
import type { Rule } from "../../core/index.ts";
import { ruleText } from "../../core/parsing.ts";
import type { VerdictNotes } from "../agents/internal.ts";

export const reasonTexts: Readonly<Record<Explanation["reason"], string>> = {
  rule: "a rule decides",
  "no-match": "no rule matches",
  "no-group": "no group applies",
  "robots-txt": "robots.txt itself is always allowed",
  "not-a-url": "not a URL",
  compressed: "the file is compressed, so its rules are not known",
};

/** "line 3: Disallow: /x" */
export const ruleAtLine = (rule: Rule): string => `line ${rule.line}: ${ruleText(rule)}`;

export const verdictWord = (allowed: boolean): "allowed" | "refused" => (allowed ? "allowed" : "refused");

/** "read as google; rfc9309: allowed"; undefined if the dialects agree */
export const dialectText = ({ dialect, otherDialect }: VerdictNotes): string | undefined =>
  otherDialect && `read as ${dialect}; ${otherDialect.name}: ${verdictWord(otherDialect.allowed)}`;

const present = (texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined).join("; ");

/** "line 3: Disallow: /x", and why a crawler fetches what is refused. */
export const whyText = ({ reason, rule }: Explanation, { fetchedAnyway }: VerdictNotes = {}): string =>
  present([rule === undefined ? reasonTexts[reason] : ruleAtLine(rule), fetchedAnyway]);

/** "refused, line 3: Disallow: /x; read as google; rfc9309: allowed" */
export const explanationText = (explanation: Explanation, notes: VerdictNotes): string =>
  `${verdictWord(explanation.allowed)}, ${present([whyText(explanation, notes), dialectText(notes)])}`;
