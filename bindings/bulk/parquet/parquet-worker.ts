/** The thread that reads Parquet: one piece of lines for each message. */
import { parentPort, workerData } from "node:worker_threads";
import { answerTo } from "../files/threads.ts";
import type { ColumnSource, Piece } from "./column-source.ts";
import { filePart } from "./file-part.ts";

const port = parentPort!;
const { file, fileBytes, column } = workerData as ColumnSource;
let unreported = 0;
const part = filePart(file, fileBytes, (bytes) => (unreported += bytes));
let pieces: Generator<Uint8Array<ArrayBuffer>> | undefined;

/** The packages for Parquet are optional, so they are loaded here, where a missing one can be reported. */
async function next(): Promise<Piece> {
  const { columnLines } = await import("./column-lines.ts");
  pieces ??= columnLines(part, fileBytes, column);
  const { value: lines } = pieces.next() as IteratorResult<Uint8Array<ArrayBuffer>, undefined>;
  const readBytes = unreported;
  unreported = 0;
  return { lines, readBytes };
}

port.on("message", () => answerTo(port, next, ({ lines }) => (lines === undefined ? [] : [lines.buffer])));
