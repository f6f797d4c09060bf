/** `robots-wasm check`: decides whether a crawler may fetch URLs. One verdict per line. */
import { checkHelp, parseCheckArguments } from "./check-arguments.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { readRobots, textOf, urlBatches } from "./input.ts";
import { printable, verdictText, writeFully } from "./output.ts";

async function run(words: readonly string[]): Promise<number> {
  const args = parseCheckArguments(words);
  if (args.trace) throw usageError("expected --trace with explain; got it with check");
  const rules = readRobots(args).agent(args.agents);
  let refused = false;
  for await (const urls of urlBatches(args)) {
    const verdicts = rules.isAllowedMany(urls);
    refused ||= verdicts.includes(0);
    await writeFully(urls.map((url, i) => verdictLine(textOf(url), verdicts[i] === 1, args.json)).join(""));
  }
  return refused ? 1 : 0;
}

function verdictLine(url: string, allowed: boolean, json: boolean): string {
  return json ? `${JSON.stringify({ url, allowed })}\n` : `${verdictText(allowed)}  ${printable(url)}\n`;
}

export const check: Command = {
  help: `Usage: robots-wasm check FILE --agent TOKEN [--dialect NAME] [--json] URL…
${checkHelp}
Exit codes: 0 all URLs are allowed, 1 a URL is refused, 2 a wrong call or a failure.
`,
  run,
};
