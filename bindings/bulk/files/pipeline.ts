/**
 * The loop of `filter` and `survey`: reads blocks, has them decided, writes the results. Only a few blocks are in memory at a time: a
 * slow writer stops deciding, and that stops reading.
 */

import type { ThreadPool } from "./threads.ts";

export interface PipelineOptions<Result> {
  readonly ordered: boolean;
  /** Stops reading; blocks in progress are finished. */
  readonly signal: AbortSignal;
  /** Writes a result; the next one waits for it. */
  write(result: Result): Promise<void>;
}

/** @throws whatever reading, deciding or writing throws, as soon as it does. */
export async function runPipeline<Piece, Result>(
  blocks: AsyncIterable<Piece>,
  pool: ThreadPool<Piece, Result>,
  options: PipelineOptions<Result>,
): Promise<void> {
  const reader = blocks[Symbol.asyncIterator]();
  const inProgress = new Set<Promise<readonly Result[]>>();
  let reading: Promise<IteratorResult<Piece>> | undefined;
  let isOver = false;
  while (!isOver || inProgress.size > 0) {
    const canRead: boolean = !isOver && inProgress.size < pool.concurrency;
    if (canRead) reading ??= handled(reader.next());
    const next: IteratorResult<Piece> | Settled<Result> = await firstOf(
      canRead ? reading : undefined,
      inProgress,
      options,
    );
    if ("settled" in next) {
      inProgress.delete(next.settled);
      for (const result of next.results) await options.write(result);
      continue;
    }
    reading = undefined;
    if (!next.done) inProgress.add(handled(pool.decide(next.value)));
    isOver = next.done === true || options.signal.aborted;
  }
}

/** The loop awaits the promise later; until then a rejection must not count as unhandled. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

interface Settled<Result> {
  readonly settled: Promise<readonly Result[]>;
  readonly results: readonly Result[];
}

/** The next block read or result decided; with `ordered`, only the oldest result. */
function firstOf<Piece, Result>(
  reading: Promise<IteratorResult<Piece>> | undefined,
  inProgress: ReadonlySet<Promise<readonly Result[]>>,
  { ordered }: PipelineOptions<Result>,
): Promise<IteratorResult<Piece> | Settled<Result>> {
  const awaited = ordered ? [...inProgress].slice(0, 1) : [...inProgress];
  const settling = awaited.map(async (settled): Promise<Settled<Result>> => ({ settled, results: await settled }));
  return Promise.race(reading === undefined ? settling : [reading, ...settling]);
}
