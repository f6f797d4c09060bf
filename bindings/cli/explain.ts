/** `robots-wasm explain`: like check, with the rule, its line and the reason. */
import type { Explanation } from "../core/robots/agent-rules.ts";
import type { RobotsTxt } from "../core/robots/robots-txt.ts";
import { type Trace, trace } from "../tools/trace/index.ts";
import { parseQuestion, type Question, questionHelp } from "./arguments.ts";
import type { Command } from "./command.ts";
import { readRobots, textOfAsked, urlBatches } from "./input.ts";
import { printable, ruleText, verdictText, writeFully } from "./output.ts";

async function run(words: readonly string[]): Promise<number> {
  const question = parseQuestion(words);
  const robots = readRobots(question);
  if (question.trace) return traceAll(robots, question);
  const rules = robots.agent(question.agents);
  let refused = false;
  for await (const urls of urlBatches(question)) {
    const answers = urls.map((url) => ({ url: textOfAsked(url), ...rules.explain(url) }));
    refused ||= answers.some(({ allowed }) => !allowed);
    const lines = question.json ? answers.map((answer) => JSON.stringify(answer)) : table(answers);
    await writeFully(lines.map((line) => `${line}\n`).join(""));
  }
  return refused ? 1 : 0;
}

async function traceAll(robots: RobotsTxt, question: Question): Promise<number> {
  let refused = false;
  for await (const urls of urlBatches(question)) {
    for (const asked of urls) {
      const url = textOfAsked(asked);
      const traced = trace(robots, question.agents, asked);
      refused ||= !traced.allowed;
      await writeFully(question.json ? `${JSON.stringify({ url, ...traced })}\n` : traceText(url, traced));
    }
  }
  return refused ? 1 : 0;
}

function traceText(url: string, traced: Trace): string {
  const { tried, chosenBy, groups, paths, candidates } = traced;
  const names = tried.map(({ agent, named }) => `${agent} ${named ? "is named" : "is not named"}`);
  const rows = [
    `${verdictText(traced.allowed)}  ${printable(url)}  ${printable(reasonText({ url, ...traced }))}`.trimEnd(),
    `  agents      ${printable(names.join(", "))}; ${choices[chosenBy]}`,
    ...groups.map(
      ({ line, agents, rules }) => `  group       line ${line}: ${printable(agents.join(", "))}, ${rules} rules`,
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

const choices: Record<Trace["chosenBy"], string> = {
  named: "its groups apply",
  star: "the groups for * apply",
  none: "no group applies",
};

type Answer = Explanation & { readonly url: string };

const reasonTexts: Record<Explanation["reason"], string> = {
  rule: "",
  "no-match": "no rule matches",
  "no-group": "no group applies",
  "robots-txt": "robots.txt itself is always allowed",
};

function reasonText({ rule, reason, agent }: Answer): string {
  if (rule === undefined) return reasonTexts[reason];
  return `${ruleText(rule)}  (group ${agent})`;
}

/** Columns as wide as their widest entry in the batch, up to half a usual terminal. */
function table(answers: readonly Answer[]): string[] {
  const width = Math.min(40, Math.max(0, ...answers.map(({ url }) => printable(url).length)));
  return answers.map((answer) => {
    const url = printable(answer.url).padEnd(width);
    return `${verdictText(answer.allowed)}  ${url}  ${printable(reasonText(answer))}`.trimEnd();
  });
}

export const explain: Command = {
  name: "explain",
  summary: "like check, with the rule, its line and the reason",
  help: `Usage: robots-wasm explain FILE --agent TOKEN [--dialect NAME] [--json] [--trace] URL…
${questionHelp}  --trace            the groups chosen, the path as compared, and every rule that matches

Exit codes: 0 all URLs are allowed, 1 one is refused, 2 misuse.
`,
  run,
};
