/** Decodes gzip without Node's modules, so it runs everywhere. */
import { decodedIfGzip } from "../../base/gzip.ts";
import { KeptGzip } from "../../base/kept-gzip.ts";
import { sitemapError } from "./sitemap-limits.ts";

/** Passes other bytes through. @throws SitemapError for damaged gzip; otherwise what the chunks throw. */
export const gunzipped = (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> =>
  decodedIfGzip(chunks, inflated);

/** Bytes go in as they come out, so that little gzip with much in it fills no memory. */
async function* inflated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream("gzip");
  const source: Source = { kept: new KeptGzip() };
  pump(noting(chunks, source), writable.getWriter());
  const reader = readable.getReader();
  let bytes = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.length;
      yield next.value;
    }
  } catch (error) {
    if ("failure" in source) throw source.failure;
    const rest = source.kept.rest(bytes);
    if (rest !== undefined) return yield rest;
    throw sitemapError("format", "complete gzip", (error as Error).message, error);
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

interface Source {
  /** What came: bytes after whole gzip mean nothing. */
  readonly kept: KeptGzip;
  /** How the input failed, which the stream would report as damage. */
  failure?: unknown;
}

async function* noting(chunks: AsyncIterable<Uint8Array>, source: Source): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of chunks) {
      source.kept.take(chunk);
      yield chunk;
    }
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
