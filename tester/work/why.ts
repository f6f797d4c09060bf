/** Why one crawler may fetch one URL or not: the group, the rules that match, the part of the URL that they match. */

import { type RobotsTxt, type Trace, trace } from "../../bindings/index.ts";
import { type KnownAgent, type ResolvedAgent, resolveAgent } from "../../bindings/owners/agents/index.ts";
import { ignoresGroups } from "../../bindings/owners/editor/wording.ts";
import { readingOrder } from "../dialect-names.ts";
import type { Company, CompanyCrawler, Lines, OtherHost, Requests, Source, Why } from "../protocol.ts";
import {
  deciderFor,
  explainedIn,
  type FileReadings,
  isRobotsTxt,
  isUrl,
  readingsOf,
  ruleText,
} from "./file-readings.ts";
import { hostName, originOf, originOfUrl } from "./hosts.ts";

/** Beside the answer, the same question for these. */
const OTHERS = ["Googlebot", "bingbot", "GPTBot", "OAI-SearchBot", "AhrefsBot"];

export function whyOf({ source, site, name, url }: Requests["why"]["ask"]): Requests["why"]["answer"] {
  const readings = readingsOf(source);
  if (!isUrl(url)) return { notUrl: url };
  const other = otherHost(site, url);
  if (other !== undefined) return other;
  const company = companyOf(source, readings, name, url);
  if (company !== undefined) return company;
  const { agent, rules, protocol } = readings.rulesFor(name);
  const robots = readings.in(agent.dialect);
  const traced = trace(robots, agent.tokens, url);
  const applies = source.kind === "file" && rules !== undefined;
  const candidates = applies && !isRobotsTxt(url) ? traced.candidates : [];
  return {
    ...deciderFor(source, readings, name).verdict(url),
    name: agent.tokens[0]!,
    isKnown: agent.agent !== undefined || agent.tokens[0] === "*",
    mayIgnore: agent.agent?.ignoresRobots === true,
    dialect: agent.dialect,
    assumed: agent.assumed,
    chosenBy: source.kind === "status" ? "status" : applies ? traced.chosenBy : "none",
    ...namedOf(traced),
    groups: applies ? groupLines(robots, traced) : [],
    candidates: candidates.map(({ line, canonical, ...rule }) => ({
      line,
      text: ruleText(rule),
      octets: canonical.length,
    })),
    ...requestedAs(url),
    marked: markedUrl(url, traced, candidates[0]?.canonical),
    others: OTHERS.map((one) => deciderFor(source, readings, one).verdict(url)),
    ...(source.kind === "file" && rules === undefined && { ignored: { name, ...explainedIn(protocol, url) } }),
    readings: readingsFor(source, readings, agent, url),
  };
}

/** The name of a company or a product means its crawlers. */
function companyOf(source: Source, readings: FileReadings, name: string, url: string): Company | undefined {
  const { crawlers } = resolveAgent(name);
  if (crawlers === undefined) return undefined;
  return { company: name.trim(), crawlers: crawlers.map((row) => crawlerOf(source, readings, row, url)) };
}

function crawlerOf(source: Source, readings: FileReadings, row: KnownAgent, url: string): CompanyCrawler {
  const { token, purpose, ignoresRobots } = row;
  const { rules, protocol } = readings.rulesFor(token);
  const ignores = source.kind === "file" && rules === undefined;
  return {
    ...deciderFor(source, readings, token).verdict(url),
    purpose,
    mayIgnore: ignoresRobots,
    ...(ignores && { ignored: { name: token, ...explainedIn(protocol, url) } }),
  };
}

/** Undefined if the file counts for the URL, or nobody knows whose file it is. */
function otherHost(site: string, url: string): OtherHost | undefined {
  const [file, other] = [originOf(site), originOfUrl(url)];
  if (file === undefined || other === undefined || file === other) return undefined;
  return { fileHost: hostName(file), urlHost: hostName(other) };
}

function namedOf({ tried }: Trace): { readonly named?: string } {
  const named = tried.find((one) => one.named)?.agent;
  return named === undefined ? {} : { named };
}

/** The groups from their first user-agent line to their last line. */
function groupLines(robots: RobotsTxt, { groups }: Trace): Lines[] {
  const starts = new Set(groups.map(({ line }) => line));
  return robots.groups
    .filter(({ line }) => starts.has(line))
    .map(({ line, agents, rules, fields }) => ({
      from: line,
      to: [...rules, ...fields].reduce((last, one) => Math.max(last, one.line), line + agents.length - 1),
    }));
}

/** The path as crawlers request it, as browsers do, if that is not how it was typed. */
function requestedAs(url: string): Pick<Why, "requested"> {
  const path = url.slice((originOfUrl(url) === undefined ? "" : url.split("/", 3).join("/")).length) || "/";
  // Behind a host, because two slashes at the start would be one.
  const { pathname, search } = new URL(`https://x.example${path.replace(/#.*/s, "")}`);
  return pathname + search === path.replace(/#.*/s, "") ? {} : { requested: pathname + search };
}

/** The URL as it was compared, cut around the part that the deciding pattern matches. */
function markedUrl(url: string, { paths }: Trace, canonical: string | undefined): [string, string, string] {
  const origin = originOfUrl(url) ?? "";
  if (canonical === undefined) return [origin, "", paths[0] ?? url.slice(origin.length)];
  for (const path of paths) {
    const end = matchEnd(canonical, path);
    if (end !== undefined) return [origin, path.slice(0, end), path.slice(end)];
  }
  return [origin, "", paths[0] ?? ""];
}

/** Where the shortest match of a canonical pattern ends: each part at its first place after the one before. */
export function matchEnd(canonical: string, path: string): number | undefined {
  const anchored = canonical.endsWith("$");
  const [first = "", ...parts] = (anchored ? canonical.slice(0, -1) : canonical).split("*");
  if (!path.startsWith(first)) return undefined;
  let end = first.length;
  for (const part of parts) {
    const at = path.indexOf(part, end);
    if (at < 0) return undefined;
    end = at + part.length;
  }
  return anchored ? path.length : end;
}

/** In each dialect what the crawler does: it may ignore the groups for `*`. */
function readingsFor(
  source: Source,
  readings: FileReadings,
  { tokens, agent }: ResolvedAgent,
  url: string,
): Why["readings"] {
  if (source.kind === "status") return [];
  return readingOrder.map((dialect) => {
    const rules = readings.in(dialect).agent(tokens);
    if (ignoresGroups(agent, rules)) return { dialect, allowed: true };
    const { allowed, rule } = rules.explain(url);
    return { dialect, allowed, ...(rule && { line: rule.line }) };
  });
}
