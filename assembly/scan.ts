/**
 * Deciding by the program as it stands: rule after rule in rank order, so the first rule that matches decides and no
 * index has to be built. A literal rule costs one comparison of sixteen bytes. A rule with wildcards takes the leftmost
 * occurrence of each segment in turn, which is exact because `*` matches everything between.
 */
import { equal, indexOf } from "./bytes";
import { WILDCARD } from "./characters";
import { find, NOT_FOUND } from "./find";
import { ANCHORED, HAS_WILDCARD, RULE_BYTES } from "./layout";
import { decisionOf, flagsOf, patternEndOf, patternsOf, ruleCountOf, rulesOf } from "./program";
import { step } from "./steps";

/** The decision, if smaller than `limit`, of the first rule that matches the canonical path [path, end), or `limit`. */
export function scan(program: usize, path: usize, end: usize, limit: u32): u32 {
  const count = min(ruleCountOf(program), limit >> 1);
  const patterns = patternsOf(program);
  let rule = rulesOf(program);
  let pattern = patterns;
  for (let rank: u32 = 0; rank < count; rank++) {
    step();
    const patternEnd = patterns + patternEndOf(rule);
    if (matches(pattern, patternEnd, flagsOf(rule), path, end)) return decisionOf(rule, rank);
    pattern = patternEnd;
    rule += RULE_BYTES;
  }
  return limit;
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
export function matchesSegments(pattern: usize, patternEnd: usize, anchored: bool, path: usize, end: usize): bool {
  let segmentEnd = indexOf(WILDCARD, pattern, patternEnd);
  const headBytes = segmentEnd - pattern;
  if (headBytes > end - path || !equal(pattern, path, headBytes)) return false;
  let position = path + headBytes;
  while (segmentEnd < patternEnd) {
    step();
    const segment = segmentEnd + 1;
    segmentEnd = indexOf(WILDCARD, segment, patternEnd);
    const segmentBytes = segmentEnd - segment;
    if (segmentEnd == patternEnd && anchored) {
      return segmentBytes <= end - position && equal(segment, end - segmentBytes, segmentBytes);
    }
    position = find(segment, segmentBytes, position, end);
    if (position == NOT_FOUND) return false;
    position += segmentBytes;
  }
  return true;
}
