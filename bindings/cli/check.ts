/** `robots-wasm check`: may this agent fetch these URLs? One verdict a line. */
import { parseQuestion, questionHelp } from "./arguments.ts";
import type { Command } from "./command.ts";
import { readRobots, textOfAsked, urlBatches } from "./input.ts";
import { Misuse } from "./misuse.ts";
import { printable, verdictText, writeFully } from "./output.ts";

async function run(words: readonly string[]): Promise<number> {
  const question = parseQuestion(words);
  if (question.trace) throw new Misuse("expected --trace with explain; got it with check");
  const rules = readRobots(question).agent(question.agents);
  let refused = false;
  for await (const urls of urlBatches(question)) {
    const verdicts = rules.isAllowedMany(urls);
    refused ||= verdicts.includes(0);
    await writeFully(urls.map((url, i) => verdictLine(textOfAsked(url), verdicts[i] === 1, question.json)).join(""));
  }
  return refused ? 1 : 0;
}

function verdictLine(url: string, allowed: boolean, json: boolean): string {
  return json ? `${JSON.stringify({ url, allowed })}\n` : `${verdictText(allowed)}  ${printable(url)}\n`;
}

export const check: Command = {
  name: "check",
  summary: "whether an agent may fetch URLs",
  help: `Usage: robots-wasm check FILE --agent TOKEN [--dialect NAME] [--json] URL…
${questionHelp}
Exit codes: 0 all URLs are allowed, 1 one is refused, 2 misuse.
`,
  run,
};
