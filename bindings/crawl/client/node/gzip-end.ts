/**
 * Whether gzip came whole. `fetch` decodes gzip that the server cut short without an error, and the rules at its end would be missing;
 * and it fails at bytes after the last member, which mean nothing. Node only.
 */
import type { Dispatcher } from "undici";
import { KeptGzip } from "../../../base/kept-gzip.ts";
import { AccessFailure } from "../../../core/access/internal.ts";

/** The bytes of one response as they came. */
export class GzipEnd {
  readonly #kept = new KeptGzip();

  /** A handler that notes the chunks of another one: undici 8 calls other methods than 6 and 7. */
  noting(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
    const own = Object.create(handler);
    for (const name of ["onData", "onResponseData"] as const) {
      const original = (handler as Record<string, unknown>)[name];
      if (typeof original !== "function") continue;
      own[name] = (...words: unknown[]) => {
        this.#kept.take(words.at(name === "onData" ? 0 : 1) as Uint8Array);
        return original.apply(own, words);
      };
    }
    return own;
  }

  /**
   * What was not decoded of the content.
   * @param failure of the decoder, if it failed.
   * @throws that, or AccessFailure, unless all members came whole.
   */
  rest(decodedBytes: number, failure: unknown): Uint8Array {
    if (failure === undefined && !this.#kept.isOtherThan(decodedBytes)) return new Uint8Array();
    const rest = this.#kept.rest(decodedBytes);
    if (rest !== undefined) return rest;
    throw failure ?? new AccessFailure("body: gzip that ends early", "reset");
  }
}
