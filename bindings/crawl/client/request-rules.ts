/** Rules for URLs that the caller will fetch: they allow a URL only if they allow all its readings (docs/dialects.md). */

import { checkedIterable } from "../../base/arguments.ts";
import { splitLines } from "../../base/split-lines.ts";
import { AgentRules, type Explanation, type UrlLike } from "../../core/deciding.ts";
import { decidingReadingOf } from "../../core/parsing.ts";

/** A text that is neither an absolute URL nor a path has no readings: the dialect decides it as it is. */
export class RequestRules extends AgentRules {
  readonly #rules: AgentRules;

  private constructor(rules: AgentRules) {
    super(AgentRules.programOf(rules));
    this.#rules = rules;
  }

  static of(rules: AgentRules): RequestRules {
    return new RequestRules(rules);
  }

  override isAllowed(url: UrlLike): boolean {
    return this.#rules.isAllowed(this.#decidingFor(url));
  }

  override explain(url: UrlLike): Explanation {
    return this.#rules.explain(this.#decidingFor(url));
  }

  override isAllowedMany(urls: Iterable<UrlLike>): Uint8Array {
    return this.#rules.isAllowedMany([...checkedIterable("urls", urls)].map((url) => this.#decidingFor(url)));
  }

  override isAllowedLines(lines: Uint8Array): Uint8Array {
    if (!(lines instanceof Uint8Array)) return this.#rules.isAllowedLines(lines);
    return this.isAllowedMany(splitLines(lines));
  }

  #decidingFor(url: UrlLike): UrlLike {
    return isUrlLike(url) ? decidingReadingOf(this.#rules, url) : url;
  }
}

/** Other types are left to the rules, which throw. */
const isUrlLike = (url: UrlLike): boolean => typeof url === "string" || url instanceof URL || url instanceof Uint8Array;
