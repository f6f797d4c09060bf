/** Deciding exactly what `fetch` requests: the path and query of a URL as the URL standard reads it. */
import { splitLines } from "../core/engine/lines.ts";
import { AgentRules, type Explanation, type UrlLike } from "../core/robots/agent-rules.ts";
import { checkedIterable } from "../core/robots/checked.ts";
import { urlOf } from "../core/robots/url.ts";

/**
 * A URL that every dialect reads as this path and query. The host is a plain one, because dialects differ on hosts such as
 * `x;y.example`, and it cannot be left out, because google/robotstxt takes a path that starts with `//` for a host.
 */
export const requestUrl = (url: URL): string => `http://host${url.pathname}${url.search || emptyQueryOf(url)}`;

const emptyQueryOf = ({ href }: URL): string => (/^[^?#]*\?(?:#|$)/.test(href) ? "?" : "");

/**
 * Browsers request an empty query, `/x?`, and Node's `fetch` requests `/x` instead, so the rules have to allow both.
 * @param request the result of `requestUrl`
 * @returns the one that decides: the one that is refused, if there is one
 */
export function decidingRequest(rules: AgentRules, request: string): string {
  const end = request.length - 1;
  if (request.indexOf("?") !== end) return request;
  const withoutQuery = request.slice(0, end);
  return rules.isAllowed(withoutQuery) ? request : withoutQuery;
}

/** Rules that read strings as `new URL` does. What does not parse is left to the dialect. */
export class RequestRules extends AgentRules {
  static of(rules: AgentRules): RequestRules {
    return new RequestRules(AgentRules.programOf(rules));
  }

  override isAllowed(url: UrlLike): boolean {
    return super.isAllowed(this.#deciding(url));
  }

  override explain(url: UrlLike): Explanation {
    return super.explain(this.#deciding(url));
  }

  override isAllowedMany(urls: Iterable<UrlLike>): Uint8Array {
    return super.isAllowedMany([...checkedIterable("urls", urls)].map((url) => this.#deciding(url)));
  }

  override isAllowedLines(lines: Uint8Array): Uint8Array {
    if (!(lines instanceof Uint8Array)) return super.isAllowedLines(lines);
    return this.isAllowedMany(splitLines(lines));
  }

  #deciding(url: UrlLike): UrlLike {
    const request = normalised(url);
    return typeof request === "string" ? decidingRequest(this, request) : request;
  }
}

function normalised(url: UrlLike): UrlLike {
  if (url instanceof URL) return requestUrl(url);
  const text = typeof url === "string" ? url : textOf(url);
  const parsed = text === undefined ? undefined : urlOf(text.startsWith("/") ? `http://host${text}` : text);
  return parsed === undefined || parsed.host === "" ? url : requestUrl(parsed);
}

/** Bytes that are not UTF-8 stay as they are: no string requests them. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
