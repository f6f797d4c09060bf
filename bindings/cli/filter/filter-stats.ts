/** Adds up the results of blocks, and prints the summary of `filter`. */

import { formatNumber, pluralise } from "../../base/numbers.ts";
import { type BlockResult, truncationSummary, unreadableSummary } from "../../bulk/filter/index.ts";
import { inputError } from "../../files/input-error.ts";
import { printable } from "../output.ts";

export class FilterStats {
  lines = 0;
  /** Up to this input offset, everything is decided and written. */
  end: number;
  readonly #startedAtMs: number = performance.now();
  #allowed = 0;
  #refused = 0;
  #invalid = 0;
  #firstInvalid: BlockResult["firstInvalid"];
  #origins = 0;
  #missing = 0;
  #truncated = 0;
  #unreadable = 0;
  #firstUnreadable: string | undefined;

  constructor(offset: number) {
    this.end = offset;
  }

  get seconds(): number {
    return (performance.now() - this.#startedAtMs) / 1000;
  }

  add(result: BlockResult): void {
    this.lines += result.lines;
    this.end = Math.max(this.end, result.end);
    this.#allowed += result.allowed;
    this.#refused += result.refused;
    this.#invalid += result.invalid;
    this.#origins += result.lookups.origins;
    this.#missing += result.lookups.missing;
    this.#truncated += result.lookups.truncated;
    this.#unreadable += result.lookups.unreadable;
    this.#firstUnreadable ??= result.lookups.firstUnreadable;
    const { firstInvalid } = result;
    if (firstInvalid !== undefined && firstInvalid.offset < (this.#firstInvalid?.offset ?? Infinity))
      this.#firstInvalid = firstInvalid;
  }

  counts(): Readonly<Record<string, number>> {
    return {
      lines: this.lines,
      allowed: this.#allowed,
      refused: this.#refused,
      invalid: this.#invalid,
      origins: this.#origins,
      missing: this.#missing,
      unreadable: this.#unreadable,
      truncated: this.#truncated,
      seconds: Number(this.seconds.toFixed(3)),
    };
  }

  /** @throws an input error that names the first invalid line if too many are: the input may not be a list of URLs */
  checkInvalid(maxShare: number): void {
    if (this.#invalid <= maxShare * this.lines) return;
    const limit = `at most ${formatNumber(100 * maxShare)}% of the lines to be invalid`;
    const got = `${formatNumber(this.#invalid)} of ${pluralise(this.lines, "line")}; ${this.#invalidText()}`;
    throw inputError("the input", `expected ${limit}; got ${got}; to accept them, pass --max-invalid 100%`);
  }

  /** Two lines, and one each if files were unreadable or truncated, or lines were invalid. */
  summary(): string {
    const perSecond = Math.round(this.lines / Math.max(this.seconds, 0.001));
    const rows = [
      `${pluralise(this.lines, "line")}: ${formatNumber(this.#allowed)} allowed, ${formatNumber(this.#refused)} refused, ${formatNumber(this.#invalid)} invalid`,
      `${pluralise(this.#origins, "origin")} looked up, ${formatNumber(this.#missing)} without robots.txt; ${this.seconds.toFixed(1)} s, ${formatNumber(perSecond)} lines/s`,
    ];
    if (this.#unreadable > 0) rows.push(printable(`${unreadableSummary(this.#unreadable)}: ${this.#firstUnreadable}`));
    if (this.#truncated > 0) rows.push(truncationSummary(this.#truncated));
    if (this.#invalid > 0) rows.push(this.#invalidText());
    return rows.join("\n");
  }

  #invalidText(): string {
    if (this.#firstInvalid === undefined) return "the invalid lines are longer than 4 MiB";
    const { offset, text } = this.#firstInvalid;
    return `the first line that is not a URL, at byte ${offset}: ${printable(JSON.stringify(text))}`;
  }
}
