/** Decodes gzip with any number of members (RFC 1952 §2.2), and refuses truncated or damaged input. Runs in Node only. */
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { decodedIfGzip } from "../../base/gzip.ts";

const CHUNK_BYTES = 2 ** 18;

/** Makes the error for input that is not complete gzip. */
export type Refused = (got: string) => Error;

/** Whether the bytes after gzip are padding: zeros up to the end, as tapes and some writers append. `gzip -d` ignores them. */
export const isPadding = (bytes: Uint8Array): boolean => endOfContent(bytes) === 0;

/** The offset after the last byte that is not zero. */
function endOfContent(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
}

/** Decodes all members of gzip input, without padding after the last; passes any other input through. */
export const gunzipped = (chunks: AsyncIterable<Uint8Array>, refused: Refused): AsyncGenerator<Uint8Array> =>
  decodedIfGzip(chunks, (gzip) => membersOf(gzip, refused));

async function* membersOf(chunks: AsyncIterable<Uint8Array>, refused: Refused): AsyncGenerator<Uint8Array> {
  let readBytes = 0;
  let contentBytes = 0;
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const tapped = tap(chunks, (chunk) => {
    const end = endOfContent(chunk);
    if (end > 0) contentBytes = readBytes + end;
    readBytes += chunk.length;
  });
  const source = Readable.from(tapped, { objectMode: false });
  source.on("error", (error) => gunzip.destroy(error));
  try {
    yield* source.pipe(gunzip);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    // Node says how much was decoded before the piece with the damage.
    const place = code === "Z_BUF_ERROR" ? "at byte" : "after byte";
    throw code.startsWith("Z_") ? refused(`${message} ${place} ${gunzip.bytesWritten}`) : error;
  }
  // Node takes a zero byte after a member for padding and does not read what follows.
  source.unpipe(gunzip);
  for await (const _ of source);
  if (contentBytes > gunzip.bytesWritten) throw refused(`other bytes at byte ${gunzip.bytesWritten}`);
}

/** Passes chunks through and calls `count` with the length of each. */
export const tapBytes = (
  chunks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> => tap(chunks, (chunk) => count(chunk.length));

async function* tap(chunks: AsyncIterable<Uint8Array>, see: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    see(chunk);
    yield chunk;
  }
}
