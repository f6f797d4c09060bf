/**
 * One decision: the smallest rank that matches the path, as `rank << 1 | allowed`. The rank alone tells everything:
 * precedence was settled when the rules were sorted.
 */
import {
  ALLOWED,
  DECISIONS_BEFORE,
  FLAGS_AT,
  HEADER_BYTES,
  INDEX_BEFORE,
  INPUT,
  NO_RANK,
  PROGRAM_ROBOTS_TXT_ALLOWED,
  profileOf,
  RULE_BYTES,
  ruleCountOf,
} from "./layout";
import { scan } from "./scan";
import { searchIndex } from "./search";
import { locatePath, path, pathEnd, readQueryEscapes } from "./url";

const NO_MATCH: i32 = -1;
const ROBOTS_TXT: i32 = -3;
const WANTS_INDEX: i32 = i32.MIN_VALUE;
/** Building costs about as much as this many scans, whatever the number of rules (docs/performance.md). */
const INDEX_AFTER: u32 = 32;
/** Up to this many rules a scan costs no more than a walk. */
const INDEX_FROM_RULES: u32 = 5;

/** The decision for the URL in [url, end); the byte before it may be overwritten. */
export function decide(program: usize, url: usize, end: usize): i32 {
  const profile = profileOf(program);
  const hasSecondReading = locatePath(url, end, profile);
  if ((load<u8>(program, FLAGS_AT) & PROGRAM_ROBOTS_TXT_ALLOWED) != 0 && isRobotsTxt(path, pathEnd)) return ROBOTS_TXT;
  let rank = smallestRank(program, NO_RANK);
  if (hasSecondReading) {
    readQueryEscapes(profile);
    rank = smallestRank(program, rank);
  }
  if (rank == NO_RANK) return NO_MATCH;
  const flags = load<u32>(program + HEADER_BYTES + <usize>rank * RULE_BYTES, 4);
  return <i32>((rank << 1) | <u32>((flags & ALLOWED) != 0));
}

function smallestRank(program: usize, limit: u32): u32 {
  const index = load<u32>(program - INDEX_BEFORE);
  return min(
    limit,
    index == 0 ? scan(program, path, pathEnd, limit) : searchIndex(program, index, path, pathEnd, limit),
  );
}

/** `/robots.txt`, with or without a query (RFC 9309 §2.2.2). */
function isRobotsTxt(path: usize, end: usize): bool {
  const length = end - path;
  if (length < 11 || load<u32>(path) != 0x626f722f || load<u32>(path, 4) != 0x2e73746f) return false;
  if (load<u16>(path, 8) != 0x7874 || load<u8>(path, 10) != 0x74) return false;
  return length == 11 || load<u8>(path, 11) == 63;
}

/**
 * The decision for the URL of `length` bytes in INPUT; or WANTS_INDEX, once, when the program has decided often enough
 * for an index to pay.
 */
export function decideInput(program: usize, length: usize): i32 {
  if (wantsIndex(program, 1)) return WANTS_INDEX;
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
