/** Writes a robots.txt from typed groups. What it writes, `parse` reads back. */

import { checkedList } from "../../../base/arguments.ts";
import { withCode, wrongType } from "../../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../../base/options.ts";
import { type AgentRow, productToken } from "../../agents/rows/known-agent.ts";
import { checkedRow } from "../../agents/rows/own-rows.ts";
import type { Finding } from "../findings.ts";
import { type LintOptions, lint, lintOptions } from "../lint.ts";
import { encodeComment, encodeDelay, encodeKey, encodePattern, encodeToken, encodeUrl, encodeValue } from "./encode.ts";
import type { FieldSource, GroupSource, RobotsTxtSource } from "./robots-txt-source.ts";

/** Options of `buildRobotsTxt`. All are optional. */
export interface BuildOptions extends LintOptions {
  /** Called with each finding of the linter that does not stop the build: warnings and notes. */
  readonly onFinding?: (finding: Finding) => void;
}

const sourceMembers: KnownOptions<RobotsTxtSource> = { groups: 1, sitemaps: 1, fields: 1, comment: 1 };
const groupMembers: KnownOptions<GroupSource> = {
  agents: 1,
  allow: 1,
  disallow: 1,
  crawlDelay: 1,
  fields: 1,
  comment: 1,
};
const fieldMembers: KnownOptions<FieldSource> = { key: 1, value: 1 };
const buildOptions: KnownOptions<BuildOptions> = { ...lintOptions, onFinding: 1 };

/**
 * Writes a robots.txt. A group's rules are written with the longest pattern first, so that readers that obey the first
 * match (the 1996 drafts) decide as those that obey the longest (RFC 9309 §2.2.2). A group without rules gets an empty
 * Disallow, so that its agents are not read as part of the next group.
 * @returns the text, with LF line ends.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) or RangeError (ERR_INVALID_ARG_VALUE) for a value that cannot be written.
 * @throws RangeError (ERR_INVALID_ARG_VALUE) when the linter finds an error in the result.
 */
export function buildRobotsTxt(source: RobotsTxtSource, options: BuildOptions = {}): string {
  const { onFinding, ...linting } = checkedOptions("options", options, buildOptions);
  if (onFinding !== undefined && typeof onFinding !== "function") throw wrongType("onFinding", "a function", onFinding);
  const text = writtenFrom(source);
  report(lint(text, linting), onFinding);
  return text;
}

/**
 * The text, whatever the linter finds in it.
 * @param encode makes the text of a pattern
 * @throws TypeError or RangeError for a value that cannot be written.
 */
export function writtenFrom(source: RobotsTxtSource, encode: typeof encodePattern = encodePattern): string {
  const { groups, comment, sitemaps = [], fields = [] } = checkedOptions("source", source, sourceMembers);
  const blocks = [
    ...(comment === undefined ? [] : [encodeComment("comment", comment)]),
    fieldLines("fields", fields),
    ...checkedList("groups", groups).map((group, index) => groupLines(`groups[${index}]`, group, encode)),
    checkedList("sitemaps", sitemaps).map((url, index) => `Sitemap: ${encodeUrl(`sitemaps[${index}]`, url)}`),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function report(findings: readonly Finding[], onFinding: BuildOptions["onFinding"]): void {
  const error = findings.find(({ severity }) => severity === "error");
  if (error !== undefined) {
    const { code, line, message, explanation } = error;
    const text = `source: line ${line} of the result: ${message}. ${explanation} (${code})`;
    throw withCode(new RangeError(text), "ERR_INVALID_ARG_VALUE");
  }
  for (const finding of findings) onFinding?.(finding);
}

const listOf = (name: string, value: unknown): readonly unknown[] =>
  typeof value === "string" ? [value] : checkedList(name, (value ?? []) as readonly unknown[]);

function groupLines(name: string, group: GroupSource, encode: typeof encodePattern): string[] {
  const read = checkedOptions(name, group, groupMembers);
  const { agents, comment, crawlDelay, fields = [] } = read;
  const tokens = new Set(
    listOf(`${name}.agents`, agents).map((one, index) => tokenOf(`${name}.agents[${index}]`, one)),
  );
  if (tokens.size === 0) throw wrongType(`${name}.agents`, "a product token or a non-empty list of them", agents);
  return [
    ...(comment === undefined ? [] : encodeComment(`${name}.comment`, comment)),
    ...Array.from(tokens, (token) => `User-agent: ${token}`),
    ...ruleLines(name, read, encode),
    ...(crawlDelay === undefined ? [] : [`Crawl-delay: ${encodeDelay(`${name}.crawlDelay`, crawlDelay)}`]),
    ...fieldLines(`${name}.fields`, fields),
  ];
}

/** A row of the table of crawlers may have a name with spaces, and share its token with others, as Sogou's crawlers do. */
function tokenOf(name: string, agent: unknown): string {
  const isRow = typeof agent === "object" && agent !== null;
  return encodeToken(name, isRow ? productToken(checkedRow(name, agent as AgentRow).token) : agent);
}

/** Longest first; of equal lengths Allow first, as the longest match decides (RFC 9309 §2.2.2). */
function ruleLines(name: string, group: GroupSource, encode: typeof encodePattern): string[] {
  const rules = (["allow", "disallow"] as const).flatMap((key) =>
    listOf(`${name}.${key}`, group[key]).map((pattern, index) => ({
      key: key === "allow" ? "Allow" : "Disallow",
      pattern: encode(`${name}.${key}[${index}]`, pattern),
    })),
  );
  rules.sort((a, b) => b.pattern.length - a.pattern.length);
  return rules.length === 0 ? ["Disallow:"] : rules.map(({ key, pattern }) => `${key}: ${pattern}`);
}

const fieldLines = (name: string, fields: readonly FieldSource[]): string[] =>
  checkedList(name, fields).map((field, index) => {
    const { key, value } = checkedOptions(`${name}[${index}]`, field, fieldMembers);
    return `${encodeKey(`${name}[${index}].key`, key)}: ${encodeValue(`${name}[${index}].value`, value)}`;
  });
