/** `robots-wasm check`: decides whether crawlers may fetch URLs. One line per URL. */
import type { Refusal } from "../crawl/client/index.ts";
import { type Batch, batchesOf, type CheckArguments, checkUsage, parseCheckArguments } from "./check-arguments.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { ExitCode, outageOf } from "./exit-code.ts";
import { textOf } from "./input.ts";
import { jsonLine, printable, verdictText, writeAll, writeFully } from "./output.ts";
import { type Requested, requestedOf, requestedText } from "./requested.ts";
import { fetchedBy, refusalIn } from "./robots-source.ts";

async function run(words: readonly string[]): Promise<number> {
  const args = parseCheckArguments(words);
  if (args.trace) throw usageError("expected --trace with explain; got it with check");
  const exitCode = new ExitCode();
  if (args.crawlers.length > 1 && !args.json) await writeFully(headerOf(args.crawlers));
  for await (const batch of batchesOf(args, exitCode)) await writeAll(textsOf(batch, args, exitCode));
  return exitCode.finish();
}

const INVALID = 2;

/** Decides a batch: for each crawler, 1 (allowed), 0 (refused) or 2 (not a URL) for each URL. */
function decide({ robots, urls }: Batch, { crawlers }: CheckArguments, isValid: readonly boolean[]) {
  return crawlers.map((agents) => {
    const verdicts = robots.rulesFor(agents).isAllowedMany(urls);
    return verdicts.map((verdict, i) => (isValid[i] ? verdict : INVALID));
  });
}

/** The verdicts of all crawlers on one URL. */
interface Checked {
  readonly url: string;
  readonly verdicts: readonly number[];
  /** One for each crawler, or none. */
  readonly requested: readonly Requested[];
  /** For each crawler, why it fetches what is refused; undefined if it does not. */
  readonly fetched: readonly (string | undefined)[];
  readonly outage: string | undefined;
  /** Of what is refused. */
  readonly refusal: Partial<Refusal>;
}

function* textsOf(batch: Batch, args: CheckArguments, exitCode: ExitCode): Generator<string> {
  const { robots, urls } = batch;
  const isValid = urls.map((url) => exitCode.isValid(url));
  const verdicts = decide(batch, args, isValid);
  if (verdicts.some((one) => one.includes(0))) exitCode.refuse();
  const rules = args.crawlers.map((agents) => robots.rulesFor(agents));
  for (const [i, url] of urls.entries()) {
    const outage = isValid[i] ? outageOf(robots, args.crawlers[0]!, url) : undefined;
    exitCode.noteOutage(robots.name, outage);
    const requested = isValid[i] ? rules.flatMap((one) => requestedOf(one, url) ?? []) : [];
    const own = verdicts.map((one) => one[i]!);
    const fetched = own.map((verdict, n) =>
      verdict === 0 ? fetchedBy(robots, args.crawlers[n]!, rules[n]!) : undefined,
    );
    const checked = {
      url: textOf(url),
      verdicts: own,
      requested,
      fetched,
      outage,
      refusal: refusalIn(robots, outage),
    };
    if (args.json) yield* jsonLines(checked, args.crawlers);
    else yield textLine(checked, args.crawlers);
  }
}

const jsonLines = (
  { url, verdicts, requested, fetched, outage, refusal }: Checked,
  crawlers: CheckArguments["crawlers"],
): string[] =>
  verdicts.map((verdict, i) => {
    const agent = crawlers.length > 1 && { agent: crawlers[i]!.join(",") };
    const decided =
      verdict === INVALID ? { reason: "not-a-url" } : { requested: requested[i], fetchedAnyway: fetched[i] };
    return jsonLine({ url, ...agent, allowed: verdict === 1, ...decided, outage, ...(verdict === 0 && refusal) });
  });

const columnText = (verdict: number): string => (verdict === INVALID ? "invalid" : verdictText(verdict === 1));
const VERDICT_COLUMNS = "refused".length;
const widthOf = (agents: readonly string[]): number => Math.max(VERDICT_COLUMNS, agents.join(",").length);

const headerOf = (crawlers: CheckArguments["crawlers"]): string =>
  `${crawlers.map((agents) => printable(agents.join(",")).padEnd(VERDICT_COLUMNS)).join("  ")}\n`;

/** Colours take no columns, so the padding is computed from the plain word. */
function textLine({ url, verdicts, requested, fetched }: Checked, crawlers: CheckArguments["crawlers"]): string {
  const columns = verdicts.map((verdict, i) => {
    const width = crawlers.length > 1 ? widthOf(crawlers[i]!) : VERDICT_COLUMNS;
    return columnText(verdict) + " ".repeat(width - VERDICT_COLUMNS);
  });
  const notes = [
    ...(requested.length === 0 ? [] : [requestedText(requested)]),
    ...fetched.filter((note) => note !== undefined),
  ];
  const note = notes.length === 0 ? "" : `  (${notes.join("; ")})`;
  return `${columns.join("  ")}  ${printable(url)}${note}\n`;
}

export const command: Command = { help: checkUsage("check"), run };
