/** What robots.txt, the pacer and the headers of a response say about a page. */

import type { UsageStatement } from "../../core/index.ts";
import { parseXRobotsTag, type RobotsPolicy, resolveRobots } from "../../core/meta/index.ts";
import { pageStatements } from "../../core/usage/index.ts";
import type { ClientExplanation } from "../client/index.ts";

/** What is known of a page beside its content. */
export interface PageRobots {
  /** Why the URL was allowed: that of the last redirect. */
  readonly decision: ClientExplanation;
  /** What X-Robots-Tag states for the crawler. It is parsed and handed on, not enforced. */
  readonly policy: RobotsPolicy;
  /** What Content-Usage, tdm-reservation and X-Robots-Tag state about uses of the content, for `usageOf`. */
  readonly statements: readonly UsageStatement[];
  /** SHA-256 of the robots.txt that decided, in hexadecimal; absent if the policy decided without a file. */
  readonly hash?: string;
  /** How long all requests waited for their turns. */
  readonly waitedMs: number;
  /** The URLs that redirects led to, in order. */
  readonly redirects: readonly string[];
}

export type HeaderSource = { get(name: string): string | null };

export function pageRobots(
  headers: HeaderSource,
  tokens: readonly string[],
  known: Pick<PageRobots, "decision" | "hash" | "waitedMs" | "redirects">,
): PageRobots {
  const agent = { agent: tokens };
  const { directives } = parseXRobotsTag(headers);
  return { ...known, policy: resolveRobots(directives, agent), statements: pageStatements({ headers, ...agent }) };
}
