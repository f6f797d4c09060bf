/** Blocks in, results out: few at a time, in order where that is wanted, and nothing waits for an input that does not come. */
import { describe, expect, it } from "vitest";
import type { Block } from "../../../bindings/bulk/files/blocks.ts";
import { type PipelineOptions, runPipeline } from "../../../bindings/bulk/files/pipeline.ts";
import type { ThreadPool } from "../../../bindings/bulk/files/threads.ts";
import type { BlockResult } from "../../../bindings/bulk/filter/block-result.ts";

const blockOf = (offset: number): Block => ({ bytes: new Uint8Array(), offset, end: offset + 1, overlong: 0 });
const resultOf = ({ end }: Block): BlockResult => ({ end }) as BlockResult;
const never = new Promise<never>(() => undefined);

/** Blocks 0, 1, … as they are asked for; then the end, or `last`. */
async function* input(count: number, last?: Promise<never>): AsyncGenerator<Block> {
  for (let offset = 0; offset < count; offset++) yield blockOf(offset);
  if (last !== undefined) await last;
}

/** Decides when it is told to, by the offset. */
class Slow implements ThreadPool<Block, BlockResult> {
  readonly concurrency: number;
  readonly started: number[] = [];
  readonly #finish: Map<number, (error?: Error) => void> = new Map();

  constructor(concurrency: number) {
    this.concurrency = concurrency;
  }

  decide(block: Block): Promise<readonly BlockResult[]> {
    this.started.push(block.offset);
    return new Promise((resolve, reject) =>
      this.#finish.set(block.offset, (error) => (error === undefined ? resolve([resultOf(block)]) : reject(error))),
    );
  }

  async finish(offset: number, error?: Error): Promise<void> {
    this.#finish.get(offset)!(error);
    await settled();
  }

  async close(): Promise<void> {}
}

/** All that can happen without anything else has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function courseOf(
  written: number[],
  ordered: boolean,
  signal = new AbortController().signal,
): PipelineOptions<BlockResult> {
  return { ordered, signal, write: async ({ end }) => void written.push(end - 1) };
}

describe("an input that waits", () => {
  it.each([true, false])("what is decided is written, ordered: %s", async (ordered) => {
    const [decider, written] = [new Slow(4), [] as number[]];
    void runPipeline(input(2, never), decider, courseOf(written, ordered));
    await settled();
    await decider.finish(1);
    expect(written).toEqual(ordered ? [] : [1]);
    await decider.finish(0);
    expect(written).toEqual(ordered ? [0, 1] : [1, 0]);
  });

  it("a failure to decide is thrown", async () => {
    const decider = new Slow(4);
    const driven = runPipeline(input(2, never), decider, courseOf([], false));
    await settled();
    void decider.finish(1, new Error("no worker"));
    await expect(driven).rejects.toThrow("no worker");
  });
});

it.each([1, 3])("no more than %i blocks are under way", async (concurrency) => {
  const [decider, written] = [new Slow(concurrency), [] as number[]];
  const driven = runPipeline(input(6), decider, courseOf(written, true));
  for (let offset = 0; offset < 6; offset++) {
    await settled();
    expect(decider.started).toHaveLength(Math.min(6, offset + concurrency));
    await decider.finish(offset);
  }
  await driven;
  expect(written).toEqual([0, 1, 2, 3, 4, 5]);
});

it("an abort ends reading; what is under way is written", async () => {
  const [decider, written, stop] = [new Slow(2), [] as number[], new AbortController()];
  const driven = runPipeline(input(6), decider, courseOf(written, true, stop.signal));
  await settled();
  stop.abort();
  await decider.finish(0);
  await decider.finish(1);
  await decider.finish(2);
  await driven;
  expect([decider.started, written]).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ]);
});

it.each(["reading", "writing"])("a failure of %s is thrown", async (kind) => {
  const pool: ThreadPool<Block, BlockResult> = {
    concurrency: 2,
    decide: async (block) => [resultOf(block)],
    close: async () => undefined,
  };
  const failed = Promise.reject(new Error("a disk"));
  failed.catch(() => undefined);
  const course = { ...courseOf([], false), ...(kind === "writing" && { write: () => failed }) };
  await expect(runPipeline(input(2, kind === "reading" ? failed : undefined), pool, course)).rejects.toThrow("a disk");
});
