/**
 * Reads lines as records (RFC 9309 §2.2): one pass over the bytes that makes numbers and no strings, so that reading a file
 * costs less than looking at each byte singly. Lines end at LF, CR or CRLF; `#` starts a comment anywhere.
 */
import { COLON, CR, FF, HASH, LF, SPACE, TAB, VT } from "../constants.ts";
import type { Dialect, LineRules } from "../dialects.ts";
import { type Keys, keysOf, kinds, nameAt } from "./keys.ts";
import { RECORD_STRIDE, type Records } from "./records.ts";
import { nextControl, nextMark } from "./scan.ts";
import { newTable } from "./table.ts";

/** What a byte does to a line: nothing, end it, or hide the rest of it. */
const PLAIN = 0;
const ENDS_LINE = 1;
const HIDES_REST = 2;

/** A dialect's line rules as tables. */
interface LineTables {
  readonly rules: LineRules;
  readonly keys: Keys;
  /** What each byte does to a line. `nextMark` stops at every byte that is not PLAIN. */
  readonly roles: Uint8Array;
  /** 1 for each byte that is trimmed. */
  readonly blanks: Uint8Array;
}

const tablesByDialect = new WeakMap<Dialect, LineTables>();

function tablesFor(dialect: Dialect): LineTables {
  let tables = tablesByDialect.get(dialect);
  if (tables === undefined) {
    const rules = dialect.lines;
    tables = { rules, keys: keysOf(rules), roles: rolesOf(rules), blanks: blanksOf(rules) };
    tablesByDialect.set(dialect, tables);
  }
  return tables;
}

function rolesOf(rules: LineRules): Uint8Array {
  const roles = new Uint8Array(256);
  roles[LF] = ENDS_LINE;
  roles[CR] = ENDS_LINE;
  roles[HASH] = HIDES_REST;
  if (rules.nulEndsLine) roles[0] = HIDES_REST;
  return roles;
}

function blanksOf(rules: LineRules): Uint8Array {
  const blanks = new Uint8Array(256);
  for (const byte of rules.trimsVerticalSpace ? [SPACE, TAB, VT, FF] : [SPACE, TAB]) blanks[byte] = 1;
  return blanks;
}

export const readRecords = (bytes: Uint8Array, dialect: Dialect): Records =>
  new RecordReader(bytes, tablesFor(dialect)).read();

const SCRATCH_LENGTH = 1024 * RECORD_STRIDE;
/** A scratch array that a huge file has made longer than this is released. */
const MAX_KEPT_LENGTH = 64 * SCRATCH_LENGTH;

/** Holds the records of the file that is being read. One array serves all files, because reading is synchronous. */
let scratch = new Int32Array(SCRATCH_LENGTH);

class RecordReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #tables: LineTables;
  #line = 0;
  /** The numbers in `scratch` that are records of this file. */
  #used = 0;

  constructor(bytes: Uint8Array, tables: LineTables) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#tables = tables;
  }

  read(): Records {
    const [bytes, view] = [this.#bytes, this.#view];
    const { roles, rules, keys } = this.#tables;
    const length = bytes.length;
    for (let start = endOfByteOrderMark(bytes, rules); start < length; ) {
      this.#line++;
      const name = nameAt(keys, bytes, view, start, length);
      const keyEnd = name === undefined ? start : start + name.length;
      let end = nextMark(bytes, view, keyEnd, length);
      while (end < length && roles[bytes[end]!] === PLAIN) end = nextMark(bytes, view, end + 1, length);
      let lineEnd = end;
      while (lineEnd < length && roles[bytes[lineEnd]!] !== ENDS_LINE) {
        lineEnd = nextControl(bytes, view, lineEnd + 1, length);
      }
      // Nearly every line is a known name, a colon and a value.
      if (name !== undefined && keyEnd < end && bytes[keyEnd] === COLON && end - start <= rules.lineCapBytes) {
        this.#add(name.kind, start, keyEnd, keyEnd, end);
      } else this.#readLine(start, end, end < lineEnd);
      start = lineEnd + 1;
      if (start < length && bytes[lineEnd] === CR && bytes[start] === LF) start++;
    }
    return { bytes, table: this.#takeRecords(), lineCount: this.#line };
  }

  /** Any line without its end and its comment, [lineStart, lineEnd). */
  #readLine(lineStart: number, lineEnd: number, hasComment: boolean): void {
    const [bytes, view] = [this.#bytes, this.#view];
    const { blanks, keys, rules } = this.#tables;
    let start = lineStart;
    let end = Math.min(lineEnd, lineStart + rules.lineCapBytes);
    while (start < end && blanks[bytes[start]!] === 1) start++;
    while (end > start && blanks[bytes[end - 1]!] === 1) end--;
    if (start === end) {
      if (rules.blankLineEndsGroup && !hasComment) this.#addBlank(start);
      return;
    }
    const separator = separatorOf(rules, bytes, start, end);
    let keyEnd = separator;
    while (keyEnd > start && blanks[bytes[keyEnd - 1]!] === 1) keyEnd--;
    if (keyEnd <= start) return;
    const name = nameAt(keys, bytes, view, start, keyEnd);
    const isName = name !== undefined && (keys.prefix || keyEnd === start + name.length);
    this.#add(isName ? name.kind : kinds.other, start, keyEnd, separator, end);
  }

  /** Adds a record with the value in [separator + 1, end), trimmed. */
  #add(kind: number, keyStart: number, keyEnd: number, separator: number, end: number): void {
    const [bytes, { blanks }] = [this.#bytes, this.#tables];
    let valueStart = Math.min(separator + 1, end);
    let valueEnd = end;
    while (valueEnd > valueStart && blanks[bytes[valueEnd - 1]!] === 1) valueEnd--;
    while (valueStart < valueEnd && blanks[bytes[valueStart]!] === 1) valueStart++;
    this.#push(kind, keyStart, keyEnd, valueStart, valueEnd);
  }

  /** One for any number of empty lines in a row, and none before the first record: more of them end nothing. */
  #addBlank(at: number): void {
    if (this.#used > 0 && scratch[this.#used - RECORD_STRIDE] !== kinds.blank) this.#push(kinds.blank, at, at, at, at);
  }

  #push(kind: number, keyStart: number, keyEnd: number, valueStart: number, valueEnd: number): void {
    if (this.#used === scratch.length) growScratch();
    const at = this.#used;
    scratch[at] = kind;
    scratch[at + 1] = this.#line;
    scratch[at + 2] = keyStart;
    scratch[at + 3] = keyEnd;
    scratch[at + 4] = valueStart;
    scratch[at + 5] = valueEnd;
    this.#used = at + RECORD_STRIDE;
  }

  #takeRecords(): Int32Array {
    const table = newTable(this.#used);
    table.set(scratch.subarray(0, this.#used));
    if (scratch.length > MAX_KEPT_LENGTH) scratch = new Int32Array(SCRATCH_LENGTH);
    return table;
  }
}

function growScratch(): void {
  const larger = new Int32Array(scratch.length * 2);
  larger.set(scratch);
  scratch = larger;
}

/** The whole mark; with `partialBom`, also the part of it that the file starts with. */
function endOfByteOrderMark(bytes: Uint8Array, rules: LineRules): number {
  const matched = bytes[0] !== 0xef ? 0 : bytes[1] !== 0xbb ? 1 : bytes[2] !== 0xbf ? 2 : 3;
  return matched === 3 || rules.partialBom ? matched : 0;
}

/** The first colon, else the white space that stands for it, else -1. */
function separatorOf(rules: LineRules, bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (bytes[at] === COLON) return at;
  return rules.missingColon ? separatingBlank(bytes, start, end) : -1;
}

const isSpaceOrTab = (byte: number): boolean => byte === SPACE || byte === TAB;

/** The white space in a line of exactly two words, or -1 (google/robotstxt). */
function separatingBlank(bytes: Uint8Array, start: number, end: number): number {
  let separator = start;
  while (separator < end && !isSpaceOrTab(bytes[separator]!)) separator++;
  let word = separator;
  while (word < end && isSpaceOrTab(bytes[word]!)) word++;
  for (let at = word; at < end; at++) if (isSpaceOrTab(bytes[at]!)) return -1;
  return separator < end ? separator : -1;
}
