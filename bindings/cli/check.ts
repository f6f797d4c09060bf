/** `robots-wasm check`: decides whether crawlers may fetch URLs. One line per URL. */
import type { Refusal } from "../crawl/client/index.ts";
import { notesOn, type VerdictNotes } from "../owners/agents/internal.ts";
import { dialectText } from "../owners/assertions/index.ts";
import { type Batch, batchesOf, type CheckArguments, checkUsage, parseCheckArguments } from "./check-arguments.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { ExitCode } from "./exit-code.ts";
import { type UrlOrBytes, urlText } from "./input.ts";
import { jsonLine, printable, verdictText, writeAll, writeFully } from "./output.ts";
import { type Requested, requestedOf, requestedText } from "./requested.ts";
import { outageFor, refusalIn, type SourceReading } from "./robots-source.ts";

async function run(words: readonly string[]): Promise<number> {
  const args = parseCheckArguments(words);
  if (args.trace) throw usageError("expected --trace with explain; got it with check");
  const exitCode = new ExitCode();
  const names = args.crawlers.map(({ tokens }) => tokens.join(","));
  if (names.length > 1 && !args.json) await writeFully(headerOf(names));
  for await (const batch of batchesOf(args, exitCode)) await writeAll(textsOf(batch, args, names, exitCode));
  return exitCode.finish();
}

interface CrawlerVerdict {
  readonly allowed: boolean;
  /** What JSON says besides. */
  readonly more: VerdictNotes & {
    readonly reason?: "not-a-url";
    readonly requested?: Requested | undefined;
    readonly outage?: string | undefined;
  } & Partial<Refusal>;
}

const NOT_A_URL: CrawlerVerdict = { allowed: false, more: { reason: "not-a-url" } };

function verdictFor(reading: SourceReading, url: UrlOrBytes, allowed: boolean): CrawlerVerdict {
  const outage = outageFor(reading, url);
  const requested = requestedOf(reading.rules, url);
  const refusal = allowed ? {} : refusalIn(reading, outage);
  return { allowed, more: { requested, ...notesOn(reading, url, allowed), outage, ...refusal } };
}

function* textsOf(
  { robots, urls }: Batch,
  { crawlers, json }: CheckArguments,
  names: readonly string[],
  exitCode: ExitCode,
): Generator<string> {
  const readings = crawlers.map((crawler) => robots.readingFor(crawler));
  const allowed = readings.map(({ rules }) => rules.isAllowedMany(urls));
  for (const [i, url] of urls.entries()) {
    const isUrl = exitCode.isValid(url);
    const verdicts = readings.map((reading, n) => (isUrl ? verdictFor(reading, url, allowed[n]![i] === 1) : NOT_A_URL));
    for (const { more } of verdicts) exitCode.noteOutage(robots.name, more.outage);
    if (isUrl && verdicts.some((one) => !one.allowed)) exitCode.refuse();
    if (json) yield* jsonLines(url, names, verdicts);
    else yield textLine(url, names, verdicts);
  }
}

const jsonLines = (url: UrlOrBytes, names: readonly string[], verdicts: readonly CrawlerVerdict[]): string[] =>
  verdicts.map(({ allowed, more }, i) =>
    jsonLine({ url: urlText(url), ...(names.length > 1 && { agent: names[i] }), allowed, ...more }),
  );

const VERDICT_COLUMNS = "refused".length;

const headerOf = (names: readonly string[]): string =>
  `${names.map((name) => printable(name).padEnd(VERDICT_COLUMNS)).join("  ")}\n`;

const verdictWord = ({ allowed, more }: CrawlerVerdict): string =>
  more.reason === "not-a-url" ? "invalid" : verdictText(allowed);

/** Colours take no columns, so the padding is computed from the plain word. */
function textLine(url: UrlOrBytes, names: readonly string[], verdicts: readonly CrawlerVerdict[]): string {
  const isOne = names.length === 1;
  const columns = verdicts.map((one, i) => {
    const width = isOne ? VERDICT_COLUMNS : Math.max(VERDICT_COLUMNS, names[i]!.length);
    return verdictWord(one) + " ".repeat(width - VERDICT_COLUMNS);
  });
  const requested = verdicts.flatMap(({ more }) => more.requested ?? []);
  const notes = [
    ...(requested.length === 0 ? [] : [requestedText(requested)]),
    ...verdicts.flatMap(({ more }) => more.fetchedAnyway ?? []),
    ...dialectTexts(names, verdicts),
  ];
  const note = notes.length === 0 ? "" : `  (${printable(notes.join("; "))})`;
  return `${columns.join("  ")}  ${printable(urlText(url))}${note}\n`;
}

/** One text for all crawlers for which it is the same, with their names unless it is so for all. */
function dialectTexts(names: readonly string[], verdicts: readonly CrawlerVerdict[]): string[] {
  const texts = verdicts.map(({ more }) => dialectText(more));
  return [...new Set(texts)].flatMap((text) => {
    if (text === undefined) return [];
    const found = names.filter((_, i) => texts[i] === text).map((name) => name.split(",")[0]);
    return found.length === names.length ? [text] : [`${found.join(", ")}: ${text}`];
  });
}

export const command: Command = { help: checkUsage("check"), run };
