/**
 * Where public servers led a caller that follows redirects by itself, as `fetch` does: each URL until it is requested. What they
 * take is limited: beyond it the oldest is forgotten.
 */
import { RecentMap } from "../../../base/recent-map.ts";
import { urlOf } from "../../../base/url.ts";

/** Characters of URLs, about 40,000 of them. */
const MAX_SIZE = 2 ** 22;

export class OpenRedirects {
  /** How many redirects to a URL are open. */
  readonly #counts = new RecentMap<number>(MAX_SIZE, { sizeOf: (_, url) => url.length });

  add(urls: readonly string[]): void {
    for (const url of new Set(urls.map(requested))) this.#counts.set(url, (this.#counts.get(url) ?? 0) + 1);
  }

  /** Whether a redirect to the URL was open. It is not any more. */
  take(url: string): boolean {
    if (this.#counts.count === 0) return false;
    const key = requested(url);
    const count = this.#counts.get(key) ?? 0;
    if (count > 1) this.#counts.set(key, count - 1);
    else this.#counts.delete(key);
    return count > 0;
  }
}

/** The URL without what is not sent to the server. */
function requested(text: string): string {
  const url = urlOf(text);
  return url === undefined ? text : `${url.origin}${url.pathname}${url.search}`;
}
