/**
 * The bytes of gzip as they came, for what decoders do not tell: whether it ended early, and what it holds if other bytes follow its
 * last member (RFC 1952 §2.2), at which decoders fail. Browsers and curl ignore those.
 */
import { gunzipMembers } from "./gunzip.ts";
import { isGzip } from "./gzip.ts";
import { concat, u32At } from "./little-endian.ts";

/** Longer gzip is not kept. */
const MAX_GZIP_BYTES = 2 ** 20;

export class KeptGzip {
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isKept = true;

  take(chunk: Uint8Array): void {
    if (this.#bytes === 0) this.#isKept = isGzip(chunk) || chunk.length === 1;
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_GZIP_BYTES) this.#isKept = false;
    if (this.#isKept) this.#chunks.push(chunk);
    else this.#chunks.length = 0;
  }

  /** Whether it was kept and its last bytes do not state the length of what was decoded (RFC 1952 §2.3.1). */
  isOtherThan(decodedBytes: number): boolean {
    const gzip = concat(this.#chunks);
    return this.#isKept && !(gzip.length >= 18 && u32At(gzip, gzip.length - 4) === decodedBytes % 2 ** 32);
  }

  /** The content after its first bytes, which were decoded; undefined unless all members are whole. */
  rest(decodedBytes: number): Uint8Array | undefined {
    return this.#isKept ? gunzipMembers(concat(this.#chunks))?.subarray(decodedBytes) : undefined;
  }
}
