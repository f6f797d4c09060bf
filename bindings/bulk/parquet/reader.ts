/**
 * Reads a column of a Parquet file in a thread of its own: a signal ends it at any point, and a page that takes too long fails.
 * Runs in Node only.
 */
import { Worker } from "node:worker_threads";
import { inputError } from "../files/input-error.ts";
import { Thread } from "../files/threads.ts";
import type { ColumnSource, Piece } from "./column-source.ts";

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
  const thread = new Thread<Piece>(new Worker(new URL("./parquet-worker.js", import.meta.url), { workerData: source }));
  const abort = (): void => thread.fail(signal.reason);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    // The next piece is read while this one is decided.
    for (let next = pieceOf(thread); ; ) {
      const { lines, readBytes } = await next;
      onRead(readBytes);
      if (lines === undefined) return;
      next = pieceOf(thread);
      yield lines;
    }
  } finally {
    signal.removeEventListener("abort", abort);
    await thread.end();
  }
}

function pieceOf(thread: Thread<Piece>): Promise<Piece> {
  const timer = setTimeout(() => thread.fail(tooSlow()), MAX_PIECE_MS);
  const piece = thread
    .ask(null)
    .catch((error) => {
      // A page that takes all memory of the thread.
      throw `${error?.code}`.startsWith("ERR_WORKER") ? inputError("the input", error) : error;
    })
    .finally(() => clearTimeout(timer));
  // The caller may decide the piece before for a while.
  piece.catch(() => undefined);
  return piece;
}

const tooSlow = (): Error =>
  inputError("the input", `expected a complete Parquet file; a page took more than ${MAX_PIECE_MS / 1000} seconds`);
