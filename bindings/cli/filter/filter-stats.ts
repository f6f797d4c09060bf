/** Adds up the results of blocks, and prints the summary of `filter`. */

import { formatNumber, pluralise } from "../../base/numbers.ts";
import { inputError } from "../../bulk/files/input-error.ts";
import type { BlockResult, OutputSpec } from "../../bulk/filter/index.ts";
import { truncationSummary, unreadableSummary } from "../../bulk/folder/index.ts";
import { printable } from "../output.ts";
import type { FilterOptions } from "./filter-options.ts";

/** From so many origins on, it is an error that none was found. */
const MANY_ORIGINS = 10;

type Counted = Pick<FilterOptions, "offset" | "mustFind" | "plan" | "moreMemoryBytes">;

export class FilterStats {
  lines = 0;
  /** Up to this input offset, everything is decided and written. */
  end: number;
  readonly #mustFind: boolean;
  /** In which what is missing is missing. */
  readonly #robots: string | undefined;
  readonly #moreMemoryBytes: number | undefined;
  readonly #startedAtMs: number = performance.now();
  #allowed = 0;
  #refused = 0;
  #invalid = 0;
  #unknown = 0;
  #firstInvalid: BlockResult["firstInvalid"];
  #origins = 0;
  #firsts = 0;
  #missing = 0;
  #truncated = 0;
  #unreadable = 0;
  #firstUnreadable: string | undefined;

  constructor({ offset, mustFind, plan, moreMemoryBytes }: Counted) {
    this.#moreMemoryBytes = moreMemoryBytes;
    this.end = offset;
    this.#mustFind = mustFind;
    this.#robots = plan.missing === "fetch" ? undefined : plan.robots;
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
    this.#unknown += result.unknown;
    this.#origins += result.lookups.origins;
    this.#firsts += result.lookups.firsts;
    this.#missing += result.lookups.missing;
    this.#truncated += result.lookups.truncated;
    this.#unreadable += result.lookups.unreadable;
    this.#firstUnreadable ??= result.lookups.firstUnreadable;
    const { firstInvalid } = result;
    if (firstInvalid !== undefined && firstInvalid.offset < (this.#firstInvalid?.offset ?? Infinity))
      this.#firstInvalid = firstInvalid;
  }

  counts(): Readonly<Record<string, number | string>> {
    return {
      lines: this.lines,
      allowed: this.#allowed,
      refused: this.#refused,
      invalid: this.#invalid,
      ...(this.#unknown > 0 && { unknown: this.#unknown }),
      origins: this.#origins,
      ...(this.#repeats && { repeated: this.#origins - this.#firsts }),
      missing: this.#missing,
      unreadable: this.#unreadable,
      truncated: this.#truncated,
      seconds: Number(this.seconds.toFixed(3)),
      ...(this.warning !== undefined && { warning: this.warning }),
    };
  }

  /** @throws an input error if many origins were looked up and none was found: the archive may be another one */
  checkFound(): void {
    if (this.#mustFind && this.#foundNone && this.#origins >= MANY_ORIGINS)
      throw inputError(
        this.#robots!,
        `expected origins of the input; got ${this.#noneText()}; to allow them, pass --missing allow`,
      );
  }

  get warning(): string | undefined {
    return this.#mustFind && this.#foundNone
      ? `${this.#robots} has ${this.#noneText()}, so all are allowed`
      : undefined;
  }

  get #foundNone(): boolean {
    return this.#origins > 0 && this.#missing === this.#origins;
  }

  #noneText(): string {
    return `none of ${pluralise(this.#origins, "origin")}`;
  }

  /**
   * An output that tells invalid lines apart accepts any number of them.
   * @throws an input error that names the first invalid line if most are: the input may not be a list of URLs
   */
  checkInvalid({ invalid, format }: OutputSpec): void {
    if (invalid || format === "verdicts" || this.#invalid <= this.lines / 2) return;
    const got = `${formatNumber(this.#invalid)} of ${pluralise(this.lines, "line")}; ${this.#invalidText()}`;
    const remedy = "to accept them, pass --invalid FILE, which they are written to";
    throw inputError("the input", `expected at most half of the lines to be invalid; got ${got}; ${remedy}`);
  }

  /** Two lines, and one each if look-ups were repeated, files were unreadable or truncated, or lines were invalid. */
  summary(): string {
    const perSecond = Math.round(this.lines / Math.max(this.seconds, 0.001));
    const unknown = this.#unknown > 0 ? `, ${formatNumber(this.#unknown)} marked` : "";
    const rows = [
      `${pluralise(this.lines, "line")}: ${formatNumber(this.#allowed)} allowed, ${formatNumber(this.#refused)} refused, ${formatNumber(this.#invalid)} invalid${unknown}`,
      `${pluralise(this.#origins, "origin")} looked up, ${formatNumber(this.#missing)} ${this.#robots === undefined ? "without robots.txt" : "not in --robots"}; ${this.seconds.toFixed(1)} s, ${formatNumber(perSecond)} lines/s`,
    ];
    if (this.#repeats) rows.push(this.#repeatedText());
    if (this.warning !== undefined) rows.push(printable(`warning: ${this.warning}`));
    if (this.#unreadable > 0) rows.push(printable(`${unreadableSummary(this.#unreadable)}: ${this.#firstUnreadable}`));
    if (this.#truncated > 0) rows.push(truncationSummary(this.#truncated));
    if (this.#invalid > 0) rows.push(this.#invalidText());
    return rows.join("\n");
  }

  /** Whether most look-ups are of origins whose rules had made room for others. They take most of the time then. */
  get #repeats(): boolean {
    return this.#firsts < this.#origins / 2;
  }

  #repeatedText(): string {
    const memory = this.#moreMemoryBytes === undefined ? "" : `, or pass --memory ${this.#moreMemoryBytes}`;
    const percent = Math.round(100 * (1 - this.#firsts / this.#origins));
    return `${percent} % of the look-ups were repeated, because not all origins fit the memory: sort the list${memory}`;
  }

  #invalidText(): string {
    if (this.#firstInvalid === undefined) return "the invalid lines are longer than 4 MiB";
    const { offset, text } = this.#firstInvalid;
    return `the first line that is not a URL, at byte ${offset}: ${printable(JSON.stringify(text))}`;
  }
}
