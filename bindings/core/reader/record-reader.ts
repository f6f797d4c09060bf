/**
 * Reads lines as records (RFC 9309 §2.2), as numbers and no strings. Lines end at LF, CR or CRLF, and `#` starts a comment
 * anywhere. Written to be read: assembly/read/records.ts does the same for compiling, at speed.
 */
import { COLON, CR, FF, HASH, LF, NUL, SPACE, TAB, VT } from "../../base/characters.ts";
import type { Dialect } from "../dialects.ts";
import {
  BLANK_LINE_ENDS_GROUP,
  KIND_BLANK,
  MISSING_COLON,
  NUL_ENDS_LINE,
  PARTIAL_MARK,
  RECORD_STRIDE,
  TRIMS_VERTICAL_SPACE,
} from "../layout.ts";
import { isLineEnd } from "./cut.ts";
import { kindOfKey, type NamedKind, namesOf } from "./field-names.ts";
import type { Records } from "./records.ts";

export const readRecords = (bytes: Uint8Array, dialect: Dialect): Records => new RecordReader(bytes, dialect).read();

const isSpaceOrTab = (byte: number): boolean => byte === SPACE || byte === TAB;

class RecordReader {
  readonly #bytes: Uint8Array;
  readonly #flags: number;
  readonly #lineCapBytes: number;
  readonly #names: readonly NamedKind[];
  readonly #table: number[] = [];
  #line = 0;

  constructor(bytes: Uint8Array, { flags, lineCapBytes }: Dialect) {
    this.#bytes = bytes;
    this.#flags = flags;
    this.#lineCapBytes = lineCapBytes;
    this.#names = namesOf(flags);
  }

  read(): Records {
    const bytes = this.#bytes;
    for (let start = endOfByteOrderMark(bytes, this.#flags); start < bytes.length; ) {
      this.#line++;
      let end = start;
      while (end < bytes.length && !isLineEnd(bytes[end]!) && !this.#hidesRest(bytes[end]!)) end++;
      let lineEnd = end;
      while (lineEnd < bytes.length && !isLineEnd(bytes[lineEnd]!)) lineEnd++;
      this.#readLine(start, end, end < lineEnd);
      start = lineEnd + (bytes[lineEnd] === CR && bytes[lineEnd + 1] === LF ? 2 : 1);
    }
    return { bytes, table: Int32Array.from(this.#table) };
  }

  #hidesRest(byte: number): boolean {
    return byte === HASH || (byte === NUL && (this.#flags & NUL_ENDS_LINE) !== 0);
  }

  #isBlank(byte: number): boolean {
    return isSpaceOrTab(byte) || ((byte === VT || byte === FF) && (this.#flags & TRIMS_VERTICAL_SPACE) !== 0);
  }

  #skipBlanks(start: number, end: number): number {
    let at = start;
    while (at < end && this.#isBlank(this.#bytes[at]!)) at++;
    return at;
  }

  #trimBlanks(start: number, end: number): number {
    let at = end;
    while (at > start && this.#isBlank(this.#bytes[at - 1]!)) at--;
    return at;
  }

  /** A line without its end and its comment, [lineStart, lineEnd). */
  #readLine(lineStart: number, lineEnd: number, hasComment: boolean): void {
    const bytes = this.#bytes;
    const flags = this.#flags;
    const capEnd = Math.min(lineEnd, lineStart + this.#lineCapBytes);
    const start = this.#skipBlanks(lineStart, capEnd);
    const end = this.#trimBlanks(start, capEnd);
    if (start === end) {
      if (flags & BLANK_LINE_ENDS_GROUP && !hasComment) this.#addBlank(start);
      return;
    }
    const separator = separatorOf(flags, bytes, start, end);
    const keyEnd = this.#trimBlanks(start, separator);
    if (keyEnd <= start) return;
    const kind = kindOfKey(this.#names, flags, bytes, start, keyEnd);
    const after = Math.min(separator + 1, end);
    const valueEnd = this.#trimBlanks(after, end);
    this.#table.push(kind, this.#line, start, keyEnd, this.#skipBlanks(after, valueEnd), valueEnd);
  }

  /** One for any number of empty lines in a row, and none before the first record: more of them end nothing. */
  #addBlank(at: number): void {
    const table = this.#table;
    if (table.length === 0 || table[table.length - RECORD_STRIDE] === KIND_BLANK) return;
    table.push(KIND_BLANK, this.#line, at, at, at, at);
  }
}

/** The whole mark; with PARTIAL_MARK, also the part of it that the file starts with. */
function endOfByteOrderMark(bytes: Uint8Array, flags: number): number {
  const matched = bytes[0] !== 0xef ? 0 : bytes[1] !== 0xbb ? 1 : bytes[2] !== 0xbf ? 2 : 3;
  return matched === 3 || flags & PARTIAL_MARK ? matched : 0;
}

/** The first colon, else the white space that stands for it, else -1. */
function separatorOf(flags: number, bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (bytes[at] === COLON) return at;
  return flags & MISSING_COLON ? separatingBlank(bytes, start, end) : -1;
}

/** The white space in a line of exactly two words, or -1 (google/robotstxt). */
function separatingBlank(bytes: Uint8Array, start: number, end: number): number {
  let separator = start;
  while (separator < end && !isSpaceOrTab(bytes[separator]!)) separator++;
  let word = separator;
  while (word < end && isSpaceOrTab(bytes[word]!)) word++;
  for (let at = word; at < end; at++) if (isSpaceOrTab(bytes[at]!)) return -1;
  return separator < end ? separator : -1;
}
