/**
 * Reads the lines of a robots.txt as records (RFC 9309 §2.2), as bindings/core/reader/record-reader.ts does: the table is
 * the same, with addresses for offsets. Lines end at LF, CR or CRLF, and `#` starts a comment anywhere.
 *
 *   record  0 kind | 4 line | 8 key | 12 its end | 16 value | 20 its end
 */
import { indexOf } from "../bytes/bytes";
import { COLON, CR, LF, SPACE, TAB } from "../bytes/characters";
import {
  AGENT_LINES,
  BLANK_LINE_ENDS_GROUP,
  DIALECT_FLAGS_AT,
  HAS_LICENSE,
  KEY_END,
  KEY_START,
  KIND_BLANK,
  KIND_DISALLOW,
  KIND_OTHER,
  KIND_SITEMAP,
  KIND_USER_AGENT,
  LINE,
  LINE_CAP_AT,
  MAX_SITEMAPS,
  MAX_URL_BYTES,
  MISSING_COLON,
  NAME_NUMBERS_AT,
  NO_HOST_AT,
  NO_RECORD,
  NUL_ENDS_LINE,
  PARTIAL_MARK,
  PREFIX_KEYS,
  RECORD_STRIDE,
  RESULTS,
  TRIMS_VERTICAL_SPACE,
  URL_NONCANONICAL_AT,
  VALUE_END,
  VALUE_START,
} from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { hasNoncanonical } from "../spell/noncanonical";
import { findPlainOrigin } from "../spell/url";
import { kindOfName, lengthOfName, nameAt } from "./field-names";
import { CHUNK_BYTES, MARK_BYTES, MARKS, noteMarks } from "./marks";

const CR_LF: u16 = 0x0a0d;
const COLON_SPACE: u16 = 0x203a;

export const RECORD_BYTES: usize = 4 * RECORD_STRIDE;
/** An entry of a list of records: the address of one. */
export const LISTED_BYTES: usize = 4;
/** Room for each record: itself, and an entry of the list that the groups are read from and of the list of what they select. */
export const ROOM_BYTES: usize = RECORD_BYTES + 2 * LISTED_BYTES;

const RECORD_LINE: usize = 4 * LINE;
const RECORD_KEY: usize = 4 * KEY_START;
const RECORD_KEY_END: usize = 4 * KEY_END;
const RECORD_VALUE: usize = 4 * VALUE_START;
const RECORD_VALUE_END: usize = 4 * VALUE_END;

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

/** The end of the list of user-agent lines, and the sitemaps whose places in the file are in RESULTS. */
let agentLinesEnd: usize = 0;
let sitemapCount: u32 = 0;
/** Sitemaps that are not known to be URLs. */
let doubtfulCount: u32 = 0;
let fileStart: usize = 0;

let dialectAt: usize = 0;
let flags: u32 = 0;
let lineCap: usize = 0;
let line: u32 = 0;
let table: usize = 0;
let tableEnd: usize = 0;
let tableLimit: usize = 0;
let isFull: bool = false;

/** What the records are for: everything; the rules and fields of one agent; or a verdict alone. */
export const READS_ALL: u32 = 0;
export const READS_AGENT: u32 = 1;
export const READS_VERDICT: u32 = 2;
let reads: u32 = READS_ALL;

/** The place of `L` among the letters. */
const LETTER_L: u32 = 12;

/**
 * Whether a line that starts with `byte` can be left out. No name that the dialect lists starts so, and then it is a field: no verdict
 * depends on one, and before the first user-agent line an agent is told of licences alone (RSL 1.0). Most lines of a web page in
 * place of a robots.txt are such lines.
 */
function isIdle(byte: u32): bool {
  const letter = byte & 31;
  if (reads == READS_ALL || load<u8>(dialectAt + letter, NAME_NUMBERS_AT) != 0) return false;
  return reads == READS_VERDICT || (load<u32>(AGENT_LINES) == <u32>agentLinesEnd && letter != LETTER_L);
}

/** Records that so many bytes have at most: none is shorter than two bytes with its end. */
export function maxRecords(fileBytes: usize): usize {
  return (fileBytes >> 1) + 1;
}

/**
 * Writes the records of [file, end) at `to` and returns their end, or 0 if there are more than `most`, of which each has
 * ROOM_BYTES. Leaves out records that do not matter to what is read. What else it finds is in RESULTS and FOUND.
 */
export function readRecords(file: usize, end: usize, to: usize, most: usize, dialect: usize, what: u32): usize {
  reads = what;
  dialectAt = dialect;
  flags = load<u32>(dialectAt, DIALECT_FLAGS_AT);
  lineCap = <usize>load<u32>(dialectAt, LINE_CAP_AT);
  line = 0;
  store<u32>(HAS_LICENSE, 0);
  sitemapCount = 0;
  doubtfulCount = 0;
  fileStart = file;
  table = tableEnd = to;
  tableLimit = to + most * RECORD_BYTES;
  agentLinesEnd = tableLimit + most * LISTED_BYTES;
  store<u32>(AGENT_LINES, <u32>agentLinesEnd);
  isFull = false;
  blanks = BLANKS + (flags & TRIMS_VERTICAL_SPACE) / (TRIMS_VERTICAL_SPACE / 16);
  readLines(file, end);
  store<u32>(RESULTS, sitemapCount);
  store<u32>(RESULTS, doubtfulCount, 4);
  store<u32>(agentLinesEnd, NO_RECORD);
  return isFull ? 0 : tableEnd;
}

/** Reads the lines between the marks. */
function readLines(file: usize, end: usize): void {
  const isNulMark = (flags & NUL_ENDS_LINE) != 0;
  const first = endOfByteOrderMark(file, end);
  let start = first;
  let textEnd: usize = 0;
  for (let chunk = file; chunk < end; chunk += CHUNK_BYTES) {
    let marksEnd = noteMarks(chunk, min(end, chunk + CHUNK_BYTES), isNulMark);
    // The file ends its last line.
    if (chunk + CHUNK_BYTES >= end) {
      store<u32>(marksEnd, <u32>end);
      marksEnd += MARK_BYTES;
    }
    for (let mark = MARKS; mark < marksEnd; mark += MARK_BYTES) {
      countTurn();
      const at = <usize>load<u32>(mark);
      textEnd = textEnd == 0 ? at : textEnd;
      const byte = load<u8>(at);
      if (<i32>(at < end) & <i32>(byte != LF) & <i32>(byte != CR)) continue;
      if (textEnd > start) readLine(start, textEnd, at);
      else if (!isNoLine(start, at, first, end)) readEmptyLine(start, textEnd == at);
      start = at + 1;
      textEnd = 0;
    }
  }
}

/** Whether [start, end) is what follows the last line end, or the LF of a CRLF. */
function isNoLine(start: usize, at: usize, first: usize, end: usize): bool {
  return at <= start && (at == end || (at > first && load<u16>(at - 1) == CR_LF));
}

/** Reads a line without text; it `isWhole` unless it has a comment. */
function readEmptyLine(at: usize, isWhole: bool): void {
  line++;
  if (isWhole) addBlank(at);
}

/**
 * Reads the line in [lineStart, lineEnd), whose comment starts at `textEnd`. Nearly every line is a name, a colon, a space and a
 * value. nameAt is called here alone, so that the compiler inlines it: a fifth of the time of a line.
 */
function readLine(lineStart: usize, textEnd: usize, lineEnd: usize): void {
  line++;
  const end = min(textEnd, lineStart + lineCap);
  const start = load<u8>(lineStart) > SPACE ? lineStart : skipBlanks(lineStart, end);
  if (start < end && isIdle(load<u8>(start))) return;
  const name = nameAt(start, end, dialectAt);
  const kind = kindOfName(name);
  const keyEnd = start + lengthOfName(name);
  const value = keyEnd + 2;
  const first = load<u8>(value);
  const last = load<u8>(end - 1);
  // No branch for each condition: what a line holds is hard to predict. All loads are inside the padding at least.
  let isPlain = <i32>(kind - KIND_USER_AGENT <= KIND_DISALLOW - KIND_USER_AGENT) & <i32>(value < end);
  isPlain &= <i32>(load<u16>(keyEnd) == COLON_SPACE) & <i32>(first > SPACE) & <i32>(last > SPACE);
  isPlain &= <i32>(tableEnd + RECORD_BYTES <= tableLimit);
  if (isPlain) tableEnd = writeRecord(tableEnd, kind, start, keyEnd, value, end);
  else readAnyLine(start, end, name, textEnd == lineEnd);
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

/** What is trimmed, without vertical space and with it: each byte at the place that its low four bits name. */
const BLANKS: usize = memory.data<u8>([
  32, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 11, 12, 0, 0, 0,
]);
let blanks: usize = 0;

function isBlank(byte: u8): bool {
  return load<u8>(blanks + (byte & 15)) == byte;
}

/** Web pages in place of a robots.txt indent most lines, so sixteen blanks at once make a one-shot 5 % faster. */
function skipBlanks(at: usize, end: usize): usize {
  if (ASC_FEATURE_SIMD) {
    for (; at < end; at += 16) {
      countTurn();
      const block = v128.load(at);
      const blank = i8x16.swizzle(v128.load(blanks), v128.and(block, i8x16.splat(15)));
      const others = i8x16.bitmask(i8x16.ne(block, blank));
      if (others != 0) return min(end, at + ctz(others));
    }
    return end;
  }
  for (; at < end && isBlank(load<u8>(at)); at++) countTurn();
  return at;
}

function trimBlanks(start: usize, end: usize): usize {
  for (; end > start && isBlank(load<u8>(end - 1)); end--) countTurn();
  return end;
}

/** Any line without its end, its comment and its indentation, [start, textEnd), with the name at its start. */
function readAnyLine(start: usize, textEnd: usize, name: u32, isWhole: bool): void {
  const end = trimBlanks(start, textEnd);
  if (start == end) {
    if (isWhole) addBlank(start);
    return;
  }
  const separator = separatorOf(start, end);
  if (separator == 0) return;
  const keyEnd = trimBlanks(start, separator);
  if (keyEnd == start) return;
  const nameEnd = start + lengthOfName(name);
  const isName = name != 0 && ((flags & PREFIX_KEYS) != 0 ? nameEnd <= keyEnd : nameEnd == keyEnd);
  addTrimmed(isName ? kindOfName(name) : KIND_OTHER, start, keyEnd, separator, end);
}

/** The first colon, else the white space that stands for it, else 0. */
function separatorOf(start: usize, end: usize): usize {
  const colon = indexOf(COLON, start, end);
  if (colon < end) return colon;
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

/** Where empty lines end groups: one for any number in a row, and none before the first record, because more end nothing. */
function addBlank(at: usize): void {
  if ((flags & BLANK_LINE_ENDS_GROUP) != 0 && tableEnd != table && kindOf(tableEnd - RECORD_BYTES) != KIND_BLANK)
    add(KIND_BLANK, at, at, at, at);
}

/** `lice` and `ense`, which share a letter. */
const LICE: u32 = 0x6563696c;
const ENSE: u32 = 0x65736e65;
const LOWER_CASE: u32 = 0x20202020;
const LICENSE_BYTES: usize = 7;

/** Whether the record, of the kind KIND_OTHER, has the key `license` (RSL 1.0). */
export function isLicense(record: usize): bool {
  const key = keyStartOf(record);
  if (keyEndOf(record) - key != LICENSE_BYTES) return false;
  return (load<u32>(key) | LOWER_CASE) == LICE && (load<u32>(key, 3) | LOWER_CASE) == ENSE;
}

/** Sets flags in the line of a record, which has bits to spare. */
export function flagLine(record: usize, flags: u32): void {
  store<u32>(record, lineOf(record) | flags, RECORD_LINE);
}

function add(kind: u32, key: usize, keyEnd: usize, value: usize, valueEnd: usize): void {
  const record = tableEnd;
  if (record + RECORD_BYTES > tableLimit) {
    isFull = true;
    return;
  }
  tableEnd = writeRecord(record, kind, key, keyEnd, value, valueEnd);
  if (kind == KIND_OTHER && isLicense(record)) store<u32>(HAS_LICENSE, 1);
  else if (kind == KIND_SITEMAP) noteSitemap(value, valueEnd);
}

/** Returns the end of the record. */
function writeRecord(record: usize, kind: u32, key: usize, keyEnd: usize, value: usize, valueEnd: usize): usize {
  store<u32>(record, kind);
  store<u32>(record, line, RECORD_LINE);
  store<u32>(record, <u32>key, RECORD_KEY);
  store<u32>(record, <u32>keyEnd, RECORD_KEY_END);
  store<u32>(record, <u32>value, RECORD_VALUE);
  store<u32>(record, <u32>valueEnd, RECORD_VALUE_END);
  // Without a branch: what is written too much is written over.
  store<u32>(agentLinesEnd, <u32>record);
  agentLinesEnd += <usize>(kind == KIND_USER_AGENT) * LISTED_BYTES;
  return record + RECORD_BYTES;
}

function noteSitemap(start: usize, end: usize): void {
  // A constant of asconfig.json: hosts of embed.wasm check all sitemaps themselves.
  if (CHECKS_SITEMAPS && reads == READS_AGENT) doubtfulCount += <u32>!isPlainUrl(start, end);
  if (++sitemapCount > MAX_SITEMAPS) return;
  const at = RESULTS + <usize>sitemapCount * 8;
  store<u32>(at, <u32>(start - fileStart));
  store<u32>(at, <u32>(end - fileStart), 4);
}

/** Whether every URL parser accepts the text, as a URL of http or https, so that nobody has to check it again. */
function isPlainUrl(start: usize, end: usize): bool {
  if (end - start > MAX_URL_BYTES || findPlainOrigin(start, end, dialectAt + NO_HOST_AT) == 0) return false;
  return !hasNoncanonical(start, end, dialectAt + URL_NONCANONICAL_AT);
}
