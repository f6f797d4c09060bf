/** `robots-wasm survey`: what the robots.txt files of a crawl say, one row per site and crawler, or per site. */

import { tmpdir } from "node:os";
import { join } from "node:path";
import { isGzip } from "../../base/gzip.ts";
import { formatNumber, pluralise } from "../../base/numbers.ts";
import { inputError } from "../../bulk/files/input-error.ts";
import { outputFile, STDOUT, temporaryBeside } from "../../bulk/files/output-file.ts";
import { runPipeline } from "../../bulk/files/pipeline.ts";
import { startOf, withFile } from "../../bulk/files/read-start.ts";
import {
  addSummary,
  type BatchResult,
  batchesOf,
  emptySummary,
  folderSites,
  type Site,
  type Summary,
  surveyorPool,
} from "../../bulk/survey/index.ts";
import { originsIn } from "../../bulk/warc/index.ts";
import { MAGIC } from "../../crawl/archive/internal.ts";
import type { Command } from "../command.ts";
import { usageError } from "../errors.ts";
import { checkedFile, readList } from "../input.ts";
import { INTERRUPTED, showProgress, untilAborted, untilStopped } from "../long-run.ts";
import { failOnBrokenPipe, printable, printableLines, version, warn, writeError } from "../output.ts";
import { checkPlaces, foldersOf } from "../places.ts";
import { openRows } from "./row-output.ts";
import { summaryText } from "./summary-text.ts";
import { type SurveyOptions, surveyHelp, surveyOptions } from "./survey-options.ts";

/**
 * Lines `RANK,HOST`, or `HOST` in the order of their ranks. Such lists have a million lines: 100 MB in memory. Other lines are counted.
 * @throws an input error if there are only others
 */
function ranksIn(file: string): ReadonlyMap<string, number> {
  const lines = readList("a readable file", file).split(/\r?\n/);
  const ranks = new Map<string, number>();
  const others = lines.flatMap((line, i) => (line === "" || takeRank(ranks, line, i + 1) ? [] : [i]));
  if (others.length === 0) return ranks;
  const at = others[0]!;
  const got = printable(lines[at]!.slice(0, 200));
  const error = inputError(`${file}, line ${at + 1}`, `expected RANK,HOST or HOST; got ${got}`);
  if (ranks.size === 0) throw error;
  warn(`skipped ${pluralise(others.length, "line")} of --ranks; the first: ${error.message}`);
  return ranks;
}

/** @returns false for a line that is not one of ranks */
function takeRank(ranks: Map<string, number>, line: string, number: number): boolean {
  const [, rank = String(number), host] = /^(?:(\d{1,15}),)?([^\s,/]+)$/.exec(line) ?? [];
  const name = host?.toLowerCase();
  if (name !== undefined && !ranks.has(name)) ranks.set(name, Number(rank));
  return name !== undefined;
}

/** Lists name sites without `www.`. */
function rankOf(ranks: ReadonlyMap<string, number>, site: Site): number | undefined {
  const host = hostOf(site);
  return host === undefined ? undefined : (ranks.get(host) ?? ranks.get(host.replace(/^www\./, "")));
}

function hostOf(site: Site): string | undefined {
  if ("place" in site) return undefined;
  return "entry" in site ? site.entry.name.replace(/_\d+$/, "") : new URL(site.origin).hostname;
}

/** @throws a usage error. Of several files, another one is a row too. */
function checkWarcs(paths: readonly string[]): void {
  if (paths.length > 1) return;
  for (const path of paths) {
    const start = checkedFile("a folder or a WARC file", path, () => withFile(path, (file) => startOf(file, 5)));
    const text = start.toString("latin1");
    if (text.startsWith(MAGIC))
      throw usageError(
        `expected robots.txt files; got an archive, which holds compiled rules: ${path}; pass what it was compiled from`,
      );
    if (!isGzip(start) && text !== "WARC/")
      throw usageError(`expected a folder or a WARC file; got another file: ${path}`);
  }
}

async function run(words: readonly string[]): Promise<number> {
  const options = surveyOptions(words);
  const { output, stats, folders, warcs, part, ranks } = options;
  checkWarcs(warcs);
  checkPlaces(
    [output ?? STDOUT, ...(stats === undefined ? [] : [stats])],
    [...folders.flatMap(foldersOf), ...warcs, ...[part, ranks].filter((path) => path !== undefined)],
  );
  failOnBrokenPipe(stats === undefined ? [] : [stats]);
  return untilStopped((signal) => survey(options, signal));
}

/** Most sites have fewer names in their user-agent lines. */
const AGENT_ROWS = 32;

async function survey(options: SurveyOptions, signal: AbortSignal): Promise<number> {
  const { plan, jobs, quiet } = options;
  const startedAtMs = performance.now();
  const record = options.stats === undefined ? undefined : outputFile(options.stats);
  const rows = await openRows(options);
  const { from, to: offset } = rows.covered;
  const total = emptySummary(plan.crawlers);
  const rate = (): number => (performance.now() - startedAtMs) / 1000;
  const surveyor = surveyorPool(jobs, plan);
  const hideProgress = showProgress(
    () => `${formatNumber(total.sites)} sites, ${formatNumber(Math.round(total.sites / rate()))}/s`,
  );
  const rowsPerSite = { site: 1, agent: AGENT_ROWS, crawler: plan.crawlers.length }[plan.form];
  // A batch that is cut short is left out: row groups of Parquet end where batches do, in a run that goes on too.
  const batches = untilAborted(batchesOf(rankedSites(options, signal), { rowsPerSite, skip: offset }), signal);
  const unwritten: BatchResult[] = [];
  let end = offset;
  const countWritten = (): void => {
    for (const result of unwritten.splice(0)) {
      addSummary(total, result.summary);
      end = result.end;
    }
  };
  try {
    await runPipeline(batches, surveyor, {
      ordered: true,
      signal,
      write: async (result) => {
        unwritten.push(result);
        if (await rows.write(result)) countWritten();
      },
    });
  } finally {
    hideProgress();
    await surveyor.close();
  }
  const interrupted = signal.aborted;
  if (!interrupted) countWritten();
  const toContinue = interrupted ? await rows.finishPart({ from, to: end }) : await rows.finish();
  await record?.write(
    Buffer.from(`${JSON.stringify(recordOf(options, total, { offset, end, seconds: rate(), interrupted }))}\n`),
  );
  record?.commit(interrupted ? `.part-${from}-${end}` : "");
  if (interrupted) warn(`interrupted; to continue: ${toContinue}`);
  if (!quiet) writeError(`${printableLines(summaryText(total, rate()))}\n`);
  return interrupted ? INTERRUPTED : 0;
}

async function* rankedSites(options: SurveyOptions, signal: AbortSignal): AsyncGenerator<Site> {
  const ranks = options.ranks === undefined ? undefined : ranksIn(options.ranks);
  for await (const site of sitesOf(options, signal))
    yield ranks === undefined ? site : { ...site, rank: rankOf(ranks, site) };
}

/** The folders in order, then all WARC files as one crawl. */
async function* sitesOf({ folders, warcs, policy, output }: SurveyOptions, signal: AbortSignal): AsyncGenerator<Site> {
  const temporary = temporaryBeside(output ?? join(tmpdir(), "robots-wasm-survey"));
  for (const folder of folders) yield* folderSites(folder, `${temporary}.names`, signal);
  if (warcs.length > 0) yield* originsIn({ policy, warcs, temporary, signal });
}

/** The content of `--stats`. */
const recordOf = (
  { plan, policy }: SurveyOptions,
  summary: Summary,
  { seconds, ...run }: Readonly<Record<"offset" | "end" | "seconds", number>> & { readonly interrupted: boolean },
): object => ({
  ...summary,
  ...{ ...run, by: plan.form, dialect: plan.dialect ?? null, policy: policy.name },
  seconds: Number(seconds.toFixed(3)),
  versions: { "robots-wasm": version(), node: process.version },
});

export const command: Command = {
  help: `Usage: robots-wasm survey [OPTION…] INPUT…
${surveyHelp}
What cannot be read is a row with its reason. The summary goes to standard error.
Exit codes: 0 all sites have rows, 2 a wrong call or a failure, 130 interrupted.
`,
  run,
};
