/** `robots-wasm explain`: like check, with the deciding rule, its line and the reason. */
import type { Explanation } from "../core/robots/agent-rules.ts";
import type { RobotsTxt } from "../core/robots/robots-txt.ts";
import { pluralise } from "../node/format-number.ts";
import { type Trace, trace } from "../tools/trace/index.ts";
import { type CheckArguments, checkHelp, parseCheckArguments } from "./check-arguments.ts";
import type { Command } from "./command.ts";
import { readRobots, textOf, urlBatches } from "./input.ts";
import { printable, ruleText, verdictText, writeFully } from "./output.ts";

async function run(words: readonly string[]): Promise<number> {
  const args = parseCheckArguments(words);
  const robots = readRobots(args);
  if (args.trace) return traceAll(robots, args);
  const rules = robots.agent(args.agents);
  let refused = false;
  for await (const urls of urlBatches(args)) {
    const explained = urls.map((url) => ({ url: textOf(url), ...rules.explain(url) }));
    refused ||= explained.some(({ allowed }) => !allowed);
    const lines = args.json ? explained.map((one) => JSON.stringify(one)) : table(explained);
    await writeFully(lines.map((line) => `${line}\n`).join(""));
  }
  return refused ? 1 : 0;
}

async function traceAll(robots: RobotsTxt, args: CheckArguments): Promise<number> {
  let refused = false;
  for await (const urls of urlBatches(args)) {
    for (const asked of urls) {
      const url = textOf(asked);
      const traced = trace(robots, args.agents, asked);
      refused ||= !traced.allowed;
      await writeFully(args.json ? `${JSON.stringify({ url, ...traced })}\n` : traceText(url, traced));
    }
  }
  return refused ? 1 : 0;
}

function traceText(url: string, traced: Trace): string {
  const { tried, chosenBy, groups, paths, candidates } = traced;
  const names = tried.map(({ agent, named }) => `${agent} ${named ? "is named" : "is not named"}`);
  const rows = [
    `${verdictText(traced.allowed)}  ${printable(url)}  ${printable(reasonText({ url, ...traced }))}`.trimEnd(),
    `  agents      ${printable(names.join(", "))}; ${choiceTexts[chosenBy]}`,
    ...groups.map(
      ({ line, agents, rules }) =>
        `  group       line ${line}: ${printable(agents.join(", "))}, ${pluralise(rules, "rule")}`,
    ),
    ...paths.map((path) => `  path        ${printable(path)}`),
    ...candidates.map(
      (rule, i) =>
        `  ${i === 0 ? "decides     " : "matches     "}rank ${rule.rank}, ${printable(ruleText(rule))}${rule.pattern === rule.canonical ? "" : `  (compared as ${printable(rule.canonical)})`}`,
    ),
    "",
  ];
  return `${rows.join("\n")}`;
}

const choiceTexts: Record<Trace["chosenBy"], string> = {
  named: "its groups apply",
  star: "the groups for * apply",
  none: "no group applies",
};

type Explained = Explanation & { readonly url: string };

const reasonTexts: Record<Explanation["reason"], string> = {
  rule: "",
  "no-match": "no rule matches",
  "no-group": "no group applies",
  "robots-txt": "robots.txt itself is always allowed",
  "not-a-url": "not a URL: expected an absolute URL or a path that starts with /",
};

function reasonText({ rule, reason, agent }: Explained): string {
  if (rule === undefined) return reasonTexts[reason];
  return `${ruleText(rule)}  (group ${agent})`;
}

/** Columns as wide as their widest entry in the batch, up to half a terminal. */
function table(explained: readonly Explained[]): string[] {
  const width = Math.min(40, Math.max(0, ...explained.map(({ url }) => printable(url).length)));
  return explained.map((one) => {
    const url = printable(one.url).padEnd(width);
    return `${verdictText(one.allowed)}  ${url}  ${printable(reasonText(one))}`.trimEnd();
  });
}

export const explain: Command = {
  help: `Usage: robots-wasm explain FILE --agent TOKEN [--dialect NAME] [--json] [--trace] URL…
${checkHelp}  --trace            the chosen groups, the path as compared, and every matching rule

Exit codes: 0 all URLs are allowed, 1 a URL is refused, 2 a wrong call or a failure.
`,
  run,
};
