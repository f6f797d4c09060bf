/** `robots-wasm filter`: reads URLs and writes those that the crawler may fetch. */
import { statSync } from "node:fs";
import { type Block, blocksOf } from "../../bulk/files/blocks.ts";
import {
  isOutputClosed,
  isSameFile,
  type Output,
  outputFile,
  STDIN,
  STDOUT,
  standardOutput,
} from "../../bulk/files/output-file.ts";
import { runPipeline } from "../../bulk/files/pipeline.ts";
import type { ThreadPool } from "../../bulk/files/threads.ts";
import { type BlockResult, type Fetcher, type FilterPlan, poolOf, type UrlField } from "../../bulk/filter/index.ts";
import type { Command } from "../command.ts";
import { usageError } from "../errors.ts";
import { INTERRUPTED, showProgress, untilStopped } from "../long-run.ts";
import { failOnBrokenPipe, printable, version, writeError } from "../output.ts";
import { checkPlaces, foldersOf } from "../places.ts";
import { progressText } from "../progress.ts";
import type { Fetching } from "./fetcher.ts";
import { type FilterOptions, filterHelp, filterOptions, WINDOW_BYTES } from "./filter-options.ts";
import { FilterStats } from "./filter-stats.ts";
import { prepareRobotsSource, shardsNamedBy } from "./prepare-library.ts";
import { serve } from "./serve.ts";
import { type Input, openBytes, openInput } from "./url-input.ts";

async function run(words: readonly string[]): Promise<number> {
  const options = filterOptions(words);
  return untilStopped((signal) =>
    filterAll(options, signal).catch((error) => {
      if (signal.aborted && error === signal.reason) return INTERRUPTED;
      throw error;
    }),
  );
}

async function filterAll(options: FilterOptions, signal: AbortSignal): Promise<number> {
  checkOutputs(options);
  failOnBrokenPipe([options.refused, options.invalid, options.stats].filter((file) => file !== undefined));
  const opened = await openRun(options, signal);
  return options.serve ? serveFrames(opened, options, signal) : filterInput(opened, options, signal);
}

/** What decides, and where the results go. */
interface Run extends Fetching {
  readonly plan: FilterPlan;
  readonly outputs: Outputs;
}

async function openRun(options: FilterOptions, signal: AbortSignal): Promise<Run> {
  const plan = await prepareRobotsSource(options, signal);
  return { plan, ...(await fetching(options)), outputs: outputsOf(options) };
}

/** The client is loaded only if it is needed, or checks a User-Agent: starting takes longer with each file that is loaded. */
async function fetching(options: FilterOptions): Promise<Fetching> {
  const isNeeded = options.plan.missing === "fetch" || options.userAgent !== undefined;
  return isNeeded ? (await import("./fetcher.ts")).fetchingBy(options) : { fetcher: neverCalled, report: () => {} };
}

const neverCalled: Fetcher = () => Promise.reject(new Error("a fetch without --missing fetch"));

/** Frames that were answered are complete: after a signal, the name of the output says up to which byte of the input. */
async function serveFrames(
  { plan, fetcher, outputs }: Run,
  options: FilterOptions,
  signal: AbortSignal,
): Promise<number> {
  const stats = new FilterStats(options);
  const end = await serve(plan, fetcher, openBytes(signal), outputs.allowed, stats, signal);
  outputs.allowed.commit(signal.aborted ? `.part-0-${end}` : "");
  if (signal.aborted) writeError(`robots-wasm: interrupted; answered the frames up to input byte ${end}\n`);
  return signal.aborted ? INTERRUPTED : 0;
}

async function filterInput(opened: Run, options: FilterOptions, signal: AbortSignal): Promise<number> {
  const { report, outputs } = opened;
  const input = openInput(options.offset, options.plan.field, signal);
  const threads = threadsOf(opened, options, input.field);
  const stats = new FilterStats(options);
  const hideProgress = showProgress(() => progressText(stats, input));
  const write = (result: BlockResult): Promise<void> => writeResult(result, outputs, stats);
  try {
    await runPipeline(blocksIn(input, options, signal), threads, { ordered: options.ordered, signal, write });
  } finally {
    hideProgress();
    input.close();
    await threads.close();
  }
  await outputs.stats?.write(Buffer.from(`${JSON.stringify(recordOf(options, stats, signal.aborted))}\n`));
  report();
  return finish(options, outputs, stats, signal.aborted);
}

/** The input says which field holds the URLs: Parquet gives lines of URLs alone. */
const threadsOf = (
  { plan, fetcher }: Run,
  options: FilterOptions,
  field: UrlField | undefined,
): ThreadPool<Block, BlockResult> => poolOf(options, { ...plan, field }, fetcher);

/** JSON takes several times the bytes of its lines, so it is made of smaller windows. */
const blocksIn = (input: Input, { offset, plan }: FilterOptions, signal: AbortSignal): AsyncGenerator<Block> =>
  blocksOf(input.chunks, {
    blockBytes: plan.output.format === "json" ? WINDOW_BYTES / 2 : WINDOW_BYTES,
    offset: input.offset,
    skip: offset - input.offset,
    signal,
  });

async function writeResult(result: BlockResult, outputs: Outputs, stats: FilterStats): Promise<void> {
  await outputs.allowed.write(result.output);
  if (result.refusedLines !== undefined) await outputs.refused?.write(result.refusedLines);
  if (result.invalidLines !== undefined) await outputs.invalid?.write(result.invalidLines);
  stats.add(result);
}

interface Outputs {
  readonly allowed: Output;
  readonly refused: Output | undefined;
  readonly invalid: Output | undefined;
  readonly stats: Output | undefined;
}

/** Refuses outputs that would be lost or would cover an input. */
function checkOutputs({ plan, output, refused, invalid, stats }: FilterOptions): void {
  if (output === undefined && isOutputClosed())
    throw usageError("expected an open standard output; got a closed one; redirect it, or pass --output FILE");
  if (output === undefined && isSameFile(0, 1))
    throw usageError("expected the output to be another file than the input; got the same; pass --output FILE");
  const files = [refused, invalid, stats].filter((file) => file !== undefined);
  checkPlaces([output ?? STDOUT, ...files], [STDIN, ...robotsInputs(plan.robots)]);
}

/** The folder and those of its schemes, or the file and the shards that it names. */
function robotsInputs(robots: string | undefined): readonly string[] {
  if (robots === undefined) return [];
  return statSync(robots).isDirectory() ? foldersOf(robots) : [robots, ...shardsNamedBy(robots)];
}

function outputsOf({ output, refused, invalid, stats }: FilterOptions): Outputs {
  const optional = (path: string | undefined) => (path === undefined ? undefined : outputFile(path));
  return {
    allowed: output === undefined ? standardOutput() : outputFile(output),
    refused: optional(refused),
    invalid: optional(invalid),
    stats: optional(stats),
  };
}

const recordOf = ({ plan, offset }: FilterOptions, stats: FilterStats, interrupted: boolean): object => ({
  ...stats.counts(),
  offset,
  end: stats.end,
  interrupted,
  agents: plan.agents,
  dialect: plan.dialect,
  versions: { "robots-wasm": version(), node: process.version },
});

/** Output of an interrupted run is complete up to an input offset, which is added to its name. */
function finish(
  { offset, quiet, output, plan }: FilterOptions,
  outputs: Outputs,
  stats: FilterStats,
  wasAborted: boolean,
): number {
  const suffix = wasAborted ? `.part-${offset}-${stats.end}` : "";
  if (!wasAborted) {
    stats.checkInvalid(plan.output);
    stats.checkFound();
  }
  outputs.allowed.commit(suffix);
  for (const output of [outputs.refused, outputs.invalid, outputs.stats]) output?.commit(suffix);
  const part = output === undefined ? "the output so far" : printable(output + suffix);
  if (wasAborted)
    writeError(`robots-wasm: interrupted; to continue: --offset ${stats.end}, then append its output to ${part}\n`);
  if (!quiet) writeError(`${stats.summary()}\n`);
  return wasAborted ? INTERRUPTED : 0;
}

export const command: Command = {
  help: `Usage: robots-wasm filter --agent TOKEN [--robots PATH] [OPTION…] < URLS > ALLOWED
${filterHelp}
The input has one http or https URL per line, plain or gzip. Lines that are not URLs are left out and counted.
Exit codes: 0 everything is decided and written, 2 a wrong call or a failure, 130 interrupted.
`,
  run,
};
