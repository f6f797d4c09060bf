/** Reads standard input as chunks of lines: plain text, gzip, or a column of Parquet. */
import { createReadStream, fstatSync, read } from "node:fs";
import { isGzip } from "../../base/gzip.ts";
import { gunzipped, tapBytes } from "../../bulk/files/gunzip.ts";
import { inputError } from "../../bulk/files/input-error.ts";
import { startOf } from "../../bulk/files/read-start.ts";
import type { UrlField } from "../../bulk/filter/index.ts";
import { usageError } from "../errors.ts";
import { announceWait } from "../input.ts";
import { untilAborted } from "../long-run.ts";

const STDIN = 0;
const CHUNK_BYTES = 2 ** 20;
/** The first bytes of a Parquet file. */
const PARQUET: Buffer = Buffer.from("PAR1");

export interface Input {
  /** Each is valid until the next one is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Where the URL is in a line; undefined if it is the line. */
  readonly field: UrlField | undefined;
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
export function openInput(offset: number, field: UrlField | undefined, signal: AbortSignal): Input {
  const stat = fstatSync(STDIN);
  announceWait("URLs, one per line,");
  if (stat.isDirectory()) throw inputError("the input", "expected a file or a pipe; got a folder");
  const magic = stat.isFile() ? startOf(STDIN, PARQUET.length) : PARQUET.subarray(0, 0);
  if (PARQUET.equals(magic)) return parquetInput(stat.size, field, signal);
  return stat.isFile() && !isGzip(magic)
    ? plainInput(stat.size, offset, field, signal)
    : streamInput(stat.isFile() ? stat.size : undefined, field, signal);
}

function plainInput(totalBytes: number, offset: number, field: UrlField | undefined, signal: AbortSignal): Input {
  // The byte before the offset shows whether a line starts there.
  const start = Math.max(0, offset - 1);
  let readBytes = start;
  const chunks = tapBytes(chunksFrom(start, signal), (bytes) => (readBytes += bytes));
  return { chunks, field, offset: start, totalBytes, readBytes: () => readBytes, close: () => {} };
}

/** Each chunk is valid until the next one is asked for: reading into one buffer leaves no garbage. */
async function* chunksFrom(start: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  for (let at = start; !signal.aborted; ) {
    const bytes = await readAt(at, buffer);
    if (bytes === 0) return;
    at += bytes;
    yield buffer.subarray(0, bytes);
  }
}

const readAt = (at: number, buffer: Uint8Array): Promise<number> =>
  new Promise((resolve, reject) => {
    read(STDIN, buffer, 0, buffer.length, at, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });

/** A pipe, or gzip. */
function streamInput(totalBytes: number | undefined, field: UrlField | undefined, signal: AbortSignal): Input {
  const stream =
    totalBytes === undefined
      ? process.stdin
      : createReadStream("", { fd: STDIN, start: 0, highWaterMark: CHUNK_BYTES, autoClose: false });
  const close = (): void => void stream.destroy();
  signal.addEventListener("abort", close);
  let readBytes = 0;
  const stored = tapBytes(stream, (bytes) => (readBytes += bytes));
  const chunks = untilAborted(withoutParquet(gunzipped(stored, refused)), signal);
  return { chunks, field, offset: 0, totalBytes, readBytes: () => readBytes, close };
}

/** The bytes of standard input as they are, for `--serve`. @param signal ends them when it aborts. */
export function openBytes(signal: AbortSignal): AsyncIterable<Uint8Array> {
  const stream = process.stdin;
  if (fstatSync(STDIN).isDirectory()) throw inputError("the input", "expected a file or a pipe; got a folder");
  signal.addEventListener("abort", () => void stream.destroy());
  return untilAborted(stream, signal);
}

const refused = (got: string): Error => inputError("the input", `expected complete gzip members; got ${got}`);

/** @throws ERR_INPUT for Parquet in a pipe or in gzip: its end must be read first. */
async function* withoutParquet(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let seen: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    if (seen.length < PARQUET.length) {
      seen = Buffer.concat([seen, chunk.subarray(0, PARQUET.length)]).subarray(0, PARQUET.length);
      if (PARQUET.equals(seen)) throw inputError("the input", PARQUET_IN_PIPE);
    }
    yield chunk;
  }
}

const PARQUET_IN_PIPE =
  "expected a Parquet file itself as standard input, because its end is read first; got Parquet in a pipe or in gzip; " +
  "pass the file with < FILE";

/** Its offsets count the bytes of the lines. */
function parquetInput(totalBytes: number, field: UrlField | undefined, signal: AbortSignal): Input {
  if (field === undefined || !("key" in field))
    throw usageError("expected --field NAME with the column that holds the URLs of a Parquet file");
  let readBytes = 0;
  const lines = parquetChunks(totalBytes, field.key, (bytes) => (readBytes += bytes), signal);
  const chunks = untilAborted(lines, signal);
  return { chunks, field: undefined, offset: 0, totalBytes, readBytes: () => readBytes, close: () => {} };
}

/** Loads the reader of Parquet, without which other input starts faster. */
async function* parquetChunks(
  fileBytes: number,
  column: string,
  onRead: (bytes: number) => void,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { parquetLines } = await import("../../bulk/parquet/index.ts");
  yield* parquetLines({ file: STDIN, fileBytes, column }, onRead, signal);
}
