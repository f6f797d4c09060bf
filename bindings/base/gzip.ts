/** Finds out whether input is gzip, by its first bytes (RFC 1952 §2.3.1), and decodes it with what the caller has. Runs everywhere. */
import { concat } from "./little-endian.ts";

/** RFC 1952 §2.3.1. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** How gzip, zstd (RFC 8878 §3.1.1) and ZIP begin, by byte, also after they were read as UTF-8 or Latin-1. Nobody writes such text. */
const COMPRESSED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the formats have them.
  /^(?:\x1f[\x8b\ufffd]|[\x1f(]\xef\xbf\xbd|\x1f\xc2\x8b|\(\xb5\/\xfd|\(\ufffd\/|\(\xc2\xb5\/|PK\x03\x04)/;

/** Looks at one byte of most files: to copy the first four would take a tenth of the time of a verdict. */
export const isCompressed = (body: string | Uint8Array): boolean =>
  typeof body === "string"
    ? COMPRESSED.test(body.slice(0, 4))
    : [0x1f, 0x28, 0x50].includes(body[0]!) && COMPRESSED.test(String.fromCharCode(...body.subarray(0, 4)));

/** What compressed the bytes; undefined for others. */
export function compressionOf(bytes: Uint8Array): "gzip" | "zstd" | "ZIP" | undefined {
  if (!isCompressed(bytes)) return undefined;
  return bytes[0] === 0x1f ? "gzip" : bytes[0] === 0x28 ? "zstd" : "ZIP";
}

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
