/** `robots-wasm survey`: what the robots.txt files of a crawl say, one row per site and crawler, or per site. */

import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatNumber } from "../../base/numbers.ts";
import { importOptional } from "../../base/optional-package.ts";
import { CompileStats } from "../../bulk/compile/index.ts";
import { runPipeline } from "../../bulk/filter/index.ts";
import {
  addSummary,
  type BatchResult,
  batchesOf,
  columnsOf,
  emptySummary,
  folderSites,
  headOf,
  ownSurveyor,
  type Row,
  type Site,
  type Summary,
  surveyorPool,
  warcSites,
} from "../../bulk/survey/index.ts";
import { type Output, outputFile, STDOUT, standardOutput, temporaryBeside } from "../../files/output-file.ts";
import type { Command } from "../command.ts";
import { INTERRUPTED, showProgress, stopOnSignals } from "../long-run.ts";
import { failOnBrokenPipe, printableLines, version, writeError } from "../output.ts";
import { checkPlaces } from "../places.ts";
import { checkWarcs } from "./inputs.ts";
import { type SurveyOptions, surveyHelp, surveyOptions } from "./options.ts";
import { summaryText } from "./summary-text.ts";

async function run(words: readonly string[]): Promise<number> {
  const options = surveyOptions(words);
  const { output, stats, folders, warcs } = options;
  checkWarcs(warcs);
  const places = folders.flatMap((one) => [
    one,
    ...["https", "http"].map((name) => join(one, name)).filter(existsSync),
  ]);
  checkPlaces([output ?? STDOUT, ...(stats === undefined ? [] : [stats])], [...places, ...warcs]);
  failOnBrokenPipe(stats === undefined ? [] : [stats]);
  const stop = new AbortController();
  const stopListening = stopOnSignals(stop);
  try {
    return await survey(options, stop.signal);
  } finally {
    stopListening();
  }
}

async function survey(options: SurveyOptions, signal: AbortSignal): Promise<number> {
  const { plan, jobs, offset, quiet } = options;
  const startedAtMs = performance.now();
  const record = options.stats === undefined ? undefined : outputFile(options.stats);
  const rows = await openRows(options);
  const total = emptySummary(plan.crawlers);
  const rate = (): number => (performance.now() - startedAtMs) / 1000;
  const surveyor = jobs === 1 ? ownSurveyor(plan) : surveyorPool(jobs, plan);
  const hideProgress = showProgress(
    () => `${formatNumber(total.sites)} sites, ${formatNumber(Math.round(total.sites / rate()))}/s`,
  );
  const rowsPerSite = plan.form === "site" ? 1 : plan.crawlers.length;
  const batches = batchesOf(untilAborted(sitesOf(options, signal), signal), { rowsPerSite, skip: offset });
  let end = offset;
  try {
    await runPipeline(batches, surveyor, {
      ordered: true,
      signal,
      write: async (result) => {
        await rows.write(result);
        addSummary(total, result.summary);
        end = result.end;
      },
    });
  } finally {
    hideProgress();
    await surveyor.close();
  }
  const suffix = signal.aborted ? `.part-${offset}-${end}` : "";
  await rows.finish(suffix);
  await record?.write(
    Buffer.from(`${JSON.stringify(recordOf(options, total, { end, seconds: rate(), interrupted: signal.aborted }))}\n`),
  );
  record?.commit(suffix);
  if (signal.aborted) writeError(`robots-wasm: interrupted; to continue: --offset ${end}\n`);
  if (!quiet) writeError(`${printableLines(summaryText(total, rate()))}\n`);
  return signal.aborted ? INTERRUPTED : 0;
}

/** The folders in order, then all WARC files as one crawl. */
async function* sitesOf({ folders, warcs, policy, output }: SurveyOptions, signal: AbortSignal): AsyncGenerator<Site> {
  const temporary = temporaryBeside(output ?? join(tmpdir(), "robots-wasm-survey"));
  for (const folder of folders) yield* folderSites(folder, `${temporary}.names`, signal);
  if (warcs.length > 0) yield* warcSites({ policy, warcs, temporary, stats: new CompileStats(), signal });
}

async function* untilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  try {
    yield* values;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

interface RowOutput {
  write(result: BatchResult): Promise<void>;
  finish(suffix: string): Promise<void>;
}

async function openRows({ output: path, plan: { format, form }, offset }: SurveyOptions): Promise<RowOutput> {
  const output = path === undefined ? standardOutput() : outputFile(path);
  if (format === "parquet") return parquetRows(output, form);
  // The parts of an interrupted run are one file when they are joined.
  if (offset === 0) await output.write(Buffer.from(headOf(format, columnsOf(form))));
  return {
    write: (result) => output.write(result.output as Uint8Array),
    finish: async (suffix) => output.commit(suffix),
  };
}

/** hyparquet-writer is an optional peer. */
async function parquetRows(output: Output, form: SurveyOptions["plan"]["form"]): Promise<RowOutput> {
  const load = () => import("../../bulk/survey/parquet-output.ts");
  const { ParquetOutput } = await importOptional("hyparquet-writer", "Parquet", load);
  const parquet = new ParquetOutput(output, columnsOf(form), `robots-wasm version ${version()}`);
  return {
    write: (result) => parquet.write(result.output as readonly Row[]),
    finish: async (suffix) => {
      await parquet.finish();
      output.commit(suffix);
    },
  };
}

/** The content of `--stats`. */
const recordOf = (
  { plan, policy, offset }: SurveyOptions,
  summary: Summary,
  { seconds, ...run }: { readonly end: number; readonly seconds: number; readonly interrupted: boolean },
): object => ({
  ...summary,
  ...{ offset, ...run, by: plan.form, dialect: plan.dialect ?? null, policy: policy.name },
  seconds: Number(seconds.toFixed(3)),
  versions: { "robots-wasm": version(), node: process.version },
});

export const surveyCommand: Command = {
  help: `Usage: robots-wasm survey [OPTION…] INPUT…
${surveyHelp}
What cannot be read is a row with its reason. The summary goes to standard error. WARC files need the package warcio, Parquet
hyparquet-writer. Exit codes: 0 all sites have rows, 2 a wrong call or a failure, 130 interrupted.
`,
  run,
};
