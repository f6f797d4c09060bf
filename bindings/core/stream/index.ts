/** Decides the URLs of a Web stream. */
import { wrongType } from "../../base/errors.ts";
import type { AgentRules, Explanation } from "../deciding.ts";
import type { UrlLike } from "../robots/url-like.ts";

/** A URL of the stream with its verdict. */
export type UrlDecision = Explanation & {
  /** As it was written to the stream. */
  readonly url: UrlLike;
};

/**
 * A `TransformStream` that decides each URL written to it and emits the verdicts in the same order. It reads no more URLs than
 * its consumer takes. To decide many URLs that are in memory already, `rules.isAllowedMany` is faster.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless `rules` are the rules of an agent. The stream fails with the same for a
 *   chunk that is not a string, URL or Uint8Array.
 * @example
 * ```ts
 * import { decisionStream, parse } from "robots-wasm";
 *
 * const rules = parse("User-agent: *\nDisallow: /private\n").agent("ExampleBot");
 * const urls = new ReadableStream({
 *   start(controller) {
 *     for (const path of ["/a", "/private/b"]) controller.enqueue(new URL(path, "https://shop.example"));
 *     controller.close();
 *   },
 * });
 * for await (const { url, allowed } of urls.pipeThrough(decisionStream(rules))) console.log(allowed, String(url));
 * ```
 */
export function decisionStream(rules: AgentRules): TransformStream<UrlLike, UrlDecision> {
  if (typeof rules?.explain !== "function") throw wrongType("rules", "the result of RobotsTxt.agent()", rules);
  return new TransformStream({
    transform: (url, controller) => controller.enqueue({ ...rules.explain(url), url }),
  });
}
