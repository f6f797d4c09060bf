/** A sitemap that is a text file with one URL a line (sitemaps.org, "Text file"). */
import { BoundedUrl, type Found, type SitemapParser, shortened } from "./sitemap-item.ts";
import { type SitemapLimits, sitemapError } from "./sitemap-limits.ts";

export class SitemapLines implements SitemapParser {
  readonly #url: BoundedUrl;
  readonly #found: (item: Found) => void;
  #isFirst = true;

  constructor(limits: SitemapLimits, found: (item: Found) => void) {
    this.#url = new BoundedUrl(limits.maxUrlCharacters);
    this.#found = found;
  }

  write(text: string): void {
    const [rest, ...lines] = text.split(/\r\n?|\n/);
    this.#url.add(rest!);
    for (const line of lines) {
      this.end();
      this.#url.add(line);
    }
  }

  end(): void {
    const item = this.#url.take("page");
    if (item === undefined) return;
    // A file of another kind, such as JSON, would otherwise be as many bad entries as it has lines.
    if (this.#isFirst && item.kind !== "bad" && !/^[a-z][a-z0-9+.-]*:\/\//i.test(item.url))
      throw sitemapError("format", "a sitemap: XML, or one URL a line", shortened(item.url));
    this.#isFirst = false;
    this.#found(item);
  }
}
