/** Reads standard input as chunks of bytes, plain or gzip, from an offset. */
import { createReadStream, fstatSync, readSync } from "node:fs";
import { gunzipped, isGzip, tapBytes } from "../../node/gunzip.ts";
import { inputError } from "../../node/input-error.ts";
import { announceWait } from "../input.ts";

const STDIN = 0;
const CHUNK_BYTES = 2 ** 20;

export interface Input {
  readonly chunks: AsyncIterable<Uint8Array>;
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
export function openInput(offset: number, signal: AbortSignal): Input {
  const stat = fstatSync(STDIN);
  announceWait("URLs, one per line,");
  if (stat.isDirectory()) throw inputError("the input", "expected a file or a pipe; got a folder");
  // The byte before the offset shows whether a line starts there.
  const start = stat.isFile() && !isGzip(firstBytes()) ? Math.max(0, offset - 1) : 0;
  const stream = stat.isFile()
    ? createReadStream("", { fd: STDIN, start, highWaterMark: CHUNK_BYTES, autoClose: false })
    : process.stdin;
  const close = (): void => void stream.destroy();
  signal.addEventListener("abort", close);
  let readBytes = start;
  const stored = tapBytes(stream, (bytes) => (readBytes += bytes));
  const chunks = untilAborted(gunzipped(stored, refused), signal);
  const totalBytes = stat.isFile() ? stat.size : undefined;
  return { chunks, offset: start, totalBytes, readBytes: () => readBytes, close };
}

const refused = (got: string): Error => inputError("the input", `expected complete gzip members; got ${got}`);

function firstBytes(): Uint8Array {
  const bytes = new Uint8Array(2);
  return bytes.subarray(0, readSync(STDIN, bytes, 0, 2, 0));
}

async function* untilAborted(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
