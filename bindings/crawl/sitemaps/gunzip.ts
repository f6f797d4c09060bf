/** Decodes gzip, which files show by their first bytes whatever they are called (RFC 1952 §2.3.1). Runs everywhere. */
import { sitemapError } from "./sitemap-limits.ts";

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Passes other bytes through. @throws SitemapError for damaged gzip; otherwise what the chunks throw. */
export async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const rest = chunks[Symbol.asyncIterator]();
  try {
    const head = await beginning(rest);
    yield* isGzip(head) ? inflated(head, rest) : concatenated(head, rest);
  } finally {
    await rest.return?.();
  }
}

/** Reads until there are two bytes or the input ends. */
async function beginning(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head = new Uint8Array();
  while (head.length < 2) {
    const { value, done } = await chunks.next();
    if (done) break;
    const longer = new Uint8Array(head.length + value.length);
    longer.set(head);
    longer.set(value, head.length);
    head = longer;
  }
  return head;
}

async function* concatenated(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Bytes go in as they come out, so that little gzip with much in it fills no memory. */
async function* inflated(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream("gzip");
  const source: Source = {};
  const chunks = noting(concatenated(head, rest), source);
  pump(chunks, writable.getWriter());
  const reader = readable.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    if ("failure" in source) throw source.failure;
    throw sitemapError("format", "complete gzip", (error as Error).message, error);
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** How the input failed, which the stream would report as damage. */
interface Source {
  failure?: unknown;
}

async function* noting(chunks: AsyncIterable<Uint8Array>, source: Source): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    source.failure = error;
    throw error;
  }
}

/** Never rejects: the reader of the stream gets every failure. */
async function pump(
  chunks: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<BufferSource>,
): Promise<void> {
  try {
    for await (const chunk of chunks) await writer.write(chunk as Uint8Array<ArrayBuffer>);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
  }
}
