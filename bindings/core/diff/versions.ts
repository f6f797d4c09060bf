/** Finds the URLs of a list whose verdict a change of the robots.txt changes, and the rules that decide them. */

import { checkedIterable } from "../../base/arguments.ts";
import { type AgentRules, type Explanation, type ParseOptions, parse } from "../deciding.ts";

/** A URL whose verdict changes. */
export interface VersionDifference {
  /** As passed by the caller. */
  readonly url: string;
  /** The verdict under the old version. */
  readonly before: Explanation;
  /** The verdict under the new version. */
  readonly after: Explanation;
}

/**
 * The URLs whose verdict differs between two versions of a file, in the given order. Linear in the files and the URLs.
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE) for
 *   invalid arguments; never because of the files.
 */
export function diffVersions(
  before: string | Uint8Array,
  after: string | Uint8Array,
  agent: string | readonly string[],
  urls: Iterable<string>,
  options: ParseOptions = {},
): readonly VersionDifference[] {
  const [old, current] = [before, after].map((body) => parse(body, options).agent(agent)) as [AgentRules, AgentRules];
  const list = [...checkedIterable("urls", urls)];
  const [was, is] = [old.isAllowedMany(list), current.isAllowedMany(list)];
  return list
    .filter((_, i) => was[i] !== is[i])
    .map((url) => ({ url, before: old.explain(url), after: current.explain(url) }));
}
