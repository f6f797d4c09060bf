/**
 * Reads a column of a Parquet file in a thread of its own: a signal ends it at any point, and a page that takes too long fails.
 * Runs in Node only.
 */
import { Worker } from "node:worker_threads";
import { inputError } from "../../files/input-error.ts";
import type { ColumnSource, FromReader, PieceMessage } from "./messages.ts";

/** For one piece of lines, of about 1 MiB. A page of the largest accepted size takes some seconds. */
const MAX_PIECE_MS = 120_000;

/**
 * Yields whole lines, one for each row.
 * @param signal ends the thread; then throws its reason
 * @throws ERR_INPUT if the file is damaged or has no such column of text; ERR_MODULE_NOT_FOUND without the packages
 */
export async function* parquetLines(
  source: ColumnSource,
  onRead: (bytes: number) => void,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = new Reader(source, signal);
  try {
    // The next piece is read while this one is decided.
    for (let next = reader.next(); ; ) {
      const { lines, readBytes } = await next;
      onRead(readBytes);
      if (lines === undefined) return;
      next = reader.next();
      yield lines;
    }
  } finally {
    await reader.close();
  }
}

class Reader {
  readonly #worker: Worker;
  readonly #signal: AbortSignal;
  #resolve: (piece: PieceMessage) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  readonly #abort = (): void => this.#fail(this.#signal.reason);

  constructor(source: ColumnSource, signal: AbortSignal) {
    this.#signal = signal;
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: source });
    this.#worker.on("message", (message: FromReader) => this.#receive(message));
    this.#worker.on("error", (error) => this.#fail(inputError("the input", error)));
    this.#worker.on("exit", () => this.#fail(inputError("the input", "the thread that reads Parquet ended")));
    signal.addEventListener("abort", this.#abort);
  }

  next(): Promise<PieceMessage> {
    const piece = new Promise<PieceMessage>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The caller may decide the piece before for a while.
    piece.catch(() => undefined);
    if (this.#signal.aborted) this.#abort();
    this.#timer = setTimeout(() => this.#fail(tooSlow()), MAX_PIECE_MS);
    this.#worker.postMessage(null);
    return piece;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener("abort", this.#abort);
    await this.#worker.terminate();
  }

  #receive(message: FromReader): void {
    clearTimeout(this.#timer);
    if (message.type === "piece") this.#resolve(message);
    else this.#reject(Object.assign(message.error, { code: message.code }));
  }

  #fail(error: unknown): void {
    clearTimeout(this.#timer);
    this.#reject(error);
  }
}

const tooSlow = (): Error =>
  inputError("the input", `expected a complete Parquet file; a page took more than ${MAX_PIECE_MS / 1000} seconds`);
