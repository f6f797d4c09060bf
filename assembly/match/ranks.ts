/**
 * The rules of a program by rank, and their ranks in the order in which their patterns are spelled: insertion for short runs, then
 * bottom-up merges, so n log n comparisons whatever the order, without recursion.
 */
import { compare } from "../bytes/bytes";
import { RULE_BYTES } from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { patternEndOf, patternsOf, rulesOf } from "./program";

const RUN: usize = 8;

let rules: usize = 0;
let patterns: usize = 0;

/** From now on the ranks are those of this program. */
export function expectProgram(program: usize): void {
  rules = rulesOf(program);
  patterns = patternsOf(program);
}

export function ruleOf(rank: u32): usize {
  return rules + <usize>rank * RULE_BYTES;
}

export function startOf(rank: u32): usize {
  return rank == 0 ? patterns : patterns + patternEndOf(ruleOf(rank - 1));
}

export function endOf(rank: u32): usize {
  return patterns + patternEndOf(ruleOf(rank));
}

function spellsLater(a: u32, b: u32): bool {
  const aStart = startOf(a);
  const bStart = startOf(b);
  return compare(aStart, endOf(a) - aStart, bStart, endOf(b) - bStart) > 0;
}

function sortRun(from: usize, end: usize): void {
  for (let at = from + 4; at < end; at += 4) {
    const rank = load<u32>(at);
    let hole = at;
    while (hole > from && spellsLater(load<u32>(hole - 4), rank)) {
      countTurn();
      store<u32>(hole, load<u32>(hole - 4));
      hole -= 4;
    }
    store<u32>(hole, rank);
  }
}

function merge(left: usize, middle: usize, end: usize, to: usize): void {
  let right = middle;
  for (; left < middle || right < end; to += 4) {
    countTurn();
    const takesLeft = right == end || (left < middle && !spellsLater(load<u32>(left), load<u32>(right)));
    store<u32>(to, takesLeft ? load<u32>(left) : load<u32>(right));
    if (takesLeft) left += 4;
    else right += 4;
  }
}

/** Sorts `count` ranks at `ranks`; `spare` has room for as many. Returns where the sorted ones are: one of the two. */
export function sortRanks(ranks: usize, count: usize, spare: usize): usize {
  const bytes = count * 4;
  for (let at: usize = 0; at < bytes; at += RUN * 4) sortRun(ranks + at, ranks + min(bytes, at + RUN * 4));
  for (let width = RUN * 4; width < bytes; width *= 2) {
    for (let at: usize = 0; at < bytes; at += 2 * width) {
      merge(ranks + at, ranks + min(bytes, at + width), ranks + min(bytes, at + 2 * width), spare + at);
    }
    const sorted = spare;
    spare = ranks;
    ranks = sorted;
  }
  return ranks;
}
