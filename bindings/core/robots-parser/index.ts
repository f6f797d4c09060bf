/**
 * A drop-in replacement for the package robots-parser. docs/robots-parser.md lists the differences and their reasons.
 */

import { FifoCache } from "../../base/fifo-cache.ts";
import { showAsJson } from "../../base/show.ts";
import { AgentRules, parse, RobotsTxt } from "../deciding.ts";
import { MOST_READ_BYTES } from "../layout.ts";
import { type DecisionCode, isAllowedBy, rankOf } from "../program/engine.ts";
import { compiledRuleAt, ruleAt } from "../program/program.ts";
import type { Records } from "../reader/records.ts";
import { delayByRun } from "./delays-by-run.ts";
import { SiteUrls } from "./governed.ts";
import { preferredHostOf, rawSitemaps } from "./raw-fields.ts";

/** The methods of robots-parser. docs/robots-parser.md lists every difference. */
export interface Robot {
  /** Whether `ua` may fetch `url`; undefined if this file does not govern the URL. */
  isAllowed(url: string, ua?: string): boolean | undefined;
  /** The negation of `isAllowed`, so true if this file does not govern the URL. */
  isDisallowed(url: string, ua?: string): boolean | undefined;
  /** Whether a group that names `ua` itself, not `*`, disallows `url`; undefined if `isAllowed` is. */
  isExplicitlyDisallowed(url: string, ua: string): boolean | undefined;
  /** The 1-based line of the deciding rule, or -1. */
  getMatchingLineNumber(url: string, ua?: string): number;
  /** The delay in seconds between two requests. */
  getCrawlDelay(ua?: string): number | undefined;
  /** The sitemaps as the file spells them, in file order. */
  getSitemaps(): string[];
  /** The value of the last Host line, in lower case. */
  getPreferredHost(): string | null;
}

/** The agent if the caller names none. */
const STAR = "*";
/** The number of agents whose rules are cached. */
const MAX_KEPT_NAMES = 8;

/** Replaces a lone surrogate. No URL contains it, because URL parsers replace lone surrogates with U+FFFD. */
const SURROGATE = "%ED%A0%80";
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, SURROGATE);

const nameOrStar = (ua: string | undefined): string => ua || STAR;

class ParsedRobot implements Robot {
  readonly #robots: RobotsTxt;
  readonly #siteUrls: SiteUrls;
  readonly #rules: FifoCache<AgentRules> = new FifoCache(MAX_KEPT_NAMES);
  #lastAgent: string | undefined;
  #lastRules: AgentRules | undefined;

  constructor(url: string, contents: string) {
    this.#robots = parse(contents, { maxBytes: MOST_READ_BYTES });
    this.#siteUrls = new SiteUrls(url);
  }

  isAllowed(url: string, ua?: string): boolean | undefined {
    const decision = this.#decide(url, ua);
    return decision === undefined ? undefined : isAllowedBy(decision);
  }

  isDisallowed(url: string, ua?: string): boolean | undefined {
    return !this.isAllowed(url, ua);
  }

  isExplicitlyDisallowed(url: string, ua: string): boolean | undefined {
    const allowed = this.isAllowed(url, ua);
    return allowed === undefined ? undefined : !allowed && (this.#rulesFor(ua).isNamed || nameOrStar(ua) === STAR);
  }

  getMatchingLineNumber(url: string, ua?: string): number {
    const decision = this.#decide(url, ua);
    if (decision === undefined || decision < 0) return -1;
    const [program, rank] = [AgentRules.programOf(this.#rulesFor(ua)), rankOf(decision)];
    const { pattern, line } = compiledRuleAt(program, rank);
    return pattern.length === 0 && ruleAt(program, rank).pattern === "" ? -1 : line;
  }

  getCrawlDelay(ua?: string): number | undefined {
    return delayByRun(this.#records, nameOrStar(ua));
  }

  getSitemaps(): string[] {
    return rawSitemaps(this.#records);
  }

  getPreferredHost(): string | null {
    return preferredHostOf(this.#records);
  }

  /** What `JSON.stringify` and `console.log` show. */
  toJSON(): unknown {
    return this.#robots.toJSON();
  }

  #decide(url: string, ua: string | undefined): DecisionCode | undefined {
    return this.#siteUrls.decide(AgentRules.programOf(this.#rulesFor(ua)), url);
  }

  get #records(): Records {
    return RobotsTxt.partsOf(this.#robots).records;
  }

  /** A crawler asks for itself, again and again, so the last agent is looked up first. */
  #rulesFor(ua: string | undefined): AgentRules {
    return this.#lastRules !== undefined && ua === this.#lastAgent ? this.#lastRules : this.#otherRulesFor(ua);
  }

  #otherRulesFor(ua: string | undefined): AgentRules {
    const agent = nameOrStar(ua);
    this.#lastRules = this.#rules.get(agent, () => RobotsTxt.compileFor(this.#robots, agent));
    this.#lastAgent = ua;
    return this.#lastRules;
  }
}

showAsJson(ParsedRobot.prototype, "Robot");

/**
 * Parses a robots.txt.
 * @param url the URL of the robots.txt. The file governs URLs with the same scheme, host and port; the file at a relative
 *   URL governs relative URLs.
 * @param robotstxt the text of the file.
 */
export default function robotsParser(url: string, robotstxt: string): Robot {
  return new ParsedRobot(url, typeof robotstxt === "string" ? wellFormed(robotstxt) : (robotstxt ?? ""));
}
