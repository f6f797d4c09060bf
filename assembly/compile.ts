/**
 * Rules as they stand in the file to a program: canonical patterns in rank order (docs/format.md). Two passes, one
 * over the rules that makes an entry for each reading of a pattern, one over the sorted entries that writes.
 *
 *   entry: 0 canonical address | 4 canonical bytes | 8 line << 6 | flags | 12 raw address | 16 raw bytes | 20 unused
 *   key:   octets, most first (or 0, with order "first"; the empty pattern last) | 0 for allow, 1 for disallow
 */

import { indexOf } from "./bytes";
import {
  canonicalise,
  INDEX_HTML,
  keptQueryEscape,
  LONGEST_FIRST,
  PATTERN_SPECIAL_AT,
  PROFILE_FLAGS_AT,
  ROBOTS_TXT_ALLOWED,
  WILDCARDS,
} from "./canonical";
import {
  ALLOW,
  ALLOWED,
  ANCHORED,
  DIALECT_AT,
  FLAGS_AT,
  HEADER_BYTES,
  LINE_SHIFT,
  ORIGINAL,
  ORIGINAL_BYTES_AT,
  PATTERN_BYTES_AT,
  PROFILE_BYTES,
  PROFILES,
  PROGRAM_ROBOTS_TXT_ALLOWED,
  RULE_BYTES,
  RULE_COUNT_AT,
  TRAILING_STAR,
  WILDCARD,
} from "./layout";
import { sortIds } from "./sort";
import { hasSpecial } from "./special";
import { step } from "./steps";

const MAGIC: u32 = 0x31505752;
const VERSION: u8 = 1;
const ENTRY_BYTES: usize = 24;
const TABLE_BYTES: usize = 16;
/** A rule and its second reading: see addRule. */
const READINGS: usize = 2;
const DOLLAR: u8 = 36;
const STAR: u8 = 42;

let profile: usize = 0;
let profileFlags: u32 = 0;
let entries: usize = 0;
let keys: usize = 0;
let entryCount: u32 = 0;
let canonicalAt: usize = 0;

/**
 * Compiles `count` rules: `table` holds four i32 a rule (first byte and end of its pattern relative to `raw`, line,
 * 1 for Allow). Writes the program at `to` and returns its length. `work` is room for entries, keys and patterns.
 */
export function compile(dialect: usize, table: usize, count: u32, raw: usize, to: usize, work: usize): usize {
  profile = PROFILES + dialect * PROFILE_BYTES;
  profileFlags = load<u32>(profile, PROFILE_FLAGS_AT);
  const capacity = <usize>count * READINGS;
  entries = work;
  keys = entries + capacity * ENTRY_BYTES;
  const ids = keys + capacity * 8;
  const spareIds = ids + capacity * 4;
  canonicalAt = spareIds + capacity * 4;
  entryCount = 0;
  for (let i: u32 = 0; i < count; i++) {
    addRule(raw + load<u32>(table), raw + load<u32>(table, 4), load<u32>(table, 8), load<u32>(table, 12));
    table += TABLE_BYTES;
  }
  for (let i: u32 = 0; i < entryCount; i++) store<u32>(ids + <usize>i * 4, i);
  return writeProgram(<u8>dialect, sortIds(ids, entryCount, spareIds, decidesLater), to);
}

/** One entry, and another where the dialect reads the pattern in a second way. */
function addRule(pattern: usize, end: usize, line: u32, isAllow: u32): void {
  step();
  const lineAndFlags = (line << LINE_SHIFT) | (isAllow != 0 ? ALLOW | ALLOWED : pattern == end ? ALLOWED : 0);
  if (hasSpecial(pattern, end, profile + PATTERN_SPECIAL_AT)) addReadings(pattern, end, lineAndFlags);
  else addEntry(pattern, end, lineAndFlags, pattern, end, <u32>(end - pattern));
  if (isAllow == 0 || (profileFlags & INDEX_HTML) == 0) return;
  const directoryEnd = endOfIndexDirectory(pattern, end);
  if (directoryEnd != 0) addReading(pattern, directoryEnd, end, lineAndFlags, false, 0, true);
}

function addReadings(pattern: usize, end: usize, lineAndFlags: u32): void {
  const octets = addReading(pattern, end, end, lineAndFlags, false, 0, false);
  if (keptQueryEscape) addReading(pattern, end, end, lineAndFlags, true, octets, false);
}

/** For `…/index.htm…` without a further slash the address after that slash, otherwise 0 (google/robotstxt). */
function endOfIndexDirectory(pattern: usize, end: usize): usize {
  let at = end;
  while (at > pattern && load<u8>(at - 1) != 47) {
    step();
    at--;
  }
  if (at == pattern || end - at < 9) return 0;
  const isIndex = load<u64>(at) == 0x74682e7865646e69 && load<u8>(at, 8) == 109;
  return isIndex ? at : 0;
}

/** Adds the canonical form of [pattern, end) and returns the octets that decide its precedence. */
function addReading(
  pattern: usize,
  end: usize,
  rawEnd: usize,
  lineAndFlags: u32,
  inQueryToo: bool,
  sameOctetsAs: u32,
  isDirectory: bool,
): u32 {
  const hasWildcards = (profileFlags & WILDCARDS) != 0;
  const hasAnchor = isDirectory || (hasWildcards && end > pattern && load<u8>(end - 1) == DOLLAR);
  const textEnd = hasAnchor && !isDirectory ? end - 1 : end;
  const canonical = canonicalAt;
  let canonicalEnd = canonicalise(pattern, textEnd, canonical, profile, 0, inQueryToo);
  const octets = inQueryToo ? sameOctetsAs : <u32>(canonicalEnd - canonical) + <u32>hasAnchor;
  let flags = lineAndFlags;
  if (hasWildcards) canonicalEnd = collapseWildcards(canonical, canonicalEnd);
  const endsOpen = hasWildcards && canonicalEnd > canonical && load<u8>(canonicalEnd - 1) == 0;
  if (endsOpen) canonicalEnd--;
  else if (hasAnchor) flags |= ANCHORED;
  if (hasWildcards && indexOf(0, canonical, canonicalEnd) < canonicalEnd) flags |= WILDCARD;
  const suffix = endsOpen ? STAR : (flags & ANCHORED) != 0 ? DOLLAR : 0;
  if (!spells(canonical, canonicalEnd, suffix, pattern, rawEnd)) flags |= ORIGINAL;
  else if (endsOpen) flags |= TRAILING_STAR;
  addEntry(canonical, canonicalEnd, flags, pattern, rawEnd, octets);
  canonicalAt = canonicalEnd;
  return octets;
}

function collapseWildcards(from: usize, end: usize): usize {
  let to = from;
  for (let at = from; at < end; at++) {
    step();
    const byte = load<u8>(at);
    if (byte == 0 && to > from && load<u8>(to - 1) == 0) continue;
    store<u8>(to++, byte);
  }
  return to;
}

/** Whether the canonical pattern, wildcards written `*` and a suffix behind it if there is one, is what the file says. */
function spells(canonical: usize, canonicalEnd: usize, suffix: u8, raw: usize, rawEnd: usize): bool {
  if (rawEnd - raw != canonicalEnd - canonical + <usize>(suffix != 0)) return false;
  for (; canonical < canonicalEnd; canonical++, raw++) {
    step();
    const byte = load<u8>(canonical);
    if (load<u8>(raw) != (byte == 0 ? STAR : byte)) return false;
  }
  return suffix == 0 || load<u8>(raw) == suffix;
}

function addEntry(canonical: usize, canonicalEnd: usize, flags: u32, raw: usize, rawEnd: usize, octets: u32): void {
  const entry = entries + <usize>entryCount * ENTRY_BYTES;
  store<u32>(entry, <u32>canonical);
  store<u32>(entry, <u32>(canonicalEnd - canonical), 4);
  store<u32>(entry, flags, 8);
  store<u32>(entry, <u32>raw, 12);
  store<u32>(entry, <u32>(rawEnd - raw), 16);
  store<u64>(keys + <usize>entryCount * 8, keyOf(octets, raw == rawEnd, (flags & ALLOW) != 0));
  entryCount++;
}

function keyOf(octets: u32, isEmpty: bool, isAllow: bool): u64 {
  const longestFirst = (profileFlags & LONGEST_FIRST) != 0;
  const precedence: u64 = isEmpty ? 0xffffffff : longestFirst ? <u64>(0xfffffffe - octets) : 0;
  return (precedence << 32) | <u64>(longestFirst && !isAllow);
}

function decidesLater(a: u32, b: u32): bool {
  return load<u64>(keys + <usize>a * 8) > load<u64>(keys + <usize>b * 8);
}

function entryOf(id: usize): usize {
  return entries + <usize>load<u32>(id) * ENTRY_BYTES;
}

function writeProgram(dialect: u8, sorted: usize, to: usize): usize {
  memory.fill(to, 0, HEADER_BYTES);
  store<u32>(to, MAGIC);
  store<u8>(to, VERSION, 4);
  store<u8>(to, dialect, DIALECT_AT);
  if ((profileFlags & ROBOTS_TXT_ALLOWED) != 0) store<u8>(to, PROGRAM_ROBOTS_TXT_ALLOWED, FLAGS_AT);
  store<u32>(to, entryCount, RULE_COUNT_AT);
  const patterns = to + HEADER_BYTES + <usize>entryCount * RULE_BYTES;
  const originals = writePatterns(sorted, to + HEADER_BYTES, patterns);
  store<u32>(to, <u32>(originals - patterns), PATTERN_BYTES_AT);
  const end = writeOriginals(sorted, originals);
  store<u32>(to, <u32>(end - originals), ORIGINAL_BYTES_AT);
  return end - to;
}

function writePatterns(sorted: usize, rule: usize, patterns: usize): usize {
  let at = patterns;
  for (let i: u32 = 0; i < entryCount; i++, rule += RULE_BYTES, sorted += 4) {
    step();
    const entry = entryOf(sorted);
    const length = load<u32>(entry, 4);
    memory.copy(at, load<u32>(entry), length);
    at += length;
    store<u32>(rule, <u32>(at - patterns));
    store<u32>(rule, load<u32>(entry, 8), 4);
  }
  return at;
}

function writeOriginals(sorted: usize, at: usize): usize {
  for (let i: u32 = 0; i < entryCount; i++, sorted += 4) {
    step();
    const entry = entryOf(sorted);
    if ((load<u32>(entry, 8) & ORIGINAL) == 0) continue;
    const length = load<u32>(entry, 16);
    store<u32>(at, length);
    memory.copy(at + 4, load<u32>(entry, 12), length);
    at += 4 + length;
  }
  return at;
}
