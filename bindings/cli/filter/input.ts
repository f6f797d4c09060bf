/** Reads standard input as chunks of lines: plain text, gzip, or a column of Parquet. */
import { createReadStream, fstatSync } from "node:fs";
import type { Field } from "../../bulk/filter/field.ts";
import { withCode } from "../../core/errors.ts";
import { gunzipped, isGzip, tapBytes } from "../../node/gunzip.ts";
import { inputError } from "../../node/input-error.ts";
import { readStart } from "../../node/read-start.ts";
import { usageError } from "../errors.ts";
import { announceWait } from "../input.ts";

const STDIN = 0;
const CHUNK_BYTES = 2 ** 20;
/** The first bytes of a Parquet file. */
const PARQUET: Buffer = Buffer.from("PAR1");

export interface Input {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Where the URL is in a line; undefined if it is the line. */
  readonly field: Field | undefined;
  /** Where the first chunk starts: at the requested offset or before it. */
  readonly offset: number;
  /** Total bytes on disk, before decompression; undefined for a pipe. */
  readonly totalBytes: number | undefined;
  /** Bytes read so far, before decompression. */
  readonly readBytes: () => number;
  /** Stops reading: an open input would keep the process alive. */
  readonly close: () => void;
}

/** @param signal ends the chunks when it aborts. */
export function openInput(offset: number, field: Field | undefined, signal: AbortSignal): Input {
  const stat = fstatSync(STDIN);
  announceWait("URLs, one per line,");
  if (stat.isDirectory()) throw inputError("the input", "expected a file or a pipe; got a folder");
  const magic = stat.isFile() ? firstBytes(PARQUET.length) : PARQUET.subarray(0, 0);
  if (PARQUET.equals(magic)) return parquetInput(stat.size, field, signal);
  // The byte before the offset shows whether a line starts there.
  const start = stat.isFile() && !isGzip(magic) ? Math.max(0, offset - 1) : 0;
  const stream = stat.isFile()
    ? createReadStream("", { fd: STDIN, start, highWaterMark: CHUNK_BYTES, autoClose: false })
    : process.stdin;
  const close = (): void => void stream.destroy();
  signal.addEventListener("abort", close);
  let readBytes = start;
  const stored = tapBytes(stream, (bytes) => (readBytes += bytes));
  const chunks = untilAborted(gunzipped(stored, refused), signal);
  const totalBytes = stat.isFile() ? stat.size : undefined;
  return { chunks, field, offset: start, totalBytes, readBytes: () => readBytes, close };
}

const refused = (got: string): Error => inputError("the input", `expected complete gzip members; got ${got}`);

function firstBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  return bytes.subarray(0, readStart(STDIN, bytes));
}

/** Its offsets count the bytes of the lines. */
function parquetInput(totalBytes: number, field: Field | undefined, signal: AbortSignal): Input {
  if (field === undefined || !("key" in field))
    throw usageError("expected --field NAME with the column that holds the URLs of a Parquet file");
  let readBytes = 0;
  const lines = parquetChunks(totalBytes, field.key, (bytes) => (readBytes += bytes));
  const chunks = untilAborted(lines, signal);
  return { chunks, field: undefined, offset: 0, totalBytes, readBytes: () => readBytes, close: () => {} };
}

/** hyparquet is an optional peer, so it is loaded only here. */
async function* parquetChunks(totalBytes: number, column: string, onRead: (bytes: number) => void) {
  const { parquetLines } = await import("../../bulk/filter/parquet.ts").catch(withoutHyparquet);
  yield* parquetLines(STDIN, totalBytes, column, onRead);
}

function withoutHyparquet(error: NodeJS.ErrnoException): never {
  if (error.code !== "ERR_MODULE_NOT_FOUND" || !error.message.includes("'hyparquet")) throw error;
  const install = "npm install hyparquet hyparquet-compressors";
  const message = `expected the package hyparquet to read Parquet; it is not installed: run ${install}`;
  throw withCode(new Error(message), "ERR_MISSING_PACKAGE");
}

async function* untilAborted(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
