/**
 * The interface of the package robots-parser, decided by this engine: what code written for robots-parser imports in
 * its stead. Where the two differ and why: docs/robots-parser.md.
 */

import { FifoCache } from "../../core/robots/fifo-cache.ts";
import type { Records } from "../../core/robots/records.ts";
import { MAX_MAX_BYTES } from "../../core/robots/text.ts";
import { urlOf } from "../../core/robots/url.ts";
import { type AgentRules, parse, RobotsTxt } from "../../index.ts";
import { crawlDelayOf } from "./crawl-delay.ts";
import { preferredHostOf, sitemapsOf } from "./lines.ts";

/** What robots-parser answers, method by method; docs/robots-parser.md names every difference. */
export interface Robot {
  /** Whether `ua` may fetch `url`; undefined for a URL that this file does not govern. */
  isAllowed(url: string, ua?: string): boolean | undefined;
  /** Whether `ua` may not fetch `url`: the negation of `isAllowed`, so true for a URL that this file does not govern. */
  isDisallowed(url: string, ua?: string): boolean | undefined;
  /** Whether a group that names `ua` itself, and not `*`, refuses `url`; undefined where `isAllowed` is. */
  isExplicitlyDisallowed(url: string, ua: string): boolean | undefined;
  /** The line of the deciding rule from 1; -1 without one. */
  getMatchingLineNumber(url: string, ua?: string): number;
  /** Seconds between two requests. */
  getCrawlDelay(ua?: string): number | undefined;
  /** As the file spells them, in file order. */
  getSitemaps(): string[];
  /** The last Host line in lower case. */
  getPreferredHost(): string | null;
}

/** Where relative URLs are at home: a name that no site has (RFC 2606 §2). */
const RELATIVE_BASE = "http://relative.invalid/";
/** Who asks if nobody is named. */
const STAR = "*";
/** Agents whose rules are kept. */
const MAX_CACHED_AGENTS = 8;

/** Stands for a lone surrogate, which is no character; no URL holds it, because the URL standard puts U+FFFD there. */
const SURROGATE = "%ED%A0%80";
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, SURROGATE);

const agentOf = (ua: string | undefined): string => ua || STAR;

class ParsedRobot implements Robot {
  readonly #robots: RobotsTxt;
  readonly #url: URL | undefined;
  readonly #rules: FifoCache<AgentRules> = new FifoCache(MAX_CACHED_AGENTS);

  constructor(url: string, contents: string) {
    this.#robots = parse(contents, { maxBytes: MAX_MAX_BYTES });
    this.#url = urlOf(url, RELATIVE_BASE);
  }

  isAllowed(url: string, ua?: string): boolean | undefined {
    const governed = this.#governed(url);
    return governed === undefined ? undefined : this.#rulesFor(ua).isAllowed(governed);
  }

  isDisallowed(url: string, ua?: string): boolean | undefined {
    return !this.isAllowed(url, ua);
  }

  isExplicitlyDisallowed(url: string, ua: string): boolean | undefined {
    const allowed = this.isAllowed(url, ua);
    return allowed === undefined ? undefined : !allowed && (this.#rulesFor(ua).isNamed || agentOf(ua) === STAR);
  }

  getMatchingLineNumber(url: string, ua?: string): number {
    const governed = this.#governed(url);
    const rule = governed === undefined ? undefined : this.#rulesFor(ua).explain(governed).rule;
    return rule === undefined || rule.pattern === "" ? -1 : rule.line;
  }

  getCrawlDelay(ua?: string): number | undefined {
    return crawlDelayOf(this.#records, agentOf(ua));
  }

  getSitemaps(): string[] {
    return sitemapsOf(this.#records);
  }

  getPreferredHost(): string | null {
    return preferredHostOf(this.#records);
  }

  get #records(): Records {
    return RobotsTxt.partsOf(this.#robots).records;
  }

  #rulesFor(ua: string | undefined): AgentRules {
    const agent = agentOf(ua);
    return this.#rules.get(agent, () => this.#robots.agent(agent));
  }

  /** The URL as the URL standard spells it, if it is of the file's scheme, host and port (RFC 9309 §2.3). */
  #governed(url: string): string | undefined {
    const [file, parsed] = [this.#url, urlOf(url, RELATIVE_BASE)];
    const same = file !== undefined && parsed?.protocol === file.protocol && parsed.host === file.host;
    return same ? parsed.href : undefined;
  }
}

/**
 * @param url where the robots.txt was found; it governs URLs of the same scheme, host and port. A relative one governs
 *   relative URLs.
 * @param robotstxt its text.
 */
export default function robotsParser(url: string, robotstxt: string): Robot {
  return new ParsedRobot(url, typeof robotstxt === "string" ? wellFormed(robotstxt) : (robotstxt ?? ""));
}
