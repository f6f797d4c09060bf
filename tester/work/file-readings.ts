/** A robots.txt as each crawler reads it: parsed once for each reading, in the dialect that the operator documents. */

import { type AgentRules, type DialectName, parse, type Rule } from "../../bindings/index.ts";
import { type ResolvedAgent, resolveAgent } from "../../bindings/owners/agents/index.ts";
import { ruleText as fullText, ignoresGroups, RobotsByDialect } from "../../bindings/owners/editor/wording.ts";
import type { Source, StatusSource, Verdict } from "../protocol.ts";
import { originOfUrl } from "./hosts.ts";

export interface CrawlerRules {
  readonly agent: ResolvedAgent;
  /** What the protocol says. */
  readonly protocol: AgentRules;
  /** What it obeys; undefined if it ignores what the protocol says, because that is said for `*` alone. */
  readonly rules: AgentRules | undefined;
}

export class FileReadings extends RobotsByDialect {
  /** @param name as `resolveAgent` takes it. */
  rulesFor(name: string): CrawlerRules {
    const agent = resolveAgent(name);
    const protocol = this.in(agent.dialect).agent(agent.tokens);
    return { agent, protocol, rules: ignoresGroups(agent.agent, protocol) ? undefined : protocol };
  }
}

/** Decides URLs for one crawler, whatever decides. */
export interface Decider {
  readonly name: string;
  verdict(url: string): Verdict;
  /** One entry a URL: 1 if it is allowed. */
  many(urls: readonly string[]): Uint8Array;
}

export function deciderFor(source: Source, readings: FileReadings, name: string): Decider {
  if (source.kind === "status") return constant(name, allowedBy(source, resolveAgent(name).dialect));
  const { rules } = readings.rulesFor(name);
  if (rules === undefined) return constant(name, true);
  return {
    name,
    verdict: (url) => ({ name, ...explainedIn(rules, url) }),
    many: (urls) => rules.isAllowedMany(urls).map((verdict, i) => (isRobotsTxt(urls[i]!) ? 1 : verdict)),
  };
}

/** No rule keeps a crawler from the file itself, which it must read to obey it (RFC 9309 §2.2.2), in whatever reading. */
export const isRobotsTxt = (url: string): boolean => refusesAll.isAllowed(url);

export const allowedBy = ({ allowed, unlike }: StatusSource, dialect: DialectName): boolean =>
  unlike[dialect] ?? allowed;

const constant = (name: string, allowed: boolean): Decider => ({
  name,
  verdict: () => ({ name, allowed, reason: "no-group" }),
  many: (urls) => new Uint8Array(urls.length).fill(allowed ? 1 : 0),
});

export function explainedIn(rules: AgentRules, url: string): Omit<Verdict, "name"> {
  if (isRobotsTxt(url)) return { allowed: true, reason: "robots-txt" };
  const { allowed, reason, rule } = rules.explain(url);
  return { allowed, reason, ...(rule && { rule: ruleText(rule), line: rule.line }) };
}

/** Every row has one: hundreds of copies of a pattern of half a megabyte would stop the page. */
const MAX_PATTERN = 500;

/** A rule as a file has it: `Disallow: /x`. */
export const ruleText = ({ directive, pattern }: Pick<Rule, "directive" | "pattern">): string =>
  fullText({ directive, pattern: cutText(pattern) });

export const cutText = (text: string): string => (text.length > MAX_PATTERN ? `${text.slice(0, MAX_PATTERN)}…` : text);

const refusesAll = parse("User-agent: *\nDisallow: /").agent("*");

/** An absolute URL with a host, or a path. */
export const isUrl = (text: string): boolean => text.startsWith("/") || originOfUrl(text) !== undefined;

/** The crawlers of a company or a product, or else the one that the name means. */
export const crawlersNamed = (name: string): readonly string[] =>
  resolveAgent(name).crawlers?.map(({ token }) => token) ?? [name];

/** Readings of the last few files: every message carries the file, most carry the same one. */
const MAX_KEPT = 3;
const kept = new Map<string, FileReadings>();

export function readingsOf(source: Source): FileReadings {
  const text = source.kind === "file" ? source.text : "";
  const readings = kept.get(text) ?? new FileReadings(new TextEncoder().encode(text));
  kept.delete(text);
  kept.set(text, readings);
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
  return readings;
}
