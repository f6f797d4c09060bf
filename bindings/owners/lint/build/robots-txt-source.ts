/** What a robots.txt is built from. */
import type { AgentRow } from "../../agents/rows/known-agent.ts";

/** A robots.txt as typed groups. */
export interface RobotsTxtSource {
  readonly groups: readonly GroupSource[];
  /** Absolute URLs. */
  readonly sitemaps?: readonly (string | URL)[];
  /** Other lines that belong to no group, such as `{ key: "Host", value: "shop.example" }`. */
  readonly fields?: readonly FieldSource[];
  /** Written at the top, each line after a `#`. */
  readonly comment?: string;
}

/** A group: agents, and what they may fetch. */
export interface GroupSource {
  /**
   * Product tokens, or "*" for every crawler without a group of its own. Rows of `robots-wasm/agents`, such as the result
   * of `agentsFor("training")`, are written as their token, or the first word of a name with spaces; each token once.
   */
  readonly agents: string | readonly (string | AgentRow)[];
  /** Path patterns: they start with "/" or "*"; `*` matches anything, a final `$` the end of the path. */
  readonly allow?: string | readonly string[];
  readonly disallow?: string | readonly string[];
  /** Seconds between two requests. Not all crawlers obey it. */
  readonly crawlDelay?: number;
  /** Other lines of the group, such as `{ key: "Content-Signal", value: "ai-train=no" }`. */
  readonly fields?: readonly FieldSource[];
  /** Written above the group, each line after a `#`. */
  readonly comment?: string;
}

/** A line that is neither a user-agent line nor a rule. */
export interface FieldSource {
  readonly key: string;
  readonly value: string;
}
