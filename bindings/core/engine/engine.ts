/**
 * The interface of the two engines: WebAssembly, and the TypeScript fallback where WebAssembly is blocked. Both compile the
 * same rules to the same program bytes and return the same decisions.
 */
import type { Dialect } from "../dialects.ts";
import { LISTED_RULE_BYTES, NO_MATCH, NOT_A_URL, ROBOTS_TXT } from "./constants.ts";
import type { Program } from "./program.ts";

export { NO_MATCH, NOT_A_URL, ROBOTS_TXT };

/**
 * Rules as they stand in the file, in file order: `table` holds four numbers for each rule, the first byte of its pattern
 * in `bytes`, the byte after its last, its 1-based line, and 1 for Allow or 0 for Disallow.
 */
export interface RuleList {
  readonly bytes: Uint8Array;
  readonly table: Int32Array;
}

export const RULE_STRIDE: number = LISTED_RULE_BYTES / Int32Array.BYTES_PER_ELEMENT;

/** The lengths of all patterns together. */
export function patternBytesOf({ table }: RuleList): number {
  let bytes = 0;
  for (let i = 0; i < table.length; i += RULE_STRIDE) bytes += table[i + 1]! - table[i]!;
  return bytes;
}

/** The part of the file in which the patterns lie. */
export function spanOf({ table }: RuleList): { start: number; end: number } {
  let start = table.length === 0 ? 0 : table[0]!;
  let end = start;
  for (let i = 0; i < table.length; i += RULE_STRIDE) {
    if (table[i]! < start) start = table[i]!;
    if (table[i + 1]! > end) end = table[i + 1]!;
  }
  return { start, end };
}

/**
 * A decision as one number: `rank << 1 | allowed`. The rank is the index of the deciding rule in the program. No rule makes
 * the decisions NO_MATCH and ROBOTS_TXT, which allow, and NOT_A_URL, which does not.
 */
export type DecisionCode = number;

export const isAllowedBy = (decision: DecisionCode): boolean => (decision & 1) === 1;
export const rankOf = (decision: DecisionCode): number => decision >> 1;

export interface Engine {
  readonly name: string;
  /**
   * Compiles rules to program bytes without notes: header, rules, patterns, originals (docs/format.md). The next call of
   * the engine may overwrite the bytes: copy them.
   */
  compile(rules: RuleList, dialect: Dialect): Uint8Array;
  /** Decides one URL as text or as UTF-8: an absolute URL with a host, or a path. Other text is NOT_A_URL in most dialects. */
  decide(program: Program, url: string | Uint8Array): DecisionCode;
  /** Decides URLs in order: 1 for allowed and 0 for not. */
  decideMany(program: Program, urls: readonly string[]): Uint8Array;
  /** Decides the lines (LF or CRLF) of UTF-8 text, one entry for each line; a final line end starts no further line. */
  decideLines(program: Program, lines: Uint8Array): Uint8Array;
}
