/** `robots-wasm explain`: like check, with the rule, its line and the reason. */
import type { Explanation } from "../robots/agent-rules.ts";
import { parseQuestion, questionHelp } from "./arguments.ts";
import type { Command } from "./command.ts";
import { readRobots, urlBatches } from "./input.ts";
import { printable, verdictText, writeFully } from "./output.ts";

async function run(words: readonly string[]): Promise<number> {
  const question = parseQuestion(words);
  const rules = readRobots(question).agent(question.agents);
  let refused = false;
  for await (const urls of urlBatches(question)) {
    const answers = urls.map((url) => ({ url, ...rules.explain(url) }));
    refused ||= answers.some(({ allowed }) => !allowed);
    const lines = question.json ? answers.map((answer) => JSON.stringify(answer)) : table(answers);
    await writeFully(lines.map((line) => `${line}\n`).join(""));
  }
  return refused ? 1 : 0;
}

type Answer = Explanation & { readonly url: string };

const directives = { allow: "Allow", disallow: "Disallow" } as const;

const reasonTexts: Record<Explanation["reason"], string> = {
  rule: "",
  "no-match": "no rule matches",
  "no-group": "no group applies",
  "robots-txt": "robots.txt itself is always allowed",
};

function reasonText({ rule, reason, agent }: Answer): string {
  if (rule === undefined) return reasonTexts[reason];
  return `line ${rule.line}: ${directives[rule.directive]}: ${rule.pattern}  (group ${agent})`;
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
  help: `Usage: robots-wasm explain FILE --agent TOKEN [--dialect NAME] [--json] URL…
${questionHelp}
Exit codes: 0 all URLs are allowed, 1 one is refused, 2 misuse.
`,
  run,
};
