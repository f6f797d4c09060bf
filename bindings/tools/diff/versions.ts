/** What a change of a robots.txt does: which URLs of a list change their verdict, and by which rules. Linear in both. */
import type { AgentRules, Explanation } from "../../core/robots/agent-rules.ts";
import { type ParseOptions, parse } from "../../core/robots/robots-txt.ts";

/** A URL whose verdict a change turns. */
export interface VersionDifference {
  /** As it was given. */
  readonly url: string;
  /** Under the old version and the new one. */
  readonly before: Explanation;
  readonly after: Explanation;
}

/**
 * The URLs whose verdict differs between two versions of a file, in order. Linear in the files and the URLs.
 * @throws TypeError or RangeError for misuse; never for what the files say.
 */
export function diffVersions(
  before: string | Uint8Array,
  after: string | Uint8Array,
  agent: string | readonly string[],
  urls: readonly string[],
  options: ParseOptions = {},
): readonly VersionDifference[] {
  const [old, current] = [before, after].map((body) => parse(body, options).agent(agent)) as [AgentRules, AgentRules];
  const [was, is] = [old.isAllowedMany(urls), current.isAllowedMany(urls)];
  return urls
    .filter((_, i) => was[i] !== is[i])
    .map((url) => ({ url, before: old.explain(url), after: current.explain(url) }));
}
