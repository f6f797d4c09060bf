/**
 * Why lines were decided as they were: a row for a decision of an origin, written while its rules are there. docs/embedding.md has
 * the layout.
 *
 *   row  0 decision | 4 line and flags of the rule | 8 flags of the program | 9 where it comes from | 10 bytes of text (u16)
 *        12 the pattern, or its original if the rule has one, filled up to four bytes
 */
import { FLAGS_AT, ORIGINAL, RULE_BYTES } from "../bytes/layout";
import { decidingRule, originalOf, patternOf } from "../embed/explain";
import { flagsOf, patternEndOf, patternsOf, rulesOf } from "../match/program";
import { clear, firstOf, LIST_BYTES, push, usedBytes } from "./list";

export const ARCHIVE: u32 = 0;
/** One verdict for the whole origin: it has no robots.txt; of an archive, its status is one more. */
export const NO_FILE: u32 = 1;
/** What the host has given. */
export const HOST_VERDICT: u32 = 4;
export const HOST_RULES: u32 = 5;
/** The row lacks the text of the rule. */
const NO_TEXT: u32 = 6;

const HEAD_BYTES: usize = 12;
/** Longer patterns, and originals behind more rules, cost more than asking the host for them. */
const MAX_TEXT_BYTES: usize = 1024;
const MAX_RULES_BEFORE: usize = 1024;
/** How many rows of an origin are found again. */
const RECENT: u32 = 8;

const rows: usize = memory.data(LIST_BYTES);
/** Where the recent rows of the origin start; each slot has the row's offset and its decision. */
const recent: usize = memory.data(64);
let count: u32 = 0;

export function clearCauses(): void {
  clear(rows);
}

export function causesAt(): usize {
  return firstOf(rows);
}

export function causesBytes(): usize {
  return usedBytes(rows);
}

/** The rows that follow are those of another origin. */
export function startOrigin(): void {
  count = 0;
}

/** The offset of the row for a decision of the origin, or -1 without memory. */
export function causeOf(program: usize, decision: i32, source: u32): i32 {
  const known = min(count, RECENT);
  for (let i: u32 = 0; i < known; i++) {
    const slot = recent + ((<usize>i) << 3);
    if (load<i32>(slot, 4) == decision) return load<i32>(slot);
  }
  const offset = addRow(program, decision, source);
  const slot = recent + ((<usize>(count++ % RECENT)) << 3);
  store<i32>(slot, offset);
  store<i32>(slot, decision, 4);
  return offset;
}

let textBytes: usize = 0;

function addRow(program: usize, decision: i32, source: u32): i32 {
  const rule = decidingRule(program, decision);
  textBytes = 0;
  const text = rule == 0 ? 0 : ruleText(program, rule);
  const isLeftOut = rule != 0 && (text == 0 || textBytes > MAX_TEXT_BYTES);
  if (isLeftOut) textBytes = 0;
  const row = push(rows, HEAD_BYTES + ((textBytes + 3) & ~3));
  if (row == 0) return -1;
  store<i32>(row, decision);
  store<u32>(row, rule == 0 ? 0 : flagsOf(rule), 4);
  store<u8>(row, load<u8>(program, FLAGS_AT), 8);
  store<u8>(row, <u8>(isLeftOut ? NO_TEXT : source), 9);
  store<u16>(row, <u16>textBytes, 10);
  memory.copy(row + HEAD_BYTES, text, textBytes);
  return <i32>(row - firstOf(rows));
}

/** Where the text of the rule is, of `textBytes`; 0 if it is too far to look for. */
function ruleText(program: usize, rule: usize): usize {
  if ((flagsOf(rule) & ORIGINAL) != 0) {
    if (rule - rulesOf(program) > MAX_RULES_BEFORE * RULE_BYTES) return 0;
    const original = originalOf(program, rule);
    textBytes = <usize>load<u32>(original);
    return original + 4;
  }
  const pattern = patternOf(program, rule);
  textBytes = patternsOf(program) + patternEndOf(rule) - pattern;
  return pattern;
}
