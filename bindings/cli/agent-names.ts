/** The names of crawlers that users type: a product token, one with a version, or a whole User-Agent header. */

import type { DialectName } from "../core/index.ts";
import { type KnownAgent, type ResolvedAgent, resolveAgent } from "../owners/agents/index.ts";
import { resolveTyped, tokensOf } from "../owners/agents/internal.ts";
import { checkedRow } from "../owners/agents/rows/internal.ts";
import { usageError, withUserValues } from "./errors.ts";
import { printable, warn } from "./output.ts";

/** What a header begins with that names no crawler: its verdicts would be those of nobody. */
const BROWSER = /^(?:mozilla|opera)$/i;

/** What a command reads by if `--dialect` is left out, and no crawler of somebody else's decides. */
export const DEFAULT_DIALECT: DialectName = "rfc9309";

const resolvedNames = new Map<string, ResolvedAgent>();

/**
 * Finds the crawler that a name, or a list of tokens (A,B), means. If it reads more than the name says, it says so on standard error,
 * once.
 * @throws a usage error for an empty name, and for one that names no crawler
 */
export function typedCrawler(typed: string): ResolvedAgent {
  if (/(^|,)\s*(,|$)/.test(typed)) throw usageError("expected --agent with a product token; got an empty one");
  const name = typed.trim();
  const known = resolvedNames.get(name);
  if (known !== undefined) return known;
  const resolved = withUserValues(() => resolveTyped(name));
  if (BROWSER.test(resolved.tokens[0]!))
    throw usageError(`expected --agent with a product token, or the header of a crawler; got ${printable(name)}`);
  resolvedNames.set(name, resolved);
  if (!isPlain(name, resolved)) warn(noteOf(name, resolved));
  return resolved;
}

/** Whether the name is read as it stands. A name that no table has needs no note: most users run a crawler of their own. */
const isPlain = (name: string, { tokens, agent, assumed, crawlers }: ResolvedAgent): boolean =>
  crawlers === undefined &&
  tokens.join().toLowerCase() === name.replaceAll(/\s*,\s*/g, ",").toLowerCase() &&
  (agent === undefined || assumed.length === 0);

const noteOf = (name: string, { tokens, agent, dialect, assumed, crawlers }: ResolvedAgent): string =>
  [
    `--agent ${printable(name)}: ${crawlers === undefined ? `looks for ${tokens.join(", then for ")}` : assumed.join()}`,
    ...(crawlers === undefined ? assumed : []),
    ...(dialect === DEFAULT_DIALECT ? [] : [`${agent!.operator} documents the dialect ${dialect}`]),
  ].join("; ");

/** The operator of a crawler that no table has. */
export const UNKNOWN_OPERATOR = "unknown";

/** The crawlers that a name means, as rows: a list (A,B) is its first crawler, which falls back to the others. */
export function agentRowsNamed(name: string): readonly KnownAgent[] {
  const { agent, tokens, assumed, crawlers } = typedCrawler(name);
  if (crawlers !== undefined) return crawlers;
  if (assumed.length > 0 && agent === undefined) warn(`--agent ${name}: ${assumed.join("; ")}`);
  const row = agent ?? checkedRow("--agent", { token: tokens[0]!, operator: UNKNOWN_OPERATOR });
  return tokensOf(row).join() === tokens.join() ? [row] : [{ ...row, fallback: tokens.slice(1) }];
}

/** Finds the crawlers that a name means: those of a company or a product, or else one. */
export function typedCrawlers(typed: string): readonly ResolvedAgent[] {
  const crawler = typedCrawler(typed);
  return crawler.crawlers?.map(({ token }) => resolveAgent(token)) ?? [crawler];
}
