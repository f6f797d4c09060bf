/** Finds out whether input is gzip, by its first bytes (RFC 1952 §2.3.1), and decodes it with what the caller has. Runs everywhere. */
import { concat } from "./little-endian.ts";

/** RFC 1952 §2.3.1. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

type Chunks = AsyncIterable<Uint8Array>;

/** Decodes gzip, whatever the input is called, and passes other input through. Reads no further than the caller does. */
export const decodedIfGzip = (chunks: Chunks, decode: (gzip: Chunks) => Chunks): AsyncGenerator<Uint8Array> =>
  decodedByStart(chunks, (head) => (isGzip(head) ? decode : undefined));

/** @param decoderOf chooses a decoder by the first bytes, four unless the input is shorter; undefined to pass the input through */
export async function* decodedByStart(
  chunks: Chunks,
  decoderOf: (head: Uint8Array) => ((all: Chunks) => Chunks) | undefined,
): AsyncGenerator<Uint8Array> {
  const rest = chunks[Symbol.asyncIterator]();
  try {
    const head = await beginning(rest);
    const all = concatenated(head, { [Symbol.asyncIterator]: () => rest });
    yield* decoderOf(head)?.(all) ?? all;
  } finally {
    await rest.return?.();
  }
}

async function beginning(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array();
  while (head.length < 4) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = concat([head, value]);
  }
  return head;
}

async function* concatenated(head: Uint8Array, rest: Chunks): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}
