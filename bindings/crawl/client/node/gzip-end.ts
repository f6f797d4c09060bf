/**
 * Whether gzip came whole. `fetch` decodes gzip that the server cut short without an error, and the rules at its end would be missing:
 * here the length that its last bytes state (RFC 1952 §2.3.1) is compared with what was decoded. Node only.
 */
import { gunzipSync } from "node:zlib";
import type { Dispatcher } from "undici";
import { isGzip } from "../../../base/gzip.ts";
import { AccessFailure } from "../../../core/access/internal.ts";

/** Longer bodies are not checked. A robots.txt is not read so far. */
const MAX_GZIP_BYTES = 2 ** 20;

/** The bytes of one response as they came. */
export class GzipEnd {
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isKept = false;

  /** The same handler, whose chunks are noted: undici 8 calls other methods than 6 and 7. */
  noting(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
    const own = Object.create(handler);
    for (const name of ["onData", "onResponseData"] as const) {
      const original = (handler as Record<string, unknown>)[name];
      if (typeof original !== "function") continue;
      own[name] = (...words: unknown[]) => {
        this.#take(words.at(name === "onData" ? 0 : 1) as Uint8Array);
        return original.apply(own, words);
      };
    }
    return own;
  }

  #take(chunk: Uint8Array): void {
    if (this.#bytes === 0) this.#isKept = isGzip(chunk) || chunk.length === 1;
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_GZIP_BYTES) this.#isKept = false;
    if (this.#isKept) this.#chunks.push(chunk);
    else this.#chunks.length = 0;
  }

  failure(decodedBytes: number): Error | undefined {
    if (!this.#isKept) return undefined;
    const gzip = Buffer.concat(this.#chunks);
    if (gzip.length >= 18 && gzip.readUInt32LE(gzip.length - 4) === decodedBytes % 2 ** 32) return undefined;
    return isCut(gzip, decodedBytes) ? new AccessFailure("body: gzip that ends early", "reset") : undefined;
  }
}

/** Gzip of several members states the length of the last one. */
function isCut(gzip: Uint8Array, decodedBytes: number): boolean {
  try {
    gunzipSync(gzip, { maxOutputLength: decodedBytes + 1 });
    return false;
  } catch (error) {
    return (error as { code?: unknown }).code === "Z_BUF_ERROR";
  }
}
