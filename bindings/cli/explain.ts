/** `robots-wasm explain`: like check, with the deciding rule, its line and the reason. */
import type { Explanation } from "../core/robots/agent-rules.ts";
import { pluralise } from "../node/format-number.ts";
import { type Trace, trace } from "../tools/trace/index.ts";
import { batchesOf, type CheckArguments, checkUsage, parseCheckArguments } from "./check-arguments.ts";
import type { Command } from "./command.ts";
import { textOf, type UrlOrBytes } from "./input.ts";
import { printable, ruleText, verdictText, writeFully } from "./output.ts";
import type { RobotsSource } from "./robots-source.ts";
import { Outcome, outageOf, reasonTexts } from "./verdicts.ts";

/** One verdict with its reason, for one URL and one crawler. */
interface Explained {
  readonly url: string;
  /** The product tokens; only if there are several crawlers. */
  readonly crawler?: string;
  readonly allowed: boolean;
  readonly reason: Explanation["reason"] | "not-a-url" | "policy";
  readonly rule?: Explanation["rule"];
  readonly agent?: string;
  /** What the policy decided by, if it decided: `unreachable, 503`. */
  readonly access?: string;
  /** The same, if it is an outage. */
  readonly outage?: string | undefined;
  readonly traced?: Trace;
}

async function run(words: readonly string[]): Promise<number> {
  const args = parseCheckArguments(words);
  const outcome = new Outcome();
  const width = Math.max(...args.crawlers.map((agents) => agents.join(",").length));
  for await (const { robots, urls } of batchesOf(args)) {
    const explained = urls.map((url) => {
      const isValid = outcome.isValid(url);
      if (isValid) outcome.noteOutage(robots.name, outageOf(robots, args.crawlers[0]!, url));
      return args.crawlers.map((agents) => explainOne(robots, agents, url, isValid, args));
    });
    if (explained.flat().some(({ allowed, reason }) => !allowed && reason !== "not-a-url")) outcome.refuse();
    await writeFully(args.json ? explained.flat().map(jsonLine).join("") : textOfAll(explained, width));
  }
  return outcome.finish();
}

function explainOne(
  robots: RobotsSource,
  agents: readonly string[],
  url: UrlOrBytes,
  isValid: boolean,
  args: CheckArguments,
): Explained {
  const base = { url: textOf(url), ...(args.crawlers.length > 1 && { crawler: agents.join(",") }) };
  if (!isValid) return { ...base, allowed: false, reason: "not-a-url" };
  if (args.trace && robots.robots !== undefined) {
    const traced = trace(robots.robots, agents, url);
    return { ...base, ...traced, traced };
  }
  const explained = robots.rulesFor(agents).explain(url);
  if (robots.outcome === undefined || explained.reason === "robots-txt") return { ...base, ...explained };
  return { ...base, allowed: explained.allowed, reason: "policy", access: robots.outcome, outage: robots.outage };
}

const jsonLine = ({ traced: _, ...explained }: Explained): string => `${JSON.stringify(explained)}\n`;

/** One line for each URL; with several crawlers, a line for the URL and one below for each crawler. */
function textOfAll(explained: readonly (readonly Explained[])[], crawlerWidth: number): string {
  const lines =
    explained[0]?.[0]?.crawler === undefined
      ? table(explained.flat())
      : explained.flatMap((ofUrl) => [printable(ofUrl[0]!.url), ...ofUrl.map((one) => crawlerLine(one, crawlerWidth))]);
  return lines.map((line) => `${line}\n`).join("");
}

/** Columns as wide as their widest entry in the batch, up to half a terminal. */
function table(explained: readonly Explained[]): string[] {
  const width = Math.min(40, Math.max(0, ...explained.map(({ url }) => printable(url).length)));
  return explained.flatMap((one) => {
    const url = one.traced === undefined ? printable(one.url).padEnd(width) : printable(one.url);
    return [`${wordOf(one)}  ${url}  ${printable(reasonText(one))}`.trimEnd(), ...traceLines(one.traced)];
  });
}

const crawlerLine = (one: Explained, width: number): string =>
  [
    `  ${printable(one.crawler!).padEnd(width)}  ${wordOf(one)}  ${printable(reasonText(one))}`.trimEnd(),
    ...traceLines(one.traced).map((line) => `  ${line}`),
  ].join("\n");

const wordOf = ({ allowed, reason }: Explained): string => (reason === "not-a-url" ? "invalid" : verdictText(allowed));

function reasonText({ rule, reason, agent, access }: Explained): string {
  if (rule !== undefined) return `${ruleText(rule)}  (group ${agent})`;
  const text = reasonTexts[reason];
  return access === undefined ? text : `${text}: ${access}`;
}

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
  return `  ${decides ? "decides     " : "matches     "}rank ${rule.rank}, ${printable(ruleText(rule))}${compared}`;
}

const choiceTexts: Record<Trace["chosenBy"], string> = {
  named: "its groups apply",
  star: "the groups for * apply",
  none: "no group applies",
};

const traceHelp = "  --trace            also print the chosen groups, the path as compared, and every matching rule\n";

export const explain: Command = { help: checkUsage("explain", traceHelp), run };
