/** `robots-wasm check`: decides whether crawlers may fetch URLs. One line per URL. */
import { type Batch, batchesOf, type CheckArguments, checkUsage, parseCheckArguments } from "./check-arguments.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { textOf } from "./input.ts";
import { printable, verdictText, writeFully } from "./output.ts";
import { Outcome, outageOf } from "./verdicts.ts";

async function run(words: readonly string[]): Promise<number> {
  const args = parseCheckArguments(words);
  if (args.trace) throw usageError("expected --trace with explain; got it with check");
  const outcome = new Outcome();
  if (args.crawlers.length > 1 && !args.json) await writeFully(headerOf(args.crawlers));
  for await (const batch of batchesOf(args)) await writeFully(textOfBatch(batch, args, outcome));
  return outcome.finish();
}

const INVALID = 2;

/** Decides a batch: for each crawler, 1 (allowed), 0 (refused) or 2 (not a URL) for each URL. */
function decide({ robots, urls }: Batch, { crawlers }: CheckArguments, outcome: Outcome): Uint8Array[] {
  const isValid = urls.map((url) => outcome.isValid(url));
  return crawlers.map((agents) => {
    const verdicts = robots.rulesFor(agents).isAllowedMany(urls);
    return verdicts.map((verdict, i) => (isValid[i] ? verdict : INVALID));
  });
}

function textOfBatch(batch: Batch, args: CheckArguments, outcome: Outcome): string {
  const verdicts = decide(batch, args, outcome);
  if (verdicts.some((one) => one.includes(0))) outcome.refuse();
  return batch.urls
    .map((url, i) => {
      const ofUrl = verdicts.map((one) => one[i]!);
      const outage = ofUrl[0] === INVALID ? undefined : outageOf(batch.robots, args.crawlers[0]!, url);
      outcome.noteOutage(batch.robots.name, outage);
      return args.json
        ? jsonLines(textOf(url), ofUrl, args.crawlers, outage)
        : textLine(textOf(url), ofUrl, args.crawlers);
    })
    .join("");
}

function jsonLines(
  url: string,
  verdicts: readonly number[],
  crawlers: CheckArguments["crawlers"],
  outage: string | undefined,
): string {
  return verdicts
    .map((verdict, i) => {
      const agent = crawlers.length > 1 && { agent: crawlers[i]!.join(",") };
      const reason = verdict === INVALID && { reason: "not-a-url" };
      return `${JSON.stringify({ url, ...agent, allowed: verdict === 1, ...reason, outage })}\n`;
    })
    .join("");
}

const columnText = (verdict: number): string => (verdict === INVALID ? "invalid" : verdictText(verdict === 1));
const VERDICT_COLUMNS = "refused".length;
const widthOf = (agents: readonly string[]): number => Math.max(VERDICT_COLUMNS, agents.join(",").length);

const headerOf = (crawlers: CheckArguments["crawlers"]): string =>
  `${crawlers.map((agents) => printable(agents.join(",")).padEnd(VERDICT_COLUMNS)).join("  ")}\n`;

/** Colours take no columns, so the padding is computed from the plain word. */
function textLine(url: string, verdicts: readonly number[], crawlers: CheckArguments["crawlers"]): string {
  const columns = verdicts.map((verdict, i) => {
    const width = crawlers.length > 1 ? widthOf(crawlers[i]!) : VERDICT_COLUMNS;
    return columnText(verdict) + " ".repeat(width - VERDICT_COLUMNS);
  });
  return `${columns.join("  ")}  ${printable(url)}\n`;
}

export const check: Command = { help: checkUsage("check"), run };
