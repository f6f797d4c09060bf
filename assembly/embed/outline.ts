/** The lines of a robots.txt in their groups, as bindings/core/robots/outline.ts lists them, for hosts that show a file. */
import {
  DIALECT_BYTES,
  DIALECTS,
  KIND_ALLOW,
  KIND_BLANK,
  KIND_DISALLOW,
  KIND_OTHER,
  KIND_SITEMAP,
  KIND_USER_AGENT,
  LEAST_READ_BYTES,
  READS_UTF16,
} from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import {
  keyEndOf,
  keyStartOf,
  kindOf,
  lineOf,
  maxRecords,
  READS_ALL,
  RECORD_BYTES,
  ROOM_BYTES,
  readRecords,
  valueEndOf,
  valueStartOf,
} from "../read/records";
import { OUT_OF_MEMORY } from "./errors";
import { allocate, release } from "./heap";
import { hasFlag } from "./known-dialects";
import { textBytes, writeText } from "./text";
import { addByte, addNumber, addText, endText, finishTexts, NUMBER_BYTES, startTexts } from "./texts";

/** What a row is: the first user-agent line of a group, a further one, a rule, a sitemap, a field of the group, one outside groups. */
const GROUP: u32 = 103;
const USER_AGENT: u32 = 117;
const ALLOW: u32 = 97;
const DISALLOW: u32 = 100;
const SITEMAP: u32 = 115;
const FIELD: u32 = 102;
const OUTSIDE: u32 = 111;

/** Besides key and value, a row has a letter, a number and three line ends. */
const ROW_BYTES: usize = NUMBER_BYTES + 5;

/** Writes a row for each line of the file [file, end) to the buffer: its letter, its line, its key and its value. Returns the bytes. */
export function writeOutline(dialect: u32, file: usize, end: usize): i32 {
  const text = allocate(textBytes(end - file, LEAST_READ_BYTES));
  if (text == 0) return OUT_OF_MEMORY;
  const length = writeText(file, end, text, LEAST_READ_BYTES, hasFlag(dialect, READS_UTF16));
  const most = maxRecords(length);
  const table = allocate(most * ROOM_BYTES);
  const isReady = table != 0 && startTexts(length + most * ROW_BYTES);
  if (isReady)
    writeRows(
      table,
      readRecords(text, text + length, table, most, DIALECTS + <usize>dialect * DIALECT_BYTES, READS_ALL),
    );
  release(table);
  release(text);
  return isReady ? finishTexts() : OUT_OF_MEMORY;
}

function writeRows(table: usize, end: usize): void {
  let isInside = false;
  let isRun = false;
  for (let record = table; record < end; record += RECORD_BYTES) {
    countTurn();
    const kind = kindOf(record);
    const letter = letterOf(kind, isInside, isRun);
    if (letter != 0) writeRow(record, letter);
    // Blank lines end groups in the older dialects, and rules end a run of user-agent lines (RFC 9309 §2.2.4).
    if (kind == KIND_USER_AGENT) isInside = isRun = true;
    else if (kind == KIND_BLANK) isInside = isRun = false;
    else if (kind == KIND_ALLOW || kind == KIND_DISALLOW) isRun = false;
  }
}

/** 0 for a line that is not shown. */
function letterOf(kind: u32, isInside: bool, isRun: bool): u32 {
  if (kind == KIND_USER_AGENT) return isRun ? USER_AGENT : GROUP;
  if (kind == KIND_SITEMAP) return SITEMAP;
  if (kind == KIND_OTHER) return isInside ? FIELD : OUTSIDE;
  if (kind == KIND_BLANK || !isInside) return 0;
  return kind == KIND_ALLOW ? ALLOW : DISALLOW;
}

function writeRow(record: usize, letter: u32): void {
  addByte(letter);
  endText();
  addNumber(lineOf(record));
  addText(keyStartOf(record), keyEndOf(record));
  addText(valueStartOf(record), valueEndOf(record));
}
