/** Reads WARC files in threads, one file after another each. Memory: a sorter a thread. Runs in Node only. */
import { Worker } from "node:worker_threads";
import type { AccessPolicy } from "../../core/access/index.ts";
import type { Description } from "../../crawl/archive/internal.ts";
import { Thread } from "../files/threads.ts";
import type { Run } from "../folder/sorter.ts";
import type { Captures } from "../warc/captures.ts";
import type { CompileStats, ReadCounts } from "../warc/compile-stats.ts";

/** What a thread is given when it starts. */
export interface ThreadPlan {
  readonly description: Omit<Description, "policy">;
  readonly policy: AccessPolicy;
  /** A prefix for the names of temporary files. */
  readonly temporary: string;
  /** Whether what is left of a damaged WARC file is counted and skipped. It is an error by default. */
  readonly keepsDamaged?: boolean;
}

export interface ThreadsPlan extends ThreadPlan {
  readonly warcs: readonly string[];
  /** The number of the first file; 0 by default. */
  readonly first?: number;
  readonly jobs: number;
  readonly stats: CompileStats;
  readonly signal: AbortSignal;
}

/** A file to read, or the end. */
export type ToThread = { readonly path: string; readonly file: number } | "release";

/** What a file held; at the end, what the thread keeps. */
export type WarcAnswer = { readonly counts: ReadCounts } | { readonly runs: readonly Run[] };

/** @throws what reading throws; the reason of the signal when it aborts */
export async function readInThreads(plan: ThreadsPlan, captures: Captures): Promise<void> {
  const { warcs, first = 0, jobs, stats, signal, temporary, description, policy, keepsDamaged = false } = plan;
  // A signal that has aborted has no more event.
  signal.throwIfAborted();
  const count = Math.min(jobs, warcs.length);
  const threads = Array.from({ length: count }, (_, i) => {
    return startThread({ description, policy, keepsDamaged, temporary: `${temporary}.${i}` });
  });
  const abort = (): void => {
    for (const thread of threads) thread.fail(signal.reason);
  };
  signal.addEventListener("abort", abort);
  const inOrder = new CountsInOrder(stats);
  let next = 0;
  try {
    await Promise.all(
      threads.map(async (thread) => {
        for (let i = next++; i < warcs.length; i = next++)
          inOrder.add(i, await askToRead(thread, { path: warcs[i]!, file: first + i }));
        captures.adopt(await release(thread));
      }),
    );
  } finally {
    signal.removeEventListener("abort", abort);
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

/**
 * Adds counts in the order of the files, so that the first example is the same for any number of threads. Memory: the counts of
 * files that were read before an earlier one.
 */
export class CountsInOrder {
  readonly #stats: CompileStats;
  readonly #waiting: Map<number, ReadCounts> = new Map();
  #next = 0;

  constructor(stats: CompileStats) {
    this.#stats = stats;
  }

  add(file: number, counts: ReadCounts): void {
    this.#waiting.set(file, counts);
    for (let one = this.#waiting.get(this.#next); one !== undefined; one = this.#waiting.get(this.#next)) {
      this.#waiting.delete(this.#next++);
      this.#stats.addRead(one);
    }
  }

  /** How many files wait for an earlier one. */
  get waiting(): number {
    return this.#waiting.size;
  }
}

/** The files of its runs stay open when it ends. */
const startThread = (plan: ThreadPlan): Thread<WarcAnswer> =>
  new Thread(
    new Worker(new URL("./compile-worker.js", import.meta.url), { workerData: plan, trackUnmanagedFds: false }),
  );

async function askToRead(thread: Thread<WarcAnswer>, message: ToThread): Promise<ReadCounts> {
  return ((await thread.ask(message)) as { counts: ReadCounts }).counts;
}

async function release(thread: Thread<WarcAnswer>): Promise<readonly Run[]> {
  return ((await thread.ask("release" satisfies ToThread)) as { runs: readonly Run[] }).runs;
}
