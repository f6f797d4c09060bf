/**
 * Lines to records (RFC 9309 §2.2): one pass over the bytes that makes numbers and no strings, so that reading a file
 * costs little more than looking at each byte. Lines end at LF, CR or CRLF; `#` starts a comment anywhere.
 * Measured effect of numbers instead of objects: docs/performance.md, parse.
 */
import type { Dialect, LineRules } from "../dialects.ts";
import { type Keys, keysOf, kindOf, kinds } from "./keys.ts";

/** Numbers of a record in the table: a kind of keys.ts, a 1-based line, and offsets in the bytes. */
export const record = { kind: 0, line: 1, keyStart: 2, keyEnd: 3, valueStart: 4, valueEnd: 5 } as const;
export const RECORD_STRIDE = 6;

/** The records of a file in file order, `RECORD_STRIDE` numbers each. */
export interface Records {
  readonly bytes: Uint8Array;
  readonly table: Int32Array;
  readonly lineCount: number;
}

const LF = 10;
const CR = 13;
const COLON = 58;

/** What a byte may do in a line: nothing, end it, start a comment (or hide the rest), separate key and value. */
const PLAIN = 0;
const ENDS_LINE = 1;
const HIDES_REST = 2;
const SEPARATES = 3;

/** A dialect's line rules, prepared once. */
interface Reader {
  readonly rules: LineRules;
  readonly keys: Keys;
  readonly roles: Uint8Array;
  readonly blanks: Uint8Array;
}

const readers = new Map<Dialect, Reader>();

function readerFor(dialect: Dialect): Reader {
  let reader = readers.get(dialect);
  if (reader === undefined) {
    reader = {
      rules: dialect.lines,
      keys: keysOf(dialect.lines),
      roles: rolesOf(dialect.lines),
      blanks: blanksOf(dialect.lines),
    };
    readers.set(dialect, reader);
  }
  return reader;
}

function rolesOf(rules: LineRules): Uint8Array {
  const roles = new Uint8Array(256);
  roles[LF] = ENDS_LINE;
  roles[CR] = ENDS_LINE;
  roles[35] = HIDES_REST;
  roles[COLON] = SEPARATES;
  if (rules.nulEndsLine) roles[0] = HIDES_REST;
  return roles;
}

function blanksOf(rules: LineRules): Uint8Array {
  const blanks = new Uint8Array(256);
  for (const byte of rules.trimsVerticalSpace ? [32, 9, 11, 12] : [32, 9]) blanks[byte] = 1;
  return blanks;
}

/** Written to and copied from, so that a file costs one exact allocation. Kept for the next file up to a bound. */
let scratch: Int32Array = new Int32Array(1024 * RECORD_STRIDE);
const KEPT_NUMBERS = 2 ** 18;

class RecordTable {
  #numbers = scratch;
  #used = 0;

  add(kind: number, line: number, keyStart: number, keyEnd: number, valueStart: number, valueEnd: number): void {
    if (this.#used === this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    const at = this.#used;
    numbers[at] = kind;
    numbers[at + 1] = line;
    numbers[at + 2] = keyStart;
    numbers[at + 3] = keyEnd;
    numbers[at + 4] = valueStart;
    numbers[at + 5] = valueEnd;
    this.#used = at + RECORD_STRIDE;
  }

  finish(): Int32Array {
    return this.#numbers.slice(0, this.#used);
  }

  #grow(): void {
    const larger = new Int32Array(this.#numbers.length * 2);
    larger.set(this.#numbers);
    this.#numbers = larger;
    if (larger.length <= KEPT_NUMBERS) scratch = larger;
  }
}

export function readRecords(bytes: Uint8Array, dialect: Dialect): Records {
  const reader = readerFor(dialect);
  const { roles } = reader;
  const length = bytes.length;
  const table = new RecordTable();
  let line = 0;
  for (let start = endOfByteOrderMark(bytes, reader.rules); start < length; ) {
    line++;
    let colon = -1;
    let at = start;
    for (; at < length; at++) {
      const role = roles[bytes[at]!]!;
      if (role === PLAIN) continue;
      if (role !== SEPARATES) break;
      if (colon < 0) colon = at;
    }
    const contentEnd = at;
    while (at < length && roles[bytes[at]!] !== ENDS_LINE) at++;
    if (at > start) readLine(reader, table, bytes, line, start, colon, contentEnd, contentEnd < at);
    else if (reader.rules.blankLineEndsGroup) table.add(kinds.blank, line, start, start, start, start);
    start = bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
  }
  return { bytes, table: table.finish(), lineCount: line };
}

/** The whole mark, or, as a liberty, the part of it the file starts with. */
function endOfByteOrderMark(bytes: Uint8Array, rules: LineRules): number {
  const matched = bytes[0] !== 0xef ? 0 : bytes[1] !== 0xbb ? 1 : bytes[2] !== 0xbf ? 2 : 3;
  return matched === 3 || rules.partialBom ? matched : 0;
}

/** One line without its end: [start, end) up to a comment, `colon` the first colon in it or -1. */
function readLine(
  reader: Reader,
  table: RecordTable,
  bytes: Uint8Array,
  line: number,
  start: number,
  colon: number,
  end: number,
  hasComment: boolean,
): void {
  const { blanks, rules } = reader;
  if (end - start > rules.lineCapBytes) {
    end = start + rules.lineCapBytes;
    if (colon >= end) colon = -1;
  }
  while (start < end && blanks[bytes[start]!] === 1) start++;
  while (end > start && blanks[bytes[end - 1]!] === 1) end--;
  if (start === end) {
    if (rules.blankLineEndsGroup && !hasComment) table.add(kinds.blank, line, start, start, start, start);
    return;
  }
  const separator = colon < 0 && rules.missingColon ? separatingBlank(bytes, start, end) : colon;
  if (separator < 0) return;
  let keyEnd = separator;
  while (keyEnd > start && blanks[bytes[keyEnd - 1]!] === 1) keyEnd--;
  if (keyEnd === start) return;
  let valueStart = Math.min(separator + 1, end);
  while (valueStart < end && blanks[bytes[valueStart]!] === 1) valueStart++;
  table.add(kindOf(reader.keys, bytes, start, keyEnd), line, start, keyEnd, valueStart, end);
}

const isSpaceOrTab = (byte: number): boolean => byte === 32 || byte === 9;

/** The white space in a line of exactly two words, or -1 (google/robotstxt). */
function separatingBlank(bytes: Uint8Array, start: number, end: number): number {
  let separator = start;
  while (separator < end && !isSpaceOrTab(bytes[separator]!)) separator++;
  let word = separator;
  while (word < end && isSpaceOrTab(bytes[word]!)) word++;
  for (let at = word; at < end; at++) if (isSpaceOrTab(bytes[at]!)) return -1;
  return separator < end ? separator : -1;
}
