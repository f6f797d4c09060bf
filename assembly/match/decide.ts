/**
 * One decision: `rank << 1 | allowed` for the smallest rank that matches the path. Rules were sorted by precedence when
 * they were compiled, so the smallest rank decides. Most paths are canonical already and are decided in place.
 */
import { indexOf } from "../bytes/bytes";
import { HASH, NUL, QUESTION, SLASH } from "../bytes/characters";
import {
  ANY_URL,
  CANONICAL,
  DECISIONS_BEFORE,
  DIALECT_FLAGS_AT,
  FLAGS_AT,
  HAS_WILDCARD,
  INDEX_BEFORE,
  INPUT,
  NO_HOST_AT,
  NOT_A_URL,
  NOT_NORMALISED,
  PROGRAM_ROBOTS_TXT_ALLOWED,
  PROGRAM_WRITTEN,
  ROBOTS_TXT,
  RULE_BYTES,
  URL_NONCANONICAL_AT,
  URL_NUL_ENDS,
  URL_SHIFT,
  URL_SKIPS_SLASHES,
  WANTS_INDEX,
  WANTS_ROOM,
} from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { canonicalise, endOf, hasSecondReading } from "../spell/canonical";
import { CANONICAL_PATH, OTHER_PATH, spellingOf } from "../spell/plain";
import { findOrigin, findPath, findPlainOrigin, isUrl } from "../spell/url";
import { offerRoom, takeRoomWanted } from "./path-index";
import { dialectOf, flagsOf, NO_DECISION, patternsOf, ruleCountOf, rulesOf } from "./program";
import { scan } from "./scan";
import { searchIndex } from "./search";

/** Building costs about as much as this many scans, whatever the number of rules (docs/performance.md). */
const INDEX_AFTER: u32 = 32;
/**
 * Up to FEW_RULES a scan takes no longer than a walk. But where many programs decide in turns, it pays that all of them walk, because
 * the processor predicts branches better (docs/performance.md, many hosts).
 */
const FEW_RULES: u32 = 4;
const INDEX_FEW_AFTER: u32 = 128;

/**
 * The decision for the URL in [url, end); the byte before it may be overwritten. `canonicalAt` has room for its canonical path: three bytes
 * for each byte of the URL.
 * @param asWritten whether the text alone counts; otherwise, unless the program says so, all readings do (docs/dialects.md), and the
 *   decision is NOT_NORMALISED if there may be several
 */
export function decide(program: usize, url: usize, end: usize, canonicalAt: usize, asWritten: bool): i32 {
  asWritten = asWritten || isWritten(program);
  const dialectAt = dialectOf(program);
  let path = asWritten ? findWrittenPath(url, end, dialectAt) : findPlainPath(url, end, dialectAt);
  if (path == 0) return asWritten ? NOT_A_URL : NOT_NORMALISED;
  if (path == end) {
    path = CANONICAL;
    end = CANONICAL + 1;
    store<u8>(path, SLASH);
  }
  const spelling = spellingOf(path, end, dialectAt + URL_NONCANONICAL_AT);
  if (spelling == CANONICAL_PATH) return decidePath(program, path, end, NO_DECISION);
  if (spelling == OTHER_PATH && !asWritten) return NOT_NORMALISED;
  return decideNoncanonical(program, path, end, dialectAt, canonicalAt);
}

/** Where the path starts in a text that is a URL to the dialect, or 0. It is `end` for a URL without a path. */
function findWrittenPath(url: usize, end: usize, dialectAt: usize): usize {
  const originBytes = findOrigin(url, end);
  if (originBytes != 0) return url + originBytes - 1;
  return has(dialectAt, ANY_URL) || isUrl(url, end) ? findPath(url, end, has(dialectAt, URL_SKIPS_SLASHES)) : 0;
}

/** Where the path starts in a path, or in a URL with an origin that URL parsers leave as it is; or 0. */
function findPlainPath(url: usize, end: usize, dialectAt: usize): usize {
  if (url < end && load<u8>(url) == SLASH) return url;
  const originBytes = findPlainOrigin(url, end, dialectAt + NO_HOST_AT);
  return originBytes == 0 ? 0 : url + originBytes - 1;
}

export function isWritten(program: usize): bool {
  return (load<u8>(program, FLAGS_AT) & PROGRAM_WRITTEN) != 0;
}

function has(dialectAt: usize, flag: u32): bool {
  return (load<u32>(dialectAt, DIALECT_FLAGS_AT) & flag) != 0;
}

/** The decision for a path that is not canonical, or not wholly a path. */
export function decideNoncanonical(
  program: usize,
  path: usize,
  urlEnd: usize,
  dialectAt: usize,
  canonicalAt: usize,
): i32 {
  let end = indexOf(HASH, path, urlEnd);
  if (has(dialectAt, URL_NUL_ENDS)) end = indexOf(NUL, path, end);
  const canonical = canonicalise(path, end, canonicalAt, dialectAt, URL_SHIFT, false);
  const decision = decidePath(program, canonicalAt, endOf(canonical), NO_DECISION);
  if (!hasSecondReading(canonical) || decision == ROBOTS_TXT) return decision;
  // Escapes in the query equal their bytes as well (RFC 9309 §2.2.2, figure 4).
  const second = canonicalise(path, end, canonicalAt, dialectAt, URL_SHIFT, true);
  return decidePath(program, canonicalAt, endOf(second), decision);
}

/** The smallest decision below `bestSoFar` for a canonical path, or `bestSoFar`; or ROBOTS_TXT. */
export function decidePath(program: usize, path: usize, end: usize, bestSoFar: u32): i32 {
  if (isRobotsTxt(program, path, end)) return ROBOTS_TXT;
  const index = load<u32>(program - INDEX_BEFORE);
  return index == 0 ? scan(program, path, end, bestSoFar) : searchIndex(program, index, path, end, bestSoFar);
}

/** `/robots.txt`, with or without a query, where it is always allowed (RFC 9309 §2.2.2). */
function isRobotsTxt(program: usize, path: usize, end: usize): bool {
  if (load<u64>(path) != 0x2e73746f626f722f || load<u16>(path, 8) != 0x7874 || load<u8>(path, 10) != 0x74) return false;
  if (end - path != 11 && (end - path < 11 || load<u8>(path, 11) != QUESTION)) return false;
  return (load<u8>(program, FLAGS_AT) & PROGRAM_ROBOTS_TXT_ALLOWED) != 0;
}

/**
 * The decision for the URL of `length` bytes in INPUT: as it is written, or for the readings that the program asks for; or NOT_NORMALISED;
 * or WANTS_INDEX, once, when the program has decided often enough for an index to pay; or WANTS_ROOM.
 */
export function decideUrl(program: usize, length: usize, asWritten: bool): i32 {
  if (load<u32>(program - INDEX_BEFORE) == 0 && wantsIndex(program, 1)) return WANTS_INDEX;
  const end = INPUT + length;
  const decision = decide(program, INPUT, end, CANONICAL, asWritten);
  return takeRoomWanted() ? WANTS_ROOM : decision;
}

/** The decision for a URL that does not lie in INPUT, as it is written, with room from `canonicalAt` to `roomEnd` for notes as well. */
export function decideUrlAt(program: usize, url: usize, end: usize, canonicalAt: usize, roomEnd: usize): i32 {
  offerRoom(canonicalAt, roomEnd);
  const decision = decide(program, url, end, canonicalAt, true);
  offerRoom(0, 0);
  return decision;
}

/** The decision for the URL in INPUT for the readings that the program asks for, with the room [room, roomEnd) for notes (path-index.ts). */
export function decideWithRoom(program: usize, end: usize, room: usize, roomEnd: usize): i32 {
  offerRoom(room, roomEnd);
  const decision = decide(program, INPUT, end, CANONICAL, false);
  offerRoom(0, 0);
  return decision;
}

/**
 * Counts decisions made without an index; true when the count passes what an index is worth. Few rules with wildcards get none:
 * a hostile URL would be sifted in vain before they are scanned.
 */
export function wantsIndex(program: usize, decisions: u32): bool {
  if (load<u32>(program - INDEX_BEFORE) != 0) return false;
  const rules = ruleCountOf(program);
  const after = rules > FEW_RULES ? INDEX_AFTER : INDEX_FEW_AFTER;
  const before = load<u32>(program - DECISIONS_BEFORE);
  if (before >= after || rules == 0) return false;
  store<u32>(program - DECISIONS_BEFORE, before + decisions);
  return before + decisions >= after && (rules > FEW_RULES || !hasWildcard(program));
}

function hasWildcard(program: usize): bool {
  const end = patternsOf(program);
  for (let rule = rulesOf(program); rule < end; rule += RULE_BYTES) {
    countTurn();
    if ((flagsOf(rule) & HAS_WILDCARD) != 0) return true;
  }
  return false;
}
