/** Worker threads that answer pieces of work, each in the order in which it gets them. Runs in Node only. */
import type { Worker } from "node:worker_threads";
import type { Decider } from "./pipeline.ts";

/** What a thread posts: a result or an error for the oldest piece that it has not answered, or a question. */
export type FromThread<Result, Question = never> =
  | { readonly result: Result }
  /** The error's `code`, which structured cloning drops. */
  | { readonly error: Error; readonly code: unknown }
  | { readonly question: Question };

export interface PoolOptions<Piece, Question> {
  readonly jobs: number;
  /** How many pieces a thread has: one in work, and others, because the main thread does not always run at once. */
  readonly perThread: number;
  start(): Worker;
  /** Posts a piece. */
  give(worker: Worker, piece: Piece): void;
  /** Answers a question. What it throws fails the thread. */
  answer?(worker: Worker, question: Question): Promise<void>;
}

interface Pending<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

class Thread<Piece, Result, Question> {
  readonly worker: Worker;
  /** Pieces sent and not yet answered, oldest first. */
  readonly pending: Pending<Result>[] = [];
  readonly #options: PoolOptions<Piece, Question>;
  #failure: unknown;

  constructor(options: PoolOptions<Piece, Question>) {
    this.#options = options;
    this.worker = options.start();
    this.worker.on("message", (message: FromThread<Result, Question>) => this.#receive(message));
    this.worker.on("error", (error) => this.#fail(error));
    this.worker.on("exit", () => this.#fail(new Error("a worker thread ended")));
  }

  decide(piece: Piece): Promise<Result> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.pending.push({ resolve, reject });
      this.#options.give(this.worker, piece);
    });
  }

  #receive(message: FromThread<Result, Question>): void {
    if ("result" in message) this.pending.shift()!.resolve(message.result);
    else if ("error" in message) this.pending.shift()!.reject(Object.assign(message.error, { code: message.code }));
    else this.#options.answer!(this.worker, message.question).catch((error) => this.#fail(error));
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    for (const { reject } of this.pending.splice(0)) reject(error);
  }
}

/** Gives each piece to the thread that has the fewest. */
export function threadPool<Piece, Result, Question = never>(
  options: PoolOptions<Piece, Question>,
): Decider<Piece, Result> {
  const { jobs, perThread } = options;
  const threads = Array.from({ length: jobs }, () => new Thread<Piece, Result, Question>(options));
  return {
    concurrency: jobs * perThread,
    decide: (piece) =>
      threads.reduce((least, one) => (one.pending.length < least.pending.length ? one : least)).decide(piece),
    close: async () => void (await Promise.all(threads.map(({ worker }) => worker.terminate()))),
  };
}
