/**
 * The loop of `filter`: blocks in, results out, no more than a few of them in memory at a time. What reads too slowly
 * stops what decides, and that stops what is read.
 */

import type { Block } from "./blocks.ts";
import type { Result } from "./result.ts";

/** Who decides blocks: this thread, or others. */
export interface Decider {
  /** Blocks that are worth having under way at a time. */
  readonly concurrency: number;
  decide(block: Block): Promise<Result>;
  close(): Promise<void>;
}

export interface Course {
  readonly ordered: boolean;
  /** Reading stops here; what is under way is finished. */
  readonly signal: AbortSignal;
  /** Writes a result; the next one waits for it. */
  write(result: Result): Promise<void>;
}

/** @throws whatever reading, deciding or writing throws, as soon as it does. */
export async function drive(blocks: AsyncIterable<Block>, decider: Decider, course: Course): Promise<void> {
  const reader = blocks[Symbol.asyncIterator]();
  const underWay = new Set<Promise<Result>>();
  let reading: Promise<IteratorResult<Block>> | undefined;
  let isOver = false;
  while (!isOver || underWay.size > 0) {
    const canRead = !isOver && underWay.size < decider.concurrency;
    if (canRead) reading ??= expected(reader.next());
    const happened = await firstOf(canRead ? reading : undefined, underWay, course);
    if ("settled" in happened) {
      underWay.delete(happened.settled);
      await course.write(happened.result);
      continue;
    }
    reading = undefined;
    if (!happened.done) underWay.add(expected(decider.decide(happened.value)));
    isOver = happened.done === true || course.signal.aborted;
  }
}

/** Whoever awaits it hears of a failure; until then it must not count as nobody's. */
function expected<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

interface Settled {
  readonly settled: Promise<Result>;
  readonly result: Result;
}

/** A block that was read, or what was decided: of blocks in order the oldest, otherwise any. */
function firstOf(
  reading: Promise<IteratorResult<Block>> | undefined,
  underWay: ReadonlySet<Promise<Result>>,
  { ordered }: Course,
): Promise<IteratorResult<Block> | Settled> {
  const awaited = ordered ? [...underWay].slice(0, 1) : [...underWay];
  const settling = awaited.map(async (settled): Promise<Settled> => ({ settled, result: await settled }));
  return Promise.race(reading === undefined ? settling : [reading, ...settling]);
}
