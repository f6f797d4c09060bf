/** `robots-wasm explain`: like check, with the deciding rule, its line and the reason. */

import { pluralise } from "../base/numbers.ts";
import type { Explanation } from "../core/deciding.ts";
import { type Trace, trace } from "../core/trace/index.ts";
import { notesOn, type VerdictNotes } from "../owners/agents/internal.ts";
import { dialectText, reasonTexts, ruleAtLine } from "../owners/assertions/index.ts";
import { batchesOf, checkUsage, parseCheckArguments } from "./check-arguments.ts";
import type { Command } from "./command.ts";
import { ExitCode } from "./exit-code.ts";
import { type UrlOrBytes, urlText } from "./input.ts";
import { jsonLine, printable, verdictText, writeAll } from "./output.ts";
import { type Requested, requestedOf, requestedText } from "./requested.ts";
import { outageFor, outcomeOf, refusalIn, type SourceReading } from "./robots-source.ts";

/** One verdict with its reason, for one URL and one crawler. */
interface Explained extends VerdictNotes {
  readonly url: string;
  /** The product tokens; only if there are several crawlers. */
  readonly crawler?: string;
  readonly allowed: boolean;
  readonly reason: Explanation["reason"] | "not-a-url" | "policy";
  readonly rule?: Explanation["rule"];
  readonly agent?: string;
  /** What the policy decided by, if it decided: `unreachable, 503`. */
  readonly access?: string;
  /** What `access` says, if it is an outage. */
  readonly outage?: string | undefined;
  /** Of a refusal. */
  readonly isFinal?: boolean;
  readonly retryAt?: Date;
  readonly traced?: Trace;
  readonly requested?: Requested | undefined;
}

async function run(words: readonly string[]): Promise<number> {
  const args = parseCheckArguments(words);
  const exitCode = new ExitCode();
  const width = Math.max(...args.crawlers.map(({ tokens }) => tokens.join(",").length));
  for await (const { robots, urls } of batchesOf(args, exitCode)) {
    const explained = urls.map((url): readonly Explained[] => {
      const isValid = exitCode.isValid(url);
      return args.crawlers.map((crawler) => {
        const base = { url: urlText(url), ...(args.crawlers.length > 1 && { crawler: crawler.tokens.join(",") }) };
        if (!isValid) return { ...base, allowed: false, reason: "not-a-url" } as const;
        return { ...base, ...explainOne(robots.readingFor(crawler), url, args.trace) };
      });
    });
    for (const { allowed, reason, outage } of explained.flat()) {
      if (!allowed && reason !== "not-a-url") exitCode.refuse();
      exitCode.noteOutage(robots.name, outage);
    }
    await writeAll(args.json ? jsonLines(explained.flat()) : linesOfAll(explained, width));
  }
  return exitCode.finish();
}

function explainOne(reading: SourceReading, url: UrlOrBytes, wantsTrace: boolean): Omit<Explained, "url" | "crawler"> {
  const { rules, robots, crawler, access } = reading;
  const requested = requestedOf(rules, url);
  const traced = wantsTrace && robots !== undefined ? trace(robots, crawler.tokens, url) : undefined;
  const { url: _, ...explained } = { url, ...(traced ?? rules.explain(url)) };
  const { allowed, reason } = explained;
  const notes = notesOn(reading, url, allowed);
  const outage = outageFor(reading, url);
  const refusal = allowed ? {} : refusalIn(reading, outage);
  if (access === undefined || reason === "robots-txt")
    return { requested, ...explained, ...refusal, ...(traced && { traced }), ...notes };
  return { requested, allowed, reason: "policy", ...refusal, access: outcomeOf(access), outage, ...notes };
}

function* jsonLines(all: readonly Explained[]): Generator<string> {
  for (const { traced: _, ...explained } of all) yield jsonLine(explained);
}

/** One line for each URL; with several crawlers, a line for the URL and one below for each crawler. */
function linesOfAll(explained: readonly (readonly Explained[])[], crawlerWidth: number): readonly string[] {
  const lines =
    explained[0]?.[0]?.crawler === undefined
      ? table(explained.flat())
      : explained.flatMap((ofUrl) => [printable(ofUrl[0]!.url), ...ofUrl.map((one) => crawlerLine(one, crawlerWidth))]);
  return lines.map((line) => `${line}\n`);
}

/** Columns as wide as their widest entry in the batch, up to half a terminal. */
function table(explained: readonly Explained[]): string[] {
  const width = Math.min(40, Math.max(0, ...explained.map(({ url }) => printable(url).length)));
  return explained.flatMap((one) => {
    const url = one.traced === undefined ? printable(one.url).padEnd(width) : printable(one.url);
    return [`${wordOf(one)}  ${url}  ${printable(reasonText(one))}`.trimEnd(), ...moreLines(one)];
  });
}

const crawlerLine = (one: Explained, width: number): string =>
  [
    `  ${printable(one.crawler!).padEnd(width)}  ${wordOf(one)}  ${printable(reasonText(one))}`.trimEnd(),
    ...moreLines(one).map((line) => `  ${line}`),
  ].join("\n");

const wordOf = ({ allowed, reason }: Explained): string => (reason === "not-a-url" ? "invalid" : verdictText(allowed));

function reasonText({ rule, reason, agent, access }: Explained): string {
  if (rule !== undefined) return `${ruleAtLine(rule)}  (group ${agent})`;
  const text = reason === "policy" ? "the policy decides" : reasonTexts[reason];
  return access === undefined ? text : `${text}: ${access}`;
}

const moreLines = (one: Explained): string[] => [
  ...(one.fetchedAnyway === undefined ? [] : [`  crawler     ${printable(one.fetchedAnyway)}`]),
  ...(one.otherDialect === undefined ? [] : [`  dialect     ${dialectText(one)}`]),
  ...(one.requested === undefined ? [] : [`  reading     ${requestedText([one.requested])}`]),
  ...traceLines(one.traced),
];

function traceLines(traced: Trace | undefined): string[] {
  if (traced === undefined) return [];
  const { tried, chosenBy, groups, paths, candidates } = traced;
  const names = tried.map(({ agent, named }) => `${agent} ${named ? "is named" : "is not named"}`);
  return [
    `  agents      ${printable(names.join(", "))}; ${choiceTexts[chosenBy]}`,
    ...groups.map(
      ({ line, agents, rules }) =>
        `  group       line ${line}: ${printable(agents.join(", "))}, ${pluralise(rules, "rule")}`,
    ),
    ...paths.map((path) => `  path        ${printable(path)}`),
    ...candidates.map((rule, i) => candidateLine(rule, i === 0)),
  ];
}

function candidateLine(rule: Trace["candidates"][number], decides: boolean): string {
  const compared = rule.pattern === rule.canonical ? "" : `  (compared as ${printable(rule.canonical)})`;
  return `  ${decides ? "decides     " : "matches     "}rank ${rule.rank}, ${printable(ruleAtLine(rule))}${compared}`;
}

const choiceTexts: Record<Trace["chosenBy"], string> = {
  named: "its groups apply",
  star: "the groups for * apply",
  none: "no group applies",
};

const traceHelp = "  --trace            also print the chosen groups, the path as compared, and every matching rule\n";

export const command: Command = { help: checkUsage("explain", traceHelp), run };
