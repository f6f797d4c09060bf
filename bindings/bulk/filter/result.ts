/** What deciding a block brings forth. */
import type { Lookups } from "./origins.ts";

/** Verdicts of lines; the first two are those of `AgentRules.isAllowedLines`. */
export const REFUSED = 0;
export const ALLOWED = 1;
export const NO_URL = 2;

/** What is made of each block: lines that are allowed, and refused ones if wanted; or a verdict a line as JSON. */
export interface Wanted {
  readonly denied: boolean;
  readonly json: boolean;
}

export interface Result {
  /** Of the byte after the block in the input. */
  readonly end: number;
  readonly output: Uint8Array<ArrayBuffer>;
  readonly denied: Uint8Array<ArrayBuffer> | undefined;
  readonly lines: number;
  readonly allowed: number;
  readonly refused: number;
  readonly noUrls: number;
  readonly firstNoUrl: NoUrl | undefined;
  readonly lookups: Lookups;
}

/** A line that is no URL: where it starts in the input, and its beginning. */
export interface NoUrl {
  readonly offset: number;
  readonly text: string;
}
