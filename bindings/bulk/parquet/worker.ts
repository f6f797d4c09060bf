/** The thread that reads Parquet: one piece of lines for each message. */
import { parentPort, workerData } from "node:worker_threads";
import { partsOf } from "./file-part.ts";
import type { ColumnSource, FromReader } from "./messages.ts";

const port = parentPort!;
const post = (message: FromReader, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

const { file, fileBytes, column } = workerData as ColumnSource;
let readBytes = 0;
const part = partsOf(file, fileBytes, (bytes) => (readBytes += bytes));
let pieces: Generator<Uint8Array<ArrayBuffer>> | undefined;

/** The packages for Parquet are optional, so they are loaded here, where a missing one can be reported. */
async function next(): Promise<void> {
  try {
    const { columnLines } = await import("./column-lines.ts");
    pieces ??= columnLines(part, fileBytes, column);
    const { value: lines } = pieces.next() as IteratorResult<Uint8Array<ArrayBuffer>, undefined>;
    post({ type: "piece", lines, readBytes }, lines === undefined ? [] : [lines.buffer]);
    readBytes = 0;
  } catch (error) {
    post({ type: "failure", error: error as Error, code: (error as NodeJS.ErrnoException).code });
  }
}

port.on("message", next);
