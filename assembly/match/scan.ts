/**
 * Deciding by the program as it stands: rule after rule in rank order, so the first rule that matches decides and no
 * index has to be built. A literal rule costs one comparison of sixteen bytes. A rule with wildcards takes the leftmost
 * occurrence of each segment in turn, which is exact because `*` matches everything between.
 *
 * Cost: O(path) for each rule with wildcards. When that has taken a budget of turns, path-index.ts notes where strings
 * start, and segments are looked up.
 */
import { equal, indexOf } from "../bytes/bytes";
import { WILDCARD } from "../bytes/characters";
import { ANCHORED, HAS_WILDCARD, RULE_BYTES } from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { find, NOT_FOUND } from "./find";
import { indexPath, NO_NOTES, nextStart, turnsBeforeIndexing, WANTS_NOTES } from "./path-index";
import { decisionOf, flagsOf, patternEndOf, patternsOf, ruleCountOf, rulesOf } from "./program";

/** The turns that are left before notes are made. */
let budget: isize = 0;
let hasNotes: bool = false;

/**
 * The decision, if smaller than `bestSoFar`, of the first rule that matches the canonical path [path, end), or `bestSoFar`. If room
 * for notes is wanted, the decision does not count.
 */
export function scan(program: usize, path: usize, end: usize, bestSoFar: u32): u32 {
  const count = min(ruleCountOf(program), bestSoFar >> 1);
  const patterns = patternsOf(program);
  let rule = rulesOf(program);
  let pattern = patterns;
  budget = turnsBeforeIndexing(end - path);
  hasNotes = false;
  for (let rank: u32 = 0; rank < count; rank++) {
    countTurn();
    const patternEnd = patterns + patternEndOf(rule);
    if (matches(pattern, patternEnd, flagsOf(rule), path, end)) return decisionOf(rule, rank);
    if (budget < 0) {
      const notes = indexPath(path, end, 0);
      if (notes == WANTS_NOTES) return bestSoFar;
      hasNotes = notes != NO_NOTES;
      budget = isize.MAX_VALUE;
    }
    pattern = patternEnd;
    rule += RULE_BYTES;
  }
  return bestSoFar;
}

function matches(pattern: usize, patternEnd: usize, flags: u32, path: usize, end: usize): bool {
  if ((flags & HAS_WILDCARD) != 0) return matchesSegments(pattern, patternEnd, (flags & ANCHORED) != 0, path, end);
  const length = patternEnd - pattern;
  const pathBytes = end - path;
  if (length > pathBytes) return false;
  if ((flags & ANCHORED) != 0 && length != pathBytes) return false;
  return equal(pattern, path, length);
}

/** Invariant: the pattern before `segment` matches the path before `position`, and no shorter part of the path. */
function matchesSegments(pattern: usize, patternEnd: usize, isAnchored: bool, path: usize, end: usize): bool {
  let segmentEnd = indexOf(WILDCARD, pattern, patternEnd);
  const headBytes = segmentEnd - pattern;
  if (headBytes > end - path || !equal(pattern, path, headBytes)) return false;
  let position = path + headBytes;
  while (segmentEnd < patternEnd) {
    countTurn();
    const segment = segmentEnd + 1;
    segmentEnd = indexOf(WILDCARD, segment, patternEnd);
    const segmentBytes = segmentEnd - segment;
    if (segmentEnd == patternEnd && isAnchored) {
      return segmentBytes <= end - position && equal(segment, end - segmentBytes, segmentBytes);
    }
    const start = hasNotes ? nextStart(segment, segmentBytes, position) : find(segment, segmentBytes, position, end);
    budget -= <isize>(min(start, end) - position) >> 4;
    if (start == NOT_FOUND) return false;
    position = start + segmentBytes;
  }
  return true;
}
