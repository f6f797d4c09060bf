/**
 * Reads the lines of a robots.txt as records (RFC 9309 §2.2), as bindings/core/reader/record-reader.ts does: the table is
 * the same, with addresses for offsets. Lines end at LF, CR or CRLF, and `#` starts a comment anywhere. Sixteen bytes a
 * step find the end of a line: 44 ns for a file of 170 bytes.
 *
 *   record  0 kind | 4 line | 8 key | 12 its end | 16 value | 20 its end
 */
import { COLON, CR, FF, HASH, LF, NUL, SPACE, TAB, VT } from "../bytes/characters";
import {
  BLANK_LINE_ENDS_GROUP,
  DIALECT_FLAGS_AT,
  KIND_BLANK,
  KIND_OTHER,
  KIND_SITEMAP,
  LINE_CAP_AT,
  MAX_SITEMAPS,
  MISSING_COLON,
  NUL_ENDS_LINE,
  PARTIAL_MARK,
  PREFIX_KEYS,
  RESULTS,
  TRIMS_VERTICAL_SPACE,
} from "../bytes/layout";
import * as scalar from "../bytes/scalar";
import { countTurn } from "../bytes/steps";
import { kindOfName, lengthOfName, nameAt } from "./field-names";

export const RECORD_BYTES: usize = 24;
/** An entry of a list of records: the address of one. */
export const LISTED_BYTES: usize = 4;

const RECORD_LINE: usize = 4;
const RECORD_KEY: usize = 8;
const RECORD_KEY_END: usize = 12;
const RECORD_VALUE: usize = 16;
const RECORD_VALUE_END: usize = 20;

export function kindOf(record: usize): u32 {
  return load<u32>(record);
}

export function lineOf(record: usize): u32 {
  return load<u32>(record, RECORD_LINE);
}

export function keyStartOf(record: usize): usize {
  return load<u32>(record, RECORD_KEY);
}

export function keyEndOf(record: usize): usize {
  return load<u32>(record, RECORD_KEY_END);
}

export function valueStartOf(record: usize): usize {
  return load<u32>(record, RECORD_VALUE);
}

export function valueEndOf(record: usize): usize {
  return load<u32>(record, RECORD_VALUE_END);
}

/** Turns the addresses of a record into offsets from `file`. */
export function makeRelative(record: usize, file: usize): void {
  countTurn();
  for (let field = RECORD_KEY; field < RECORD_BYTES; field += 4)
    store<u32>(record + field, load<u32>(record + field) - <u32>file);
}

/** The `license` lines among the records that were read last. Most files have none. */
export let licenseCount: u32 = 0;

/** The sitemaps among them, whose places in the file are in RESULTS. */
let sitemapCount: u32 = 0;
let fileStart: usize = 0;

let dialectAt: usize = 0;
let flags: u32 = 0;
/** NUL where it ends lines. */
let thirdMark: u8 = LF;
let line: u32 = 0;
let table: usize = 0;
let tableEnd: usize = 0;
let tableLimit: usize = 0;
let isFull: bool = false;

/** Records that [file, end) has at most: a line makes one at most, and no record is shorter than two bytes with its end. */
export function maxRecords(file: usize, end: usize): usize {
  return min(countLineEnds(file, end) + 1, ((end - file) >> 1) + 1);
}

/** How many LF and CR [from, end) holds, or a few more after it. */
function countLineEnds(from: usize, end: usize): usize {
  if (!ASC_FEATURE_SIMD) return scalar.countLineEnds(from, end);
  let count: usize = 0;
  for (let at = from; at < end; at += 16) {
    countTurn();
    const block = v128.load(at);
    const ends = v128.or(i8x16.eq(block, i8x16.splat(LF)), i8x16.eq(block, i8x16.splat(CR)));
    count += popcnt(i8x16.bitmask(ends));
  }
  return count;
}

/** Writes the records of [file, end) at `to` and returns their end, or 0 if they do not fit before `limit`. */
export function readRecords(file: usize, end: usize, to: usize, limit: usize, dialect: usize): usize {
  dialectAt = dialect;
  flags = load<u32>(dialectAt, DIALECT_FLAGS_AT);
  thirdMark = (flags & NUL_ENDS_LINE) != 0 ? NUL : LF;
  line = 0;
  licenseCount = 0;
  sitemapCount = 0;
  fileStart = file;
  table = tableEnd = to;
  tableLimit = limit;
  isFull = false;
  const lineCap = <usize>load<u32>(dialectAt, LINE_CAP_AT);
  for (let start = endOfByteOrderMark(file, end); start < end; ) {
    line++;
    const name = nameAt(start, end, dialectAt);
    const keyEnd = start + lengthOfName(name);
    const textEnd = nextMark(keyEnd, end);
    const lineEnd = textEnd == end || isLineEnd(load<u8>(textEnd)) ? textEnd : nextLineEnd(textEnd + 1, end);
    // Nearly every line is a known name, a colon and a value.
    if (name != 0 && keyEnd < textEnd && load<u8>(keyEnd) == COLON && textEnd - start <= lineCap) {
      addTrimmed(kindOfName(name), start, keyEnd, keyEnd, textEnd);
    } else readLine(start, textEnd, lineCap, textEnd < lineEnd);
    start = lineEnd + 1;
    if (start < end && load<u8>(lineEnd) == CR && load<u8>(start) == LF) start++;
  }
  store<u32>(RESULTS, sitemapCount);
  return isFull ? 0 : tableEnd;
}

/** The whole mark; with PARTIAL_MARK also the part of it that the file starts with. */
function endOfByteOrderMark(file: usize, end: usize): usize {
  let at = file;
  if (at < end && load<u8>(at) == 0xef) {
    at++;
    if (at < end && load<u8>(at) == 0xbb) {
      at++;
      if (at < end && load<u8>(at) == 0xbf) return at + 1;
    }
  }
  return (flags & PARTIAL_MARK) != 0 ? at : file;
}

function isLineEnd(byte: u8): bool {
  return byte == LF || byte == CR;
}

/** The first line end, `#`, or NUL that ends lines, in [at, end); or `end`. Most lines end within 32 bytes after their key. */
function nextMark(at: usize, end: usize): usize {
  if (!ASC_FEATURE_SIMD) return scalar.nextMark(at, end, (flags & NUL_ENDS_LINE) != 0);
  for (; at < end; at += 32) {
    countTurn();
    const found = marksIn(at) | (marksIn(at + 16) << 16);
    if (found != 0) return min(end, at + <usize>ctz(found));
  }
  return end;
}

/** A bit for each of the sixteen bytes at `at` that is such a mark. */
function marksIn(at: usize): u32 {
  const block = v128.load(at);
  const ends = v128.or(i8x16.eq(block, i8x16.splat(LF)), i8x16.eq(block, i8x16.splat(CR)));
  const others = v128.or(i8x16.eq(block, i8x16.splat(HASH)), i8x16.eq(block, i8x16.splat(thirdMark)));
  return i8x16.bitmask(v128.or(ends, others));
}

function nextLineEnd(at: usize, end: usize): usize {
  if (!ASC_FEATURE_SIMD) return scalar.nextLineEnd(at, end);
  for (; at < end; at += 16) {
    countTurn();
    const block = v128.load(at);
    const found = i8x16.bitmask(v128.or(i8x16.eq(block, i8x16.splat(LF)), i8x16.eq(block, i8x16.splat(CR))));
    if (found != 0) return min(end, at + <usize>ctz(found));
  }
  return end;
}

function isBlank(byte: u8): bool {
  return byte == SPACE || byte == TAB || ((byte == VT || byte == FF) && (flags & TRIMS_VERTICAL_SPACE) != 0);
}

function skipBlanks(at: usize, end: usize): usize {
  for (; at < end && isBlank(load<u8>(at)); at++) countTurn();
  return at;
}

function trimBlanks(start: usize, end: usize): usize {
  for (; end > start && isBlank(load<u8>(end - 1)); end--) countTurn();
  return end;
}

/** Any line without its end and its comment, [lineStart, lineEnd). */
function readLine(lineStart: usize, lineEnd: usize, lineCap: usize, hasComment: bool): void {
  const capEnd = min(lineEnd, lineStart + lineCap);
  const start = skipBlanks(lineStart, capEnd);
  const end = trimBlanks(start, capEnd);
  if (start == end) {
    if ((flags & BLANK_LINE_ENDS_GROUP) != 0 && !hasComment) addBlank(start);
    return;
  }
  const separator = separatorOf(start, end);
  if (separator == 0) return;
  const keyEnd = trimBlanks(start, separator);
  if (keyEnd == start) return;
  const name = nameAt(start, keyEnd, dialectAt);
  const isName = name != 0 && ((flags & PREFIX_KEYS) != 0 || keyEnd == start + lengthOfName(name));
  addTrimmed(isName ? kindOfName(name) : KIND_OTHER, start, keyEnd, separator, end);
}

/** The first colon, else the white space that stands for it, else 0. */
function separatorOf(start: usize, end: usize): usize {
  for (let at = start; at < end; at++) {
    countTurn();
    if (load<u8>(at) == COLON) return at;
  }
  return (flags & MISSING_COLON) != 0 ? separatingBlank(start, end) : 0;
}

function isSpaceOrTab(byte: u8): bool {
  return byte == SPACE || byte == TAB;
}

/** The white space in a line of exactly two words, or 0 (google/robotstxt). */
function separatingBlank(start: usize, end: usize): usize {
  let separator = start;
  for (; separator < end && !isSpaceOrTab(load<u8>(separator)); separator++) countTurn();
  let word = separator;
  for (; word < end && isSpaceOrTab(load<u8>(word)); word++) countTurn();
  for (; word < end; word++) {
    countTurn();
    if (isSpaceOrTab(load<u8>(word))) return 0;
  }
  return separator < end ? separator : 0;
}

/** Adds a record with the value in [separator + 1, end), trimmed. */
function addTrimmed(kind: u32, key: usize, keyEnd: usize, separator: usize, end: usize): void {
  const after = min(separator + 1, end);
  const valueEnd = trimBlanks(after, end);
  add(kind, key, keyEnd, skipBlanks(after, valueEnd), valueEnd);
}

/** One for any number of empty lines in a row, and none before the first record: more of them end nothing. */
function addBlank(at: usize): void {
  if (tableEnd != table && kindOf(tableEnd - RECORD_BYTES) != KIND_BLANK) add(KIND_BLANK, at, at, at, at);
}

/** `license` in either case, as a word whose last byte is zero. */
const LICENSE: u64 = 0x0065736e6563696c;
const LICENSE_BYTES: usize = 7;

/** Whether the record, of the kind KIND_OTHER, has the key `license` (RSL 1.0). */
export function isLicense(record: usize): bool {
  const key = keyStartOf(record);
  if (keyEndOf(record) - key != LICENSE_BYTES) return false;
  return ((load<u64>(key) | 0x0020202020202020) & 0x00ffffffffffffff) == LICENSE;
}

function add(kind: u32, key: usize, keyEnd: usize, value: usize, valueEnd: usize): void {
  const record = tableEnd;
  if (record + RECORD_BYTES > tableLimit) {
    isFull = true;
    return;
  }
  store<u32>(record, kind);
  store<u32>(record, line, RECORD_LINE);
  store<u32>(record, <u32>key, RECORD_KEY);
  store<u32>(record, <u32>keyEnd, RECORD_KEY_END);
  store<u32>(record, <u32>value, RECORD_VALUE);
  store<u32>(record, <u32>valueEnd, RECORD_VALUE_END);
  tableEnd = record + RECORD_BYTES;
  if (kind == KIND_OTHER && isLicense(record)) licenseCount++;
  else if (kind == KIND_SITEMAP) noteSitemap(value, valueEnd);
}

function noteSitemap(start: usize, end: usize): void {
  if (++sitemapCount > MAX_SITEMAPS) return;
  const at = RESULTS + <usize>sitemapCount * 8;
  store<u32>(at, <u32>(start - fileStart));
  store<u32>(at, <u32>(end - fileStart), 4);
}
