/**
 * One decision: `rank << 1 | allowed` of the smallest rank that matches the path. The rank alone tells everything:
 * precedence was settled when the rules were sorted. Most paths are canonical already and are decided where they lie.
 */
import { indexOf } from "./bytes";
import {
  canonicalise,
  keptQueryEscape,
  PROFILE_FLAGS_AT,
  URL_NUL_ENDS,
  URL_SHIFT,
  URL_SKIPS_SLASHES,
  URL_SPECIAL_AT,
} from "./canonical";
import {
  CANONICAL,
  DECISIONS_BEFORE,
  FLAGS_AT,
  INDEX_BEFORE,
  INPUT,
  NO_DECISION,
  PROGRAM_ROBOTS_TXT_ALLOWED,
  profileOf,
  ruleCountOf,
} from "./layout";
import { scan } from "./scan";
import { searchIndex } from "./search";
import { hasSpecial } from "./special";
import { findOrigin, findPath } from "./url";

const SLASH: u8 = 47;
const HASH: u8 = 35;
const ROBOTS_TXT: i32 = -3;
const WANTS_INDEX: i32 = i32.MIN_VALUE;
/** Building costs about as much as this many scans, whatever the number of rules (docs/performance.md). */
const INDEX_AFTER: u32 = 32;
/** Up to this many rules a scan costs no more than a walk. */
const INDEX_FROM_RULES: u32 = 5;

/** The decision for the URL in [url, end); the byte before it may be overwritten. */
export function decide(program: usize, url: usize, end: usize): i32 {
  const profile = profileOf(program);
  const originBytes = findOrigin(url, end);
  const path = originBytes != 0 ? url + originBytes - 1 : findPath(url, end, skipsSlashes(profile));
  if (path == end) return decideRoot(program);
  if (hasSpecial(path, end, profile + URL_SPECIAL_AT)) return decideSpelled(program, path, end, profile);
  return decidePath(program, path, end, NO_DECISION);
}

function skipsSlashes(profile: usize): bool {
  return (load<u32>(profile, PROFILE_FLAGS_AT) & URL_SKIPS_SLASHES) != 0;
}

function decideRoot(program: usize): i32 {
  store<u8>(CANONICAL, SLASH);
  return decidePath(program, CANONICAL, CANONICAL + 1, NO_DECISION);
}

/** The decision for a path that is not canonical, or not wholly a path. */
function decideSpelled(program: usize, path: usize, urlEnd: usize, profile: usize): i32 {
  let end = indexOf(HASH, path, urlEnd);
  if ((load<u32>(profile, PROFILE_FLAGS_AT) & URL_NUL_ENDS) != 0) end = indexOf(0, path, end);
  const canonicalEnd = canonicalise(path, end, CANONICAL, profile, URL_SHIFT, false);
  const hasSecondReading = keptQueryEscape;
  const decision = decidePath(program, CANONICAL, canonicalEnd, NO_DECISION);
  if (!hasSecondReading || decision == ROBOTS_TXT) return decision;
  // Escapes in the query equal their bytes as well (RFC 9309 §2.2.2, figure 4).
  const secondEnd = canonicalise(path, end, CANONICAL, profile, URL_SHIFT, true);
  return decidePath(program, CANONICAL, secondEnd, decision);
}

/** The smallest decision below `limit` for a canonical path, or `limit`; or ROBOTS_TXT. */
export function decidePath(program: usize, path: usize, end: usize, limit: u32): i32 {
  if (isRobotsTxt(program, path, end)) return ROBOTS_TXT;
  const index = load<u32>(program - INDEX_BEFORE);
  return index == 0 ? scan(program, path, end, limit) : searchIndex(program, index, path, end, limit);
}

/** `/robots.txt`, with or without a query, where it is always allowed (RFC 9309 §2.2.2). */
function isRobotsTxt(program: usize, path: usize, end: usize): bool {
  if (load<u64>(path) != 0x2e73746f626f722f || load<u16>(path, 8) != 0x7874 || load<u8>(path, 10) != 0x74) return false;
  if (end - path != 11 && (end - path < 11 || load<u8>(path, 11) != 63)) return false;
  return (load<u8>(program, FLAGS_AT) & PROGRAM_ROBOTS_TXT_ALLOWED) != 0;
}

/**
 * The decision for the URL of `length` bytes in INPUT; or WANTS_INDEX, once, when the program has decided often enough
 * for an index to pay.
 */
export function decideInput(program: usize, length: usize): i32 {
  if (load<u32>(program - INDEX_BEFORE) == 0 && wantsIndex(program, 1)) return WANTS_INDEX;
  return decide(program, INPUT, INPUT + length);
}

/** Counts decisions made without an index; true when the count passes what an index is worth. */
export function wantsIndex(program: usize, decisions: u32): bool {
  if (load<u32>(program - INDEX_BEFORE) != 0) return false;
  const before = load<u32>(program - DECISIONS_BEFORE);
  if (before >= INDEX_AFTER || ruleCountOf(program) < INDEX_FROM_RULES) return false;
  store<u32>(program - DECISIONS_BEFORE, before + decisions);
  return before + decisions >= INDEX_AFTER;
}
