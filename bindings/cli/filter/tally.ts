/** What `filter` has done so far: added up block by block, told at the end. */

import type { Result } from "../../bulk/filter/result.ts";
import { counted, number } from "../../node/format-number.ts";
import { printable } from "../output.ts";

export class Tally {
  lines = 0;
  /** Up to here in the input everything is decided and written. */
  end: number;
  readonly #startedAtMs: number = performance.now();
  #allowed = 0;
  #refused = 0;
  #noUrls = 0;
  #firstNoUrl: Result["firstNoUrl"];
  #origins = 0;
  #missing = 0;

  constructor(offset: number) {
    this.end = offset;
  }

  get seconds(): number {
    return (performance.now() - this.#startedAtMs) / 1000;
  }

  add(result: Result): void {
    this.lines += result.lines;
    this.end = Math.max(this.end, result.end);
    this.#allowed += result.allowed;
    this.#refused += result.refused;
    this.#noUrls += result.noUrls;
    this.#origins += result.lookups.origins;
    this.#missing += result.lookups.missing;
    const { firstNoUrl } = result;
    if (firstNoUrl !== undefined && firstNoUrl.offset < (this.#firstNoUrl?.offset ?? Infinity))
      this.#firstNoUrl = firstNoUrl;
  }

  /** Two lines, or three where something was no URL. */
  summary(): string {
    const perSecond = Math.round(this.lines / Math.max(this.seconds, 0.001));
    const rows = [
      `${counted(this.lines, "line")}: ${number(this.#allowed)} allowed, ${number(this.#refused)} refused, ${number(this.#noUrls)} no URLs`,
      `${counted(this.#origins, "origin")} looked up, ${number(this.#missing)} without robots.txt; ${this.seconds.toFixed(1)} s, ${number(perSecond)} lines/s`,
    ];
    return rows.concat(this.#noUrls > 0 ? [this.#noUrlText()] : []).join("\n");
  }

  #noUrlText(): string {
    if (this.#firstNoUrl === undefined) return "no URLs: lines longer than 4 MiB";
    const { offset, text } = this.#firstNoUrl;
    return `the first that is no URL, at byte ${offset}: ${printable(JSON.stringify(text))}`;
  }
}
