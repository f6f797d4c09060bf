/**
 * A file as the linter sees it: the records that verdicts come from, and every line, with or without a record. Made once
 * for all checks; linear in the file.
 */

import { textOfBytes } from "../../base/byte-text.ts";
import { CR, LF } from "../../base/characters.ts";
import { isCompressed } from "../../base/gzip.ts";
import { bytesOf, decodeMarked, hasUtf16Mark } from "../../base/utf8.ts";
import {
  isRule as isRuleKind,
  isUserAgent,
  KIND_BLANK,
  RECORD_STRIDE,
  readRecords,
  walkGroups,
  walkRuns,
} from "../../core/linting.ts";
import {
  type Dialect,
  isOther,
  KEY_END,
  KEY_START,
  LEAST_READ_BYTES,
  LINE,
  offsetsIn,
  type Records,
  readBytes,
  VALUE_END,
  VALUE_START,
} from "../../core/parsing.ts";
import type { AgentFacts } from "./agent-facts.ts";

/** Bytes [start, end) on a 1-based line. */
export interface Span {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

export interface Line extends Span {
  /** What the parser made of it; absent for lines without a field. */
  readonly field?: LineField;
}

export interface LineField {
  readonly kind: number;
  readonly key: Span;
  readonly value: Span;
}

/** User-agent lines in a row and the rules after them, to the next such run. */
export interface LintGroup {
  readonly agents: readonly LineField[];
  readonly rules: readonly LineField[];
  /** Its other fields, such as Crawl-delay. */
  readonly fields: readonly LineField[];
}

export interface LintFile {
  readonly bytes: Uint8Array;
  /** The file as text with one character for each byte: pieces of it cost nothing. */
  readonly octets: string;
  readonly records: Records;
  readonly dialect: Dialect;
  readonly url: URL | undefined;
  /** What is known of the crawlers that it may name. */
  readonly facts: AgentFacts;
  /** The file is UTF-16. `bytes` are UTF-8 if the dialect reads UTF-16. */
  readonly isUtf16: boolean;
  /** The file is compressed: its lines mean nothing. */
  readonly isCompressed: boolean;
  /** The file has more than MAX_BYTES: `bytes` end with the last line that fits. */
  readonly truncated: boolean;
  readonly lines: readonly Line[];
  readonly groups: readonly LintGroup[];
  /** A group for each run of consecutive user-agent lines, to which fields about pace belong. */
  readonly runs: readonly LintGroup[];
}

/** Ten times what crawlers read: the rest of a monster is not looked at. */
export const MAX_BYTES: number = 10 * LEAST_READ_BYTES;

export function sourceOf(body: string | Uint8Array, known: Pick<LintFile, "dialect" | "url" | "facts">): LintFile {
  const { dialect } = known;
  const isPacked = isCompressed(body);
  const { bytes, truncated } = isPacked
    ? { bytes: bytesOf(body), truncated: false }
    : readBytes(body, dialect, MAX_BYTES);
  const isUtf16 = typeof body !== "string" && hasUtf16Mark(body);
  const records = readRecords(bytes, dialect);
  const fields = fieldsOf(records);
  return {
    ...known,
    bytes,
    octets: octetsOf(bytes),
    records,
    isUtf16,
    isCompressed: isPacked,
    truncated,
    lines: linesOf(bytes, fields),
    groups: groupsIn(records, walkGroups, fields),
    runs: groupsIn(records, walkRuns, fields),
  };
}

/** A byte order mark inside the file is a character like any other. */
/** The decoder is the fastest for ASCII: then it makes one unit of each byte. */
function octetsOf(bytes: Uint8Array): string {
  const text = decodeMarked(bytes);
  return text.length === bytes.length && !text.includes("\uFFFD") ? text : textOfBytes(bytes);
}

const BEYOND_ASCII = /[\x80-\xff]/;

export function textAt({ bytes, octets }: Pick<LintFile, "bytes" | "octets">, { start, end }: Span): string {
  const text = octets.slice(start, end);
  return BEYOND_ASCII.test(text) ? decodeMarked(bytes.subarray(start, end)) : text;
}

type FieldByLine = readonly (LineField | undefined)[];

/** By line: a line has one field at most. */
function fieldsOf({ table }: Records): FieldByLine {
  const fields: (LineField | undefined)[] = [];
  for (let at = 0; at < table.length; at += RECORD_STRIDE) {
    if (table[at] === KIND_BLANK) continue;
    const line = table[at + LINE]!;
    const key = { line, start: table[at + KEY_START]!, end: table[at + KEY_END]! };
    const value = { line, start: table[at + VALUE_START]!, end: table[at + VALUE_END]! };
    fields[line] = { kind: table[at]!, key, value };
  }
  return fields;
}

function linesOf(bytes: Uint8Array, fields: FieldByLine): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < bytes.length; ) {
    let end = start;
    while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
    const line = lines.length + 1;
    const field = fields[line];
    lines.push(field === undefined ? { line, start, end } : { line, start, end, field });
    start = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1);
  }
  return lines;
}

export const isRule = ({ kind }: LineField): boolean => isRuleKind(kind);

export function groupsIn(
  records: Records,
  walk: typeof walkGroups = walkGroups,
  fields: FieldByLine = fieldsOf(records),
): LintGroup[] {
  const groups: LintGroup[] = [];
  const select = (from: number, to: number, isWanted: (kind: number) => boolean): LineField[] =>
    offsetsIn(records.table, from, to, isWanted).map((at) => fields[records.table[at + LINE]!]!);
  walk(records, (start, runEnd, end) => {
    groups.push({
      agents: select(start, runEnd, isUserAgent),
      rules: select(runEnd, end, isRuleKind),
      fields: select(start, end, isOther),
    });
    return false;
  });
  return groups;
}
