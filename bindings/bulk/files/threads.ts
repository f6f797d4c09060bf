/** Worker threads that answer pieces of work, each in the order in which it gets them. Runs in Node only. */
import { type MessagePort, Worker } from "node:worker_threads";

/** What a thread posts: a result or an error for the oldest piece that it has not answered, or a question. */
export type FromThread<Result, Question = never> =
  | { readonly result: Result }
  /** The error's `code`, which structured cloning drops. */
  | { readonly error: Error; readonly code: unknown }
  | { readonly question: Question };

/** In a thread: posts what `answer` makes of a piece, or its error. */
export async function answerTo<Result>(
  port: MessagePort,
  answer: () => Result | Promise<Result>,
  transfer: (result: Result) => readonly ArrayBuffer[] = () => [],
): Promise<void> {
  try {
    const result = await answer();
    port.postMessage({ result } satisfies FromThread<Result>, [...transfer(result)]);
  } catch (error) {
    port.postMessage({
      error: error as Error,
      code: (error as NodeJS.ErrnoException).code,
    } satisfies FromThread<Result>);
  }
}

interface Pending<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/** Answers a question of a thread. What it throws fails the thread. */
type Answer<Question> = (worker: Worker, question: Question) => Promise<void>;

export class Thread<Result, Question = never> {
  /** Pieces sent and not yet answered, oldest first. */
  readonly #pending: Pending<Result>[] = [];
  readonly #worker: Worker;
  readonly #answer: Answer<Question> | undefined;
  #failure: { readonly reason: unknown } | undefined;

  constructor(worker: Worker, answer?: Answer<Question>) {
    this.#worker = worker;
    this.#answer = answer;
    worker.on("message", (message: FromThread<Result, Question>) => this.#receive(message));
    worker.on("error", (error) => this.fail(error));
    worker.on("exit", () => this.fail(new Error("a worker thread ended")));
  }

  /** How many pieces it has not answered. */
  get waiting(): number {
    return this.#pending.length;
  }

  ask(piece: unknown, transfer: readonly ArrayBuffer[] = []): Promise<Result> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure.reason);
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      this.#worker.postMessage(piece, [...transfer]);
    });
  }

  /** Fails what it has not answered, and what it is asked from now on. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    for (const { reject } of this.#pending.splice(0)) reject(reason);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #receive(message: FromThread<Result, Question>): void {
    if ("result" in message) this.#pending.shift()?.resolve(message.result);
    else if ("error" in message) this.#pending.shift()?.reject(Object.assign(message.error, { code: message.code }));
    else this.#answer!(this.#worker, message.question).catch((error) => this.fail(error));
  }
}

/** Takes pieces and answers them, in threads, or one by one in this one. */
export interface ThreadPool<Piece, Result> {
  /** How many pieces to have in progress. */
  readonly concurrency: number;
  /** A result, or one for each part of the piece. */
  decide(piece: Piece): Promise<readonly Result[]>;
  close(): Promise<void>;
}

interface PoolOptions<Piece, Question> {
  /** The file of the threads, and what each gets when it starts. */
  readonly file: URL;
  readonly plan: unknown;
  readonly jobs: number;
  /** How many pieces a thread has: one in work, and others, because the main thread does not always run at once. */
  readonly perThread: number;
  /** A part of a piece for each thread; undefined to leave it whole. The piece need not be valid afterwards. */
  divide?(piece: Piece): readonly Piece[] | undefined;
  /** What of a piece changes hands. */
  transfer?(piece: Piece): readonly ArrayBuffer[];
  answer?: Answer<Question>;
}

/** Gives each thread its part of a piece, or the piece to the thread that has the fewest. */
export function threadPool<Piece, Result, Question = never>(
  options: PoolOptions<Piece, Question>,
): ThreadPool<Piece, Result> {
  const { file, plan, jobs, perThread, divide, transfer, answer } = options;
  const start = () => new Thread<Result, Question>(new Worker(file, { workerData: plan }), answer);
  const threads = Array.from({ length: jobs }, start);
  const ask = (thread: Thread<Result, Question>, piece: Piece) => thread.ask(piece, transfer?.(piece));
  const freest = () => threads.reduce((least, one) => (one.waiting < least.waiting ? one : least));
  return {
    concurrency: jobs * perThread,
    decide(piece) {
      const parts = divide?.(piece) ?? [piece];
      return Promise.all(parts.map((part, i) => ask(parts.length === 1 ? freest() : threads[i]!, part)));
    },
    close: async () => void (await Promise.all(threads.map((thread) => thread.end()))),
  };
}
