/**
 * Compiles rules as they stand in the file to a program: canonical patterns in rank order (docs/format.md). The first
 * pass over the rules makes an entry for each reading of a pattern; the second writes the sorted entries.
 *
 *   entry  0 address of the pattern, canonical | 4 its bytes | 8 line << 6 | flags
 *          12 address of the pattern as the file spells it | 16 its bytes
 *   key    a number that sorts entries by precedence: see keyOf
 */

import { copy, indexOf } from "../bytes/bytes";
import { DOLLAR, SLASH, STAR, WILDCARD } from "../bytes/characters";
import {
  AGENT_BYTES_AT,
  ALLOW,
  ALLOWED,
  ANCHORED,
  DIALECT_BYTES,
  DIALECT_FLAGS_AT,
  DIALECTS,
  HAS_WILDCARD,
  HEADER_BYTES,
  INDEX_HTML,
  KIND_ALLOW,
  LINE_SHIFT,
  LONGEST_FIRST,
  MAGIC,
  MAX_EXPANSION,
  ORIGINAL,
  ORIGINAL_BYTES_AT,
  PADDING,
  PATTERN_BYTES_AT,
  PATTERN_NONCANONICAL_AT,
  PROGRAM_ROBOTS_TXT_ALLOWED,
  PROGRAM_WRITTEN,
  ROBOTS_TXT_ALLOWED,
  RULE_BYTES,
  RULE_COUNT_AT,
  TOTAL_BYTES_AT,
  TRAILING_STAR,
  VERSION,
  VERSION_AT,
  WILDCARDS,
  WRITTEN,
} from "../bytes/layout";
import { COUNTS_BYTES, sortKeys } from "../bytes/sort";
import { countTurn } from "../bytes/steps";
import { kindOf, LISTED_BYTES, lineOf, valueEndOf, valueStartOf } from "../read/records";
import { canonicalise, endOf, hasSecondReading } from "../spell/canonical";
import { hasNoncanonical, noncanonicalIn } from "../spell/noncanonical";
import { cannotMatch } from "./prefilter";

const ENTRY_BYTES: usize = 20;
const KEY_BYTES: usize = 8;
/** A rule has at most three readings: two of its pattern, and the directory of an `index.html`. */
const MAX_READINGS: usize = 3;
/** The length of an original stands before it. */
const LENGTH_BYTES: usize = 4;

/** `index.htm` as the file spells it (google/robotstxt), as a word of eight bytes and the ninth. */
const INDEX_HT: u64 = 0x74682e7865646e69;
const M: u8 = 109;
const INDEX_HTM_BYTES: usize = 9;

let dialectAt: usize = 0;
let dialectFlags: u32 = 0;
let entries: usize = 0;
let keys: usize = 0;
let entryCount: u32 = 0;
/** Where the next canonical pattern is written. */
let canonicalAt: usize = 0;

/** The rule that is being read: its pattern in the file, and its line and flags as far as all its readings share them. */
let pattern: usize = 0;
let patternEnd: usize = 0;
let lineAndFlags: u32 = 0;

/** The bytes of the program: all of it but notes. */
let programBytes: usize = 0;

/** Room that suffices for compiling `count` rules whose patterns have `patternBytes` together in the file. */
export function compilingBytes(count: usize, patternBytes: usize): usize {
  const ruleBytes = ENTRY_BYTES + 2 * KEY_BYTES + RULE_BYTES + LENGTH_BYTES;
  const readings = MAX_READINGS * (count * ruleBytes + (2 * MAX_EXPANSION + 1) * patternBytes);
  return HEADER_BYTES + COUNTS_BYTES + readings + MAX_READINGS * MAX_EXPANSION * patternBytes + 4 * PADDING;
}

/**
 * Compiles `count` rules, whose records are listed at `list`, except those that cannot match the expected URL. Writes the
 * program without notes behind `work`, its length in its header, and returns its address, or 0 if it would end after `limit`;
 * compilingBytes suffice.
 */
export function compile(dialect: usize, list: usize, count: u32, work: usize, limit: usize): usize {
  dialectAt = DIALECTS + dialect * DIALECT_BYTES;
  dialectFlags = load<u32>(dialectAt, DIALECT_FLAGS_AT);
  const capacity = <usize>count * MAX_READINGS;
  keys = (work + KEY_BYTES - 1) & ~(KEY_BYTES - 1);
  const spareKeys = keys + capacity * KEY_BYTES;
  const counts = spareKeys + capacity * KEY_BYTES;
  entries = counts + COUNTS_BYTES;
  canonicalAt = entries + capacity * ENTRY_BYTES;
  entryCount = 0;
  programBytes = HEADER_BYTES;
  const listEnd = list + <usize>count * LISTED_BYTES;
  for (; list < listEnd; list += LISTED_BYTES) {
    const rule = load<u32>(list);
    pattern = valueStartOf(rule);
    patternEnd = valueEndOf(rule);
    if (cannotMatch(pattern, patternEnd)) continue;
    if (canonicalAt + MAX_READINGS * MAX_EXPANSION * (patternEnd - pattern) + PADDING > limit) return 0;
    addRule(lineOf(rule), kindOf(rule) == KIND_ALLOW);
  }
  const program = (canonicalAt + PADDING) & ~15;
  if (program + programBytes + PADDING > limit) return 0;
  writeProgram(<u8>dialect, sortKeys(keys, entryCount, spareKeys, counts), program);
  return program;
}

/** Adds an entry for each reading of the rule. A Disallow without a path allows. */
function addRule(line: u32, isAllow: bool): void {
  countTurn();
  lineAndFlags = (line << LINE_SHIFT) | (isAllow ? ALLOW | ALLOWED : pattern == patternEnd ? ALLOWED : 0);
  if (hasNoncanonical(pattern, patternEnd, dialectAt + PATTERN_NONCANONICAL_AT)) {
    if (!addStarred()) addReadings();
  } else addEntry(pattern, patternEnd, lineAndFlags, <u32>(patternEnd - pattern));
  if (isAllow && (dialectFlags & INDEX_HTML) != 0) addIndexDirectory();
}

/** The readings of a pattern that is not canonical as it stands. Both have the precedence of the first. */
function addReadings(): void {
  const isAnchored = (dialectFlags & WILDCARDS) != 0 && load<u8>(patternEnd - 1) == DOLLAR;
  const textEnd = patternEnd - <usize>isAnchored;
  const first = canonicalise(pattern, textEnd, canonicalAt, dialectAt, 0, false);
  const octets = <u32>(endOf(first) - canonicalAt + <usize>isAnchored);
  addReading(endOf(first), isAnchored, octets);
  if (!hasSecondReading(first)) return;
  addReading(endOf(canonicalise(pattern, textEnd, canonicalAt, dialectAt, 0, true)), isAnchored, octets);
}

/**
 * Adds a pattern whose special bytes are single `*` and a final `$` alone, as in one of five rules of real files; returns
 * false for other patterns. It has one reading, and the file spells it as the program does.
 */
function addStarred(): bool {
  if (!ASC_FEATURE_SIMD) return false;
  const stars = copyStarred(canonicalAt);
  if (stars < 0) return false;
  const last = load<u8>(patternEnd - 1);
  const isAnchored = last == DOLLAR;
  const endsOpen = last == STAR;
  if (isAnchored && load<u8>(patternEnd - 2) == STAR) return false;
  const end = canonicalAt + (patternEnd - pattern) - <usize>(isAnchored || endsOpen);
  const suffixFlag = isAnchored ? ANCHORED : endsOpen ? TRAILING_STAR : 0;
  const wildcardFlag = stars > <i32>endsOpen ? HAS_WILDCARD : 0;
  addEntry(canonicalAt, end, lineAndFlags | suffixFlag | wildcardFlag, <u32>(patternEnd - pattern));
  canonicalAt = end;
  return true;
}

/** Copies the pattern with wildcards for `*` and returns their number, or -1 if it holds other special bytes or `**`. */
function copyStarred(to: usize): i32 {
  let count = 0;
  let before = 0;
  for (let at = pattern; at < patternEnd; at += 16, to += 16) {
    countTurn();
    const block = v128.load(at);
    const isStar = i8x16.eq(block, i8x16.splat(STAR));
    const inside = at + 16 > patternEnd ? (1 << (<i32>(patternEnd - at))) - 1 : 0xffff;
    const stars = i8x16.bitmask(isStar) & inside;
    const dollars = i8x16.bitmask(i8x16.eq(block, i8x16.splat(DOLLAR)));
    const others = noncanonicalIn(at, dialectAt + PATTERN_NONCANONICAL_AT) & inside & ~(stars | dollars);
    if ((others | (stars & ((stars << 1) | before))) != 0) return -1;
    before = stars >> 15;
    count += popcnt(stars);
    v128.store(to, v128.andnot(block, isStar));
  }
  return count;
}

/** `/x/index.htm…` without a further slash allows `/x/` as well: that path alone (google/robotstxt). */
function addIndexDirectory(): void {
  let name = patternEnd;
  while (name > pattern && load<u8>(name - 1) != SLASH) {
    countTurn();
    name--;
  }
  if (name == pattern || patternEnd - name < INDEX_HTM_BYTES) return;
  if (load<u64>(name) != INDEX_HT || load<u8>(name, 8) != M) return;
  const end = endOf(canonicalise(pattern, name, canonicalAt, dialectAt, 0, false));
  addReading(end, true, <u32>(end - canonicalAt + 1));
}

/** Adds the entry of a canonical form that has been written at `canonicalAt`. */
function addReading(end: usize, isAnchored: bool, octets: u32): void {
  const canonical = canonicalAt;
  let flags = lineAndFlags;
  let endsOpen = false;
  const wildcard = indexOf(WILDCARD, canonical, end);
  if (wildcard < end) {
    end = collapseWildcards(wildcard, end);
    endsOpen = load<u8>(end - 1) == WILDCARD;
    end -= <usize>endsOpen;
    if (wildcard < end) flags |= HAS_WILDCARD;
  }
  const suffix = endsOpen ? STAR : isAnchored ? DOLLAR : 0;
  if (isAnchored && !endsOpen) flags |= ANCHORED;
  if (!spells(canonical, end, suffix)) flags |= ORIGINAL;
  else if (endsOpen) flags |= TRAILING_STAR;
  addEntry(canonical, end, flags, octets);
  canonicalAt = end;
}

/** Makes one of adjacent wildcards in [from, end), which starts with one, and returns the new end. */
function collapseWildcards(from: usize, end: usize): usize {
  let to = from + 1;
  for (let at = to; at < end; at++) {
    countTurn();
    const byte = load<u8>(at);
    if (byte != WILDCARD || load<u8>(to - 1) != WILDCARD) store<u8>(to++, byte);
  }
  return to;
}

/** Whether the file spells the pattern like this: wildcards written `*`, then the suffix unless it is 0. */
function spells(canonical: usize, canonicalEnd: usize, suffix: u8): bool {
  const length = canonicalEnd - canonical;
  if (patternEnd - pattern != length + <usize>(suffix != 0)) return false;
  for (let at: usize = 0; at < length; at++) {
    countTurn();
    const byte = load<u8>(canonical + at);
    if (load<u8>(pattern + at) != (byte == WILDCARD ? STAR : byte)) return false;
  }
  return suffix == 0 || load<u8>(patternEnd - 1) == suffix;
}

function addEntry(canonical: usize, canonicalEnd: usize, flags: u32, octets: u32): void {
  const reading = entries + <usize>entryCount * ENTRY_BYTES;
  store<u32>(reading, <u32>canonical);
  store<u32>(reading, <u32>(canonicalEnd - canonical), 4);
  store<u32>(reading, flags, 8);
  store<u32>(reading, <u32>pattern, 12);
  store<u32>(reading, <u32>(patternEnd - pattern), 16);
  programBytes += RULE_BYTES + (canonicalEnd - canonical);
  if ((flags & ORIGINAL) != 0) programBytes += LENGTH_BYTES + (patternEnd - pattern);
  store<u64>(keys + <usize>entryCount * KEY_BYTES, keyOf(octets, (flags & ALLOW) != 0) | entryCount);
  entryCount++;
}

/**
 * The precedence of an entry: 31 bits for its octets, most first (or all alike where the first match decides; a rule
 * without a path last), one bit for Disallow. The entry's number in the low 32 bits keeps equals in file order.
 */
function keyOf(octets: u32, isAllow: bool): u64 {
  const longestFirst = (dialectFlags & LONGEST_FIRST) != 0;
  const isEmpty = pattern == patternEnd;
  const precedence: u64 = isEmpty ? 0x7fffffff : longestFirst ? <u64>(0x7ffffffe - octets) : 0;
  return (precedence << 33) | ((<u64>(longestFirst && !isAllow)) << 32);
}

function entryOf(key: usize): usize {
  return entries + <usize>load<u32>(key) * ENTRY_BYTES;
}

function writeProgram(dialect: u8, sorted: usize, to: usize): void {
  let flags: u32 = (dialectFlags & ROBOTS_TXT_ALLOWED) != 0 ? PROGRAM_ROBOTS_TXT_ALLOWED : 0;
  if ((dialectFlags & WRITTEN) != 0) flags |= PROGRAM_WRITTEN;
  store<u32>(to, MAGIC);
  store<u32>(to, VERSION | ((<u32>dialect) << 8) | (flags << 16), VERSION_AT);
  // And the checksum, 0.
  store<u64>(to, programBytes, TOTAL_BYTES_AT);
  store<u32>(to, entryCount, RULE_COUNT_AT);
  store<u32>(to, 0, AGENT_BYTES_AT);
  const patterns = to + HEADER_BYTES + <usize>entryCount * RULE_BYTES;
  const originals = writePatterns(sorted, to + HEADER_BYTES, patterns);
  store<u32>(to, <u32>(originals - patterns), PATTERN_BYTES_AT);
  const end = writeOriginals(sorted, originals);
  store<u32>(to, <u32>(end - originals), ORIGINAL_BYTES_AT);
}

function writePatterns(sorted: usize, rule: usize, patterns: usize): usize {
  let at = patterns;
  for (let i: u32 = 0; i < entryCount; i++, rule += RULE_BYTES, sorted += KEY_BYTES) {
    countTurn();
    const reading = entryOf(sorted);
    at = copy(at, load<u32>(reading), load<u32>(reading, 4));
    store<u32>(rule, <u32>(at - patterns));
    store<u32>(rule, load<u32>(reading, 8), 4);
  }
  return at;
}

function writeOriginals(sorted: usize, at: usize): usize {
  for (let i: u32 = 0; i < entryCount; i++, sorted += KEY_BYTES) {
    countTurn();
    const reading = entryOf(sorted);
    if ((load<u32>(reading, 8) & ORIGINAL) == 0) continue;
    const length = load<u32>(reading, 16);
    store<u32>(at, length);
    at = copy(at + LENGTH_BYTES, load<u32>(reading, 12), length);
  }
  return at;
}
