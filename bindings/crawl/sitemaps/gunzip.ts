/** Decodes gzip without Node's modules, so it runs everywhere. */
import { decodedIfGzip } from "../../base/gzip.ts";
import { sitemapError } from "./sitemap-limits.ts";

/** Passes other bytes through. @throws SitemapError for damaged gzip; otherwise what the chunks throw. */
export const gunzipped = (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> =>
  decodedIfGzip(chunks, inflated);

/** Bytes go in as they come out, so that little gzip with much in it fills no memory. */
async function* inflated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream("gzip");
  const source: Source = {};
  pump(noting(chunks, source), writable.getWriter());
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
