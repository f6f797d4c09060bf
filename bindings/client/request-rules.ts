/** Deciding exactly what `fetch` requests: the path and query of a URL as the URL standard reads it. */
import { splitLines } from "../core/engine/lines.ts";
import { AgentRules, type Explanation, type UrlLike } from "../core/robots/agent-rules.ts";
import { checkedIterable } from "../core/robots/checked.ts";
import { urlOf } from "../core/robots/url.ts";

/**
 * A URL that every dialect reads as this path and query. The host is a plain one, because dialects differ on hosts such as
 * `x;y.example`, and it cannot be left out, because google/robotstxt takes a path that starts with `//` for a host.
 */
export const requestUrl = ({ pathname, search }: URL): string => `http://host${pathname}${search}`;

/** Rules that read strings as `new URL` does. What does not parse is left to the dialect. */
export class RequestRules extends AgentRules {
  static of(rules: AgentRules): RequestRules {
    return new RequestRules(AgentRules.programOf(rules));
  }

  override isAllowed(url: UrlLike): boolean {
    return super.isAllowed(normalised(url));
  }

  override explain(url: UrlLike): Explanation {
    return super.explain(normalised(url));
  }

  override isAllowedMany(urls: Iterable<UrlLike>): Uint8Array {
    return super.isAllowedMany([...checkedIterable("urls", urls)].map(normalised));
  }

  override isAllowedLines(lines: Uint8Array): Uint8Array {
    if (!(lines instanceof Uint8Array)) return super.isAllowedLines(lines);
    return this.isAllowedMany(splitLines(lines));
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
