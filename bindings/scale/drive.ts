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
  const underWay = new Set<Promise<Result>>();
  const settleOne = async (): Promise<void> => {
    const [done, result] = await nextOf(underWay, course.ordered);
    underWay.delete(done);
    await course.write(result);
  };
  for await (const block of blocks) {
    const promise = decider.decide(block);
    // Whoever awaits it hears of a failure; until then it must not count as nobody's.
    promise.catch(() => undefined);
    underWay.add(promise);
    while (underWay.size >= decider.concurrency) await settleOne();
    if (course.signal.aborted) break;
  }
  while (underWay.size > 0) await settleOne();
}

/** The oldest, or the first to be ready. */
async function nextOf(underWay: Set<Promise<Result>>, ordered: boolean): Promise<[Promise<Result>, Result]> {
  const tagged = Array.from(underWay, async (one): Promise<[Promise<Result>, Result]> => [one, await one]);
  return ordered ? tagged[0]! : Promise.race(tagged);
}
