/** Standard input as chunks of bytes, plain or gzip, from an offset, with how much of it there is where that is known. */
import { createReadStream, fstatSync, readSync } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

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
}

/** Ends, whatever is still to come, when the signal says so. */
export function openInput(offset: number, signal: AbortSignal): Input {
  const stat = fstatSync(STDIN);
  // The byte before the offset says whether a line starts there.
  const start = stat.isFile() && !isGzip(firstBytes()) ? Math.max(0, offset - 1) : 0;
  const stream = stat.isFile()
    ? createReadStream("", { fd: STDIN, start, highWaterMark: CHUNK_BYTES, autoClose: false })
    : process.stdin;
  signal.addEventListener("abort", () => stream.destroy());
  const counter = { bytes: start };
  const chunks = untilAborted(inflated(counted(stream, counter)), signal);
  return { chunks, offset: start, totalBytes: stat.isFile() ? stat.size : undefined, readBytes: () => counter.bytes };
}

function firstBytes(): Uint8Array {
  const bytes = new Uint8Array(2);
  return bytes.subarray(0, readSync(STDIN, bytes, 0, 2, 0));
}

/** RFC 1952 §2.3.1. */
const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function* counted(stream: AsyncIterable<Uint8Array>, counter: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    counter.bytes += chunk.length;
    yield chunk;
  }
}

/** All members of a gzip file, one after another; anything else as it is. */
async function* inflated(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = await chunks.next();
  if (first.done) return;
  let head = first.value;
  if (head.length === 1) {
    const second = await chunks.next();
    if (!second.done) head = Buffer.concat([head, second.value]);
  }
  const all = concatenated(head, chunks);
  yield* isGzip(head) ? gunzipped(all) : all;
}

async function* concatenated(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}

async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const source = Readable.from(chunks, { objectMode: false });
  source.on("error", (error) => gunzip.destroy(error));
  yield* source.pipe(gunzip);
}

async function* untilAborted(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
