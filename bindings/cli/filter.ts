/** `robots-wasm filter`: a line filter for frontiers. URLs in, the ones that the agent may fetch out. */

import { blocksOf } from "../bulk/filter/blocks.ts";
import { ownDecider } from "../bulk/filter/decider.ts";
import { type Access, accessOf } from "../bulk/filter/origin-rules.ts";
import type { Fetcher } from "../bulk/filter/origins.ts";
import { drive } from "../bulk/filter/pipeline.ts";
import { poolOf } from "../bulk/filter/pool.ts";
import { type Output, outputFile, placeOf, standardOutput } from "../node/output-file.ts";
import { checkedClient } from "./client.ts";
import type { Command } from "./command.ts";
import { clearError } from "./failure.ts";
import { openInput } from "./filter/input.ts";
import { type FilterOptions, filterHelp, filterOptions } from "./filter/options.ts";
import { progressText } from "./filter/progress.ts";
import { openable } from "./filter/robots.ts";
import { Tally } from "./filter/tally.ts";
import { INTERRUPTED, stopOnSignals } from "./interrupt.ts";
import { Misuse } from "./misuse.ts";
import { writeError } from "./output.ts";
import { policyForDialect } from "./policy.ts";
import { showProgress } from "./progress.ts";

async function run(words: readonly string[]): Promise<number> {
  const options = filterOptions(words);
  const stop = new AbortController();
  const interrupted = stopOnSignals(stop);
  try {
    return await filterAll(options, stop.signal);
  } catch (error) {
    if (stop.signal.aborted && error === stop.signal.reason) return INTERRUPTED;
    throw clearError(error);
  } finally {
    interrupted();
  }
}

async function filterAll(options: FilterOptions, signal: AbortSignal): Promise<number> {
  const { jobs, offset, ordered, quiet } = options;
  checkApart(options);
  const plan = await openable(options.plan, quiet, signal);
  const fetcher = fetcherOf(options);
  const outputs = outputsOf(options);
  const input = openInput(offset, signal);
  const decider = jobs === 1 ? ownDecider(plan, fetcher) : poolOf(jobs, plan, fetcher);
  const tally = new Tally(offset);
  const hideProgress = showProgress(() => progressText(tally, input));
  const blocks = blocksOf(input.chunks, {
    blockBytes: options.windowBytes,
    offset: input.offset,
    skip: offset - input.offset,
    signal,
  });
  try {
    await drive(blocks, decider, {
      ordered,
      signal,
      write: async (result) => {
        await outputs.allowed.write(result.output);
        if (result.denied !== undefined) await outputs.denied?.write(result.denied);
        tally.add(result);
      },
    });
  } finally {
    hideProgress();
    input.close();
    await decider.close();
  }
  return finish(options, outputs, tally, signal.aborted);
}

interface Outputs {
  readonly allowed: Output;
  readonly denied: Output | undefined;
}

/** One would take the place of the other, or both would be written to one. */
function checkApart({ output, denied }: FilterOptions): void {
  if (denied === undefined) return;
  const place = placeOf(denied);
  if (place !== undefined && place === placeOf(output))
    throw new Misuse(`expected allowed lines and --denied to go to two files; got ${denied} for both`);
}

function outputsOf({ output, denied }: FilterOptions): Outputs {
  return {
    allowed: output === undefined ? standardOutput() : outputFile(output),
    denied: denied === undefined ? undefined : outputFile(denied),
  };
}

/** What an interrupted run has written is whole as far as it goes, and its name says how far that is. */
function finish({ offset, quiet }: FilterOptions, outputs: Outputs, tally: Tally, wasAborted: boolean): number {
  const suffix = wasAborted ? `.part-${offset}-${tally.end}` : "";
  outputs.allowed.commit(suffix);
  outputs.denied?.commit(suffix);
  if (wasAborted) writeError(`robots-wasm: interrupted; to go on: --offset ${tally.end}\n`);
  if (!quiet) writeError(`${tally.summary()}\n`);
  return wasAborted ? INTERRUPTED : 0;
}

function fetcherOf({ plan: { agents, dialect }, userAgent }: FilterOptions): Fetcher {
  const policy = policyForDialect(dialect);
  const client = checkedClient({ agent: agents, policy, ...(userAgent !== undefined && { userAgent }) });
  return async (origin): Promise<Access> => {
    const { rules, access } = await client.get(origin);
    return accessOf(rules, access.verdict, access.status);
  };
}

export const filter: Command = {
  name: "filter",
  summary: "of millions of URLs, the ones that an agent may fetch",
  help: `Usage: robots-wasm filter --agent TOKEN [--robots PATH] [OPTION…] < URLS > ALLOWED
${filterHelp}
URLs are http or https, one a line, plain or gzip. Lines that are none are counted and left out.
Exit codes: 0 everything is decided and written, 2 misuse or a failure, 130 interrupted.
`,
  run,
};
