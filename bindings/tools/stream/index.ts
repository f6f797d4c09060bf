/** robots-wasm/stream: decides the URLs of a Web stream. */
import { wrongType } from "../../base/errors.ts";
import type { AgentRules, Explanation, UrlLike } from "../../core/deciding.ts";

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
 */
export function decisionStream(rules: AgentRules): TransformStream<UrlLike, UrlDecision> {
  if (typeof rules?.explain !== "function") throw wrongType("rules", "the result of RobotsTxt.agent()", rules);
  return new TransformStream({
    transform: (url, controller) => controller.enqueue({ ...rules.explain(url), url }),
  });
}
