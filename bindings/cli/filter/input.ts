/** Standard input as chunks of bytes, plain or gzip, from an offset, with how much of it there is where that is known. */
import { createReadStream, fstatSync, readSync } from "node:fs";
import { Unreadable } from "../../bulk/filter/unreadable.ts";
import { counted, gunzipped, isGzip } from "../../node/gunzip.ts";

const STDIN = 0;
const CHUNK_BYTES = 2 ** 20;

export interface Input {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Where the first chunk starts; what lies between it and the offset asked for is still to be skipped. */
  readonly offset: number;
  /** Bytes in all, as they lie on the disk; undefined for a pipe. */
  readonly totalBytes: number | undefined;
  /** Bytes read so far, as they lie on the disk. */
  readonly readBytes: () => number;
  /** Reads no further: an input that goes on would keep the program from ending. */
  readonly close: () => void;
}

/** Ends, whatever is still to come, when the signal says so. */
export function openInput(offset: number, signal: AbortSignal): Input {
  const stat = fstatSync(STDIN);
  if (stat.isDirectory()) throw new Unreadable("the input", "expected a file or a pipe; got a folder");
  // The byte before the offset says whether a line starts there.
  const start = stat.isFile() && !isGzip(firstBytes()) ? Math.max(0, offset - 1) : 0;
  const stream = stat.isFile()
    ? createReadStream("", { fd: STDIN, start, highWaterMark: CHUNK_BYTES, autoClose: false })
    : process.stdin;
  const close = (): void => void stream.destroy();
  signal.addEventListener("abort", close);
  let readBytes = start;
  const stored = counted(stream, (bytes) => (readBytes += bytes));
  const chunks = untilAborted(gunzipped(stored, refused), signal);
  const totalBytes = stat.isFile() ? stat.size : undefined;
  return { chunks, offset: start, totalBytes, readBytes: () => readBytes, close };
}

const refused = (came: string): Unreadable => new Unreadable("the input", `expected whole gzip members; got ${came}`);

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
