/** What commands that decide have in common: exit codes, outages, and words that are not URLs. */

import { pluralise } from "../base/numbers.ts";
import { isUrlOrPath } from "../base/url.ts";
import type { SitemapSkip } from "../crawl/index.ts";
import { type UrlOrBytes, urlText } from "./input.ts";
import { FAILED, warn } from "./output.ts";

const OUTAGE = 3;
const MAX_SHOWN_FAILURES = 10;

/** Adds up verdicts into an exit code, and reports outages and invalid words once. */
export class ExitCode {
  readonly #outages = new Set<string>();
  #refused = false;
  #failures = 0;
  #invalid = 0;
  #firstInvalid = "";

  refuse(): void {
    this.#refused = true;
  }

  /**
   * Counts a verdict that comes from an outage, which says nothing of what the site allows.
   * @param name the URL of the robots.txt @param outage why it could not be read; undefined if no outage decided
   */
  noteOutage(name: string, outage: string | undefined): void {
    if (outage === undefined || this.#outages.has(name)) return;
    this.#outages.add(name);
    warn(`${name}: ${outage}: verdicts come from this outage, not from rules; exit code 3`);
  }

  /** Counts a failure that leaves out URLs, and warns of the first ten. */
  fail(text: string): void {
    if (++this.#failures <= MAX_SHOWN_FAILURES) warn(text);
  }

  /** For what is left out of a sitemap. */
  readonly onSkip = ({ sitemap, error }: SitemapSkip): void => this.fail(`${sitemap}: ${error.message}`);

  /** Whether the word is a URL or a path. Counts it if not, for the exit code. */
  isValid(url: UrlOrBytes): boolean {
    if (isUrlOrPath(urlText(url))) return true;
    if (this.#invalid++ === 0) this.#firstInvalid = urlText(url);
    return false;
  }

  /** @returns the exit code: 2 after a failure or if a word was not a URL, 3 after an outage, 1 if a URL was refused, else 0. */
  finish(): number {
    this.#warnAboutFailures();
    if (this.#invalid > 0 || this.#failures > 0) return FAILED;
    return this.#outages.size > 0 ? OUTAGE : this.#refused ? 1 : 0;
  }

  #warnAboutFailures(): void {
    if (this.#failures > MAX_SHOWN_FAILURES) warn(`and ${this.#failures - MAX_SHOWN_FAILURES} more like these`);
    if (this.#invalid === 0) return;
    const first = JSON.stringify(this.#firstInvalid.slice(0, 100));
    const subject = `${pluralise(this.#invalid, "word is not a URL", "words are not URLs")}; the first is ${first}`;
    warn(`${subject}: expected an absolute URL such as https://example.com/path, or a path that starts with /`);
  }
}
