/** What deciding one block returns. */
import type { LookupCounts } from "./lookups.ts";

export { ALLOWED, INVALID, REFUSED, UNKNOWN_ORIGIN } from "../engine/engine.ts";

/**
 * What to write for each block: the allowed lines, a JSON object for each URL, or one character for each line (`1`, `0`,
 * `-` for an invalid line, or `?` for one of an unknown origin), with or without LF.
 */
export interface OutputSpec {
  readonly format: "lines" | "json" | "verdicts" | "bytes";
  /** Also return the refused lines. */
  readonly refused: boolean;
  /** Also return the invalid lines. */
  readonly invalid: boolean;
}

export interface BlockResult {
  /** Input offset just past the block. */
  readonly end: number;
  readonly output: Uint8Array<ArrayBuffer>;
  readonly refusedLines: Uint8Array<ArrayBuffer> | undefined;
  readonly invalidLines: Uint8Array<ArrayBuffer> | undefined;
  readonly lines: number;
  readonly allowed: number;
  readonly refused: number;
  readonly invalid: number;
  /** Lines of origins of which nothing is known. */
  readonly unknown: number;
  readonly firstInvalid: InvalidLine | undefined;
  readonly lookups: LookupCounts;
}

/** A line that is not a URL: its offset in the input and its first bytes. */
export interface InvalidLine {
  readonly offset: number;
  readonly text: string;
}
