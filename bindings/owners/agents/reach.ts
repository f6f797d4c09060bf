/** The part of a site that a crawler may fetch: what holds for most of it, and the rules that make exceptions. */
import { wrongType } from "../../base/errors.ts";
import { RobotsTxt } from "../../core/deciding.ts";
import type { Rule } from "../../core/index.ts";
import type { TellingRule } from "../../core/parsing.ts";
import { siteRulesFor } from "./answers.ts";

/** A rule that makes an exception, with a path that shows it. */
export interface SiteException {
  readonly rule: Rule;
  readonly path: string;
}

/** The part of a site that a crawler may fetch. */
export interface SiteReach {
  /** Whether a path that no rule singles out is allowed. */
  readonly base: boolean;
  /** What differs from the base: the home page first, then the patterns that say the least, because they match the most. */
  readonly exceptions: readonly SiteException[];
  /** Exceptions to the exceptions: allowed below a refused path, or refused below an allowed one. */
  readonly returns: readonly SiteException[];
  /** Whether no exception is missing. False where the search for them was ended, in files with very many patterns. */
  readonly complete: boolean;
}

/** The steps of the searches for one crawler. */
const MAX_STEPS = 2 ** 18;

/**
 * Returns the part of a site that the rules for these product tokens leave open. Takes time in the rules, and at most about a
 * second: beyond that, `complete` is false.
 * @param tokens as `RobotsTxt.agent` takes them
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless `parse` returned `robots`, and as `RobotsTxt.agent` does.
 */
export function reachOf(robots: RobotsTxt, tokens: string | readonly string[]): SiteReach {
  if (!(robots instanceof RobotsTxt)) throw wrongType("robots", "the result of parse", robots);
  const obeyed = robots.agent(tokens);
  const rules = new Map(obeyed.rules.map((rule) => [rule.line, rule]));
  const site = siteRulesFor(robots, typeof tokens === "string" ? [tokens] : tokens);
  const home = obeyed.explain("/");
  const exceptions = [
    ...(home.rule !== undefined && home.allowed !== site.base ? [{ line: home.rule.line, path: "/" }] : []),
    ...site.everyException({ steps: MAX_STEPS }),
  ];
  return {
    base: site.base,
    exceptions: broadestFirst(withRules(exceptions, rules)),
    returns: withRules([...site.returns({ steps: MAX_STEPS })], rules),
    complete: exceptions.every(({ path }) => path !== undefined),
  };
}

/** One for each pattern. */
function withRules(found: readonly TellingRule[], rules: ReadonlyMap<number, Rule>): SiteException[] {
  const byPattern = new Map<string, SiteException>();
  for (const { line, path } of found) {
    const rule = rules.get(line);
    if (rule !== undefined && path !== undefined && !byPattern.has(rule.pattern))
      byPattern.set(rule.pattern, { rule, path });
  }
  return [...byPattern.values()];
}

const broadestFirst = (found: readonly SiteException[]): readonly SiteException[] =>
  found
    .map((one) => ({ one, literals: literalsOf(one) }))
    .sort((a, b) => a.literals - b.literals)
    .map(({ one }) => one);

/** Few literal characters match many paths. A pattern with an end and no wildcard matches one path: the home page is the worst to lose. */
function literalsOf({ rule: { pattern }, path }: SiteException): number {
  if (path === "/") return 0;
  const isOnePath = pattern.endsWith("$") && !pattern.includes("*");
  return (isOnePath ? 1e6 : 0) + pattern.replaceAll(/[*$]/g, "").length;
}
