import type { Rule } from "../program/program.ts";

/** A rule as a file has it: `Disallow: /x`. */
export const ruleText = ({ directive, pattern }: Pick<Rule, "directive" | "pattern">): string =>
  `${directive === "allow" ? "Allow" : "Disallow"}: ${pattern}`;
