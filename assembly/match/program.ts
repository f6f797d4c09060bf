/** Reading a program (docs/format.md) where it lies in the arena. */
import {
  ALLOWED,
  DIALECT_AT,
  DIALECT_BYTES,
  DIALECTS,
  HEADER_BYTES,
  MAX_DIALECTS,
  NO_MATCH,
  RULE_BYTES,
  RULE_COUNT_AT,
} from "../bytes/layout";

/** No rule decides: as an unsigned number it is greater than every `rank << 1 | allowed`. */
export const NO_DECISION: u32 = <u32>NO_MATCH;

export function rulesOf(program: usize): usize {
  return program + HEADER_BYTES;
}

export function ruleCountOf(program: usize): u32 {
  return load<u32>(program, RULE_COUNT_AT);
}

export function patternsOf(program: usize): usize {
  return program + HEADER_BYTES + <usize>ruleCountOf(program) * RULE_BYTES;
}

/** A rule's end in the pattern bytes, and its line and flags. */
export function patternEndOf(rule: usize): u32 {
  return load<u32>(rule);
}

export function flagsOf(rule: usize): u32 {
  return load<u32>(rule, 4);
}

/** The decision when the rule of `rank` decides. */
export function decisionOf(rule: usize, rank: u32): u32 {
  return (rank << 1) | <u32>((flagsOf(rule) & ALLOWED) != 0);
}

export function dialectOf(program: usize): usize {
  return DIALECTS + (<usize>load<u8>(program, DIALECT_AT) & (MAX_DIALECTS - 1)) * DIALECT_BYTES;
}
