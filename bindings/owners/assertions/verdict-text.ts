/** Verdicts and rules in words, the same in the command line, in editors and in assertions. */
import type { Explanation } from "../../core/deciding.ts";
import type { Rule } from "../../core/index.ts";
import { ruleText } from "../../core/parsing.ts";

/** The reasons of verdicts. */
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

/** "refused, line 3: Disallow: /x" */
export const explanationText = ({ allowed, reason, rule }: Explanation): string =>
  `${verdictWord(allowed)}, ${rule === undefined ? reasonTexts[reason] : ruleAtLine(rule)}`;
