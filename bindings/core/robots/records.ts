/**
 * Lines to records (RFC 9309 §2.2): one pass over the bytes that makes numbers and no strings, so that reading a file
 * costs less than looking at each byte singly. Lines end at LF, CR or CRLF; `#` starts a comment anywhere.
 */
import type { Dialect, LineRules } from "../dialects.ts";
import { type Keys, keysOf, kinds, nameAt } from "./keys.ts";
import { nextControl, nextMark } from "./scan.ts";
import { addRecord, lastKind, startRecords, takeRecords } from "./table.ts";

export { RECORD_STRIDE, record } from "./table.ts";

/** The records of a file in file order, `RECORD_STRIDE` numbers each. */
export interface Records {
  readonly bytes: Uint8Array;
  readonly table: Int32Array;
  readonly lineCount: number;
}

const LF = 10;
const CR = 13;
const SPACE = 32;
const COLON = 58;

/** What a byte may do to a line: nothing, end it, hide the rest of it. */
const PLAIN = 0;
const ENDS_LINE = 1;
const HIDES_REST = 2;

/** A dialect's line rules, prepared once. */
interface Reader {
  readonly rules: LineRules;
  readonly keys: Keys;
  readonly roles: Uint8Array;
  readonly blanks: Uint8Array;
}

const readers = new WeakMap<Dialect, Reader>();

function readerFor(dialect: Dialect): Reader {
  let reader = readers.get(dialect);
  if (reader === undefined) {
    const rules = dialect.lines;
    reader = { rules, keys: keysOf(rules), roles: rolesOf(rules), blanks: blanksOf(rules) };
    readers.set(dialect, reader);
  }
  return reader;
}

/** Every byte with a role is one that `nextMark` stops at. */
function rolesOf(rules: LineRules): Uint8Array {
  const roles = new Uint8Array(256);
  roles[LF] = ENDS_LINE;
  roles[CR] = ENDS_LINE;
  roles[35] = HIDES_REST;
  if (rules.nulEndsLine) roles[0] = HIDES_REST;
  return roles;
}

function blanksOf(rules: LineRules): Uint8Array {
  const blanks = new Uint8Array(256);
  for (const byte of rules.trimsVerticalSpace ? [SPACE, 9, 11, 12] : [SPACE, 9]) blanks[byte] = 1;
  return blanks;
}

export function readRecords(bytes: Uint8Array, dialect: Dialect): Records {
  const reader = readerFor(dialect);
  const { roles, rules } = reader;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length;
  startRecords();
  let line = 0;
  for (let start = endOfByteOrderMark(bytes, rules); start < length; ) {
    line++;
    const name = nameAt(reader.keys, bytes, view, start, length);
    const keyEnd = name === undefined ? start : start + name.length;
    let end = nextMark(bytes, view, keyEnd, length);
    while (end < length && roles[bytes[end]!] === PLAIN) end = nextMark(bytes, view, end + 1, length);
    let lineEnd = end;
    while (lineEnd < length && roles[bytes[lineEnd]!] !== ENDS_LINE) {
      lineEnd = nextControl(bytes, view, lineEnd + 1, length);
    }
    // Nearly every line is a known name, a colon and a value.
    if (name !== undefined && keyEnd < end && bytes[keyEnd] === COLON && end - start <= rules.lineCapBytes) {
      addTrimmed(reader.blanks, bytes, name.kind, line, start, keyEnd, end);
    } else readLine(reader, bytes, view, line, start, end, end < lineEnd);
    start = lineEnd + 1;
    if (start < length && bytes[lineEnd] === CR && bytes[start] === LF) start++;
  }
  return { bytes, table: takeRecords(), lineCount: line };
}

/** The whole mark, or, as a liberty, the part of it the file starts with. */
function endOfByteOrderMark(bytes: Uint8Array, rules: LineRules): number {
  const matched = bytes[0] !== 0xef ? 0 : bytes[1] !== 0xbb ? 1 : bytes[2] !== 0xbf ? 2 : 3;
  return matched === 3 || rules.partialBom ? matched : 0;
}

/** Any line without its end and its comment, [start, end). */
function readLine(
  reader: Reader,
  bytes: Uint8Array,
  view: DataView,
  line: number,
  lineStart: number,
  lineEnd: number,
  hasComment: boolean,
): void {
  const { blanks, rules } = reader;
  let start = lineStart;
  let end = Math.min(lineEnd, lineStart + rules.lineCapBytes);
  while (start < end && blanks[bytes[start]!] === 1) start++;
  while (end > start && blanks[bytes[end - 1]!] === 1) end--;
  if (start === end) {
    if (rules.blankLineEndsGroup && !hasComment) addBlank(line, start);
    return;
  }
  const separator = separatorOf(rules, bytes, start, end);
  let keyEnd = separator;
  while (keyEnd > start && blanks[bytes[keyEnd - 1]!] === 1) keyEnd--;
  if (keyEnd <= start) return;
  const name = nameAt(reader.keys, bytes, view, start, keyEnd);
  const isName = name !== undefined && (reader.keys.prefix || keyEnd === start + name.length);
  addTrimmed(blanks, bytes, isName ? name.kind : kinds.other, line, start, keyEnd, end, separator);
}

/** Adds a record whose value is what stands in [separator + 1, end), blanks around it removed. */
function addTrimmed(
  blanks: Uint8Array,
  bytes: Uint8Array,
  kind: number,
  line: number,
  keyStart: number,
  keyEnd: number,
  end: number,
  separator: number = keyEnd,
): void {
  let valueStart = Math.min(separator + 1, end);
  let valueEnd = end;
  while (valueEnd > valueStart && blanks[bytes[valueEnd - 1]!] === 1) valueEnd--;
  while (valueStart < valueEnd && blanks[bytes[valueStart]!] === 1) valueStart++;
  addRecord(kind, line, keyStart, keyEnd, valueStart, valueEnd);
}

/** One for any number of empty lines in a row, and none before the first record: they end nothing more. */
function addBlank(line: number, at: number): void {
  const last = lastKind();
  if (last !== kinds.blank && last !== -1) addRecord(kinds.blank, line, at, at, at, at);
}

/** The first colon, else the white space that stands for it, else -1. */
function separatorOf(rules: LineRules, bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (bytes[at] === COLON) return at;
  return rules.missingColon ? separatingBlank(bytes, start, end) : -1;
}

const isSpaceOrTab = (byte: number): boolean => byte === SPACE || byte === 9;

/** The white space in a line of exactly two words, or -1 (google/robotstxt). */
function separatingBlank(bytes: Uint8Array, start: number, end: number): number {
  let separator = start;
  while (separator < end && !isSpaceOrTab(bytes[separator]!)) separator++;
  let word = separator;
  while (word < end && isSpaceOrTab(bytes[word]!)) word++;
  for (let at = word; at < end; at++) if (isSpaceOrTab(bytes[at]!)) return -1;
  return separator < end ? separator : -1;
}
