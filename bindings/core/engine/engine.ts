/**
 * What an engine does, whichever it is: the WebAssembly one, or the naive one that stands in where WebAssembly is
 * forbidden. Both make the same program bytes from the same rules and answer with the same decisions.
 */
import type { Dialect } from "../dialects.ts";
import type { Program } from "./program.ts";

/**
 * Rules as they stand in the file, in file order: `table` holds four numbers a rule, the first byte of its pattern in
 * `bytes`, the byte after its last, its 1-based line, and 1 for Allow or 0 for Disallow.
 */
export interface RuleList {
  readonly bytes: Uint8Array;
  readonly table: Int32Array;
}

export const RULE_STRIDE = 4;

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
 * A decision as one number: `rank << 1 | allowed`. The rank is the index of the deciding rule in the program; NO_MATCH
 * and ROBOTS_TXT are the two decisions that no rule makes.
 */
export type Decision = number;
export const NO_MATCH: Decision = -1;
export const ROBOTS_TXT: Decision = -3;

export const isAllowedBy = (decision: Decision): boolean => (decision & 1) === 1;
export const rankOf = (decision: Decision): number => decision >> 1;

export interface Engine {
  readonly name: string;
  /**
   * Sorted, canonical rules as program bytes: header, rules, patterns, originals (docs/format.md), without notes. The
   * bytes may be overwritten by the next call of the engine: copy them.
   */
  compile(rules: RuleList, dialect: Dialect): Uint8Array;
  /** Decides one URL: an absolute one or a path, as text or as UTF-8. */
  decide(program: Program, url: string | Uint8Array): Decision;
  /** Decides URLs one by one in order, writing 1 for allowed and 0 for not. */
  decideMany(program: Program, urls: readonly string[]): Uint8Array;
  /** Decides the lines (LF or CRLF) of UTF-8 text, one entry a line; a final line end starts no further line. */
  decideLines(program: Program, lines: Uint8Array): Uint8Array;
}
