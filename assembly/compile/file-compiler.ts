/**
 * From the bytes of a robots.txt and product tokens to the program of that crawler, in one call from the host: records,
 * groups, rules, notes. The TypeScript fallback takes the same steps (bindings/core/reader/). For a file that is asked once,
 * `decideFile` goes on to the verdict and compiles only the rules that could match.
 *
 * All of it happens in a part of the arena that the host chooses, [at, at + room):
 *   the file | its padding | tokens | records | list of the selected records | work of compiling | the program
 * In the end the program is moved to `at`, where the file was.
 */

import {
  ARENA,
  DECISIONS_BEFORE,
  DIALECT_BYTES,
  DIALECTS,
  FIELDS_START,
  INDEX_BEFORE,
  INPUT,
  IS_NAMED,
  MAX_DIALECTS,
  MAX_URL_BYTES,
  MOST_READ_BYTES,
  NOT_NORMALISED,
  NOT_NORMALISED_VERDICT,
  PADDING,
  PREFIX_BYTES,
  REFUSED,
  SELECTING_LINE,
  TOTAL_BYTES_AT,
} from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { decideWithRoom } from "../match/decide";
import { selectGroups } from "../read/groups";
import {
  LISTED_BYTES,
  makeRelative,
  maxRecords,
  READS_AGENT,
  READS_ALL,
  READS_VERDICT,
  RECORD_BYTES,
  ROOM_BYTES,
  readRecords,
  valueEndOf,
  valueStartOf,
} from "../read/records";
import { compile, compilingBytes } from "./compile";
import { expectAnyUrl, expectUrl } from "./prefilter";
import { tailBytes, writeTail } from "./program-tail";

/** No file is longer than MOST_READ_BYTES, so sums of sizes stay under 2^32. */
const MAX_MEMORY_BYTES: usize = 1 << 30;

let dialectId: usize = 0;
/** The region; in it the records, the list of the selected ones with the end of its rules, and the program. */
let regionStart: usize = 0;
let regionEnd: usize = 0;
let table: usize = 0;
let tableEnd: usize = 0;
let list: usize = 0;
let rulesEnd: usize = 0;
let listEnd: usize = 0;
let program: usize = 0;

/**
 * Compiles the file of `fileBytes` at `at` for the tokens in the `tokensBytes` after its padding (see selectGroups), and
 * returns the length of the program, which is then at `at`, or the negated room that is needed if `room` does not suffice:
 * the file has to be written again before the next call. REFUSED means that no room suffices. Whatever the arguments are, it reads
 * and writes nothing but [at, at + room), the prefix of the program, the dialect, FOUND, RESULTS and FAILURE.
 */
export function compileFile(dialect: usize, at: usize, fileBytes: usize, tokensBytes: usize, room: usize): i32 {
  let missing = selectRules(READS_AGENT, dialect, at, fileBytes, tokensBytes, room);
  if (missing != 0) return missing;
  expectAnyUrl();
  missing = compileRules();
  if (missing != 0) return missing;
  const fieldsStart = load<u32>(FIELDS_START);
  const isNamed = load<u32>(IS_NAMED) != 0;
  const length = writeTail(program, load<u32>(SELECTING_LINE), isNamed, fieldsStart, listEnd);
  memory.copy(regionStart, program, length);
  clearPrefix(regionStart);
  return <i32>length;
}

/**
 * The verdict for the URL of `urlBytes` in INPUT: 1 for allowed, 0 for not, or NOT_NORMALISED_VERDICT; or a negative number as from
 * compileFile.
 * Leaves no program.
 */
export function decideFile(
  dialect: usize,
  at: usize,
  fileBytes: usize,
  tokensBytes: usize,
  room: usize,
  urlBytes: usize,
): i32 {
  if (urlBytes > MAX_URL_BYTES) return REFUSED;
  let missing = selectRules(READS_VERDICT, dialect, at, fileBytes, tokensBytes, room);
  if (missing != 0) return missing;
  expectUrl(INPUT, INPUT + urlBytes, DIALECTS + dialectId * DIALECT_BYTES);
  missing = compileRules();
  if (missing != 0) return missing;
  clearPrefix(program);
  const end = program + load<u32>(program, TOTAL_BYTES_AT);
  const decision = decideWithRoom(program, INPUT + urlBytes, end, regionEnd);
  return decision == NOT_NORMALISED ? NOT_NORMALISED_VERDICT : decision & 1;
}

/**
 * Puts the records of a file where it was, with offsets in the file for addresses, and returns their length in bytes, or a
 * negative number. The arguments are those of compileFile.
 */
export function readFile(dialect: usize, at: usize, fileBytes: usize, tokensBytes: usize, room: usize): i32 {
  const missing = readTable(READS_ALL, dialect, at, fileBytes, tokensBytes, room);
  if (missing != 0) return missing;
  for (let record = table; record < tableEnd; record += RECORD_BYTES) makeRelative(record, at);
  memory.copy(at, table, tableEnd - table);
  return <i32>(tableEnd - table);
}

/** Lists the records of the groups that apply. Returns 0, or why it cannot. */
function selectRules(reads: u32, dialect: usize, at: usize, fileBytes: usize, tokensBytes: usize, room: usize): i32 {
  const missing = readTable(reads, dialect, at, fileBytes, tokensBytes, room);
  if (missing != 0) return missing;
  const tokens = at + fileBytes + PADDING;
  list = tableEnd;
  listEnd = list + ((tableEnd - table) / RECORD_BYTES) * LISTED_BYTES;
  const dialectAt = DIALECTS + dialect * DIALECT_BYTES;
  rulesEnd = selectGroups(table, tableEnd, tokens, tokens + tokensBytes, list, listEnd, dialectAt);
  return 0;
}

/** Reads the records, with room behind them for a list of all. Returns 0, or why it cannot. */
function readTable(reads: u32, dialect: usize, at: usize, fileBytes: usize, tokensBytes: usize, room: usize): i32 {
  if (dialect >= MAX_DIALECTS || at < ARENA + PREFIX_BYTES || !isInside(at, fileBytes, tokensBytes, room))
    return REFUSED;
  dialectId = dialect;
  regionStart = at;
  regionEnd = at + room;
  const fileEnd = at + fileBytes;
  table = (fileEnd + PADDING + tokensBytes + PADDING) & ~15;
  // The room suffices for nearly all files.
  const most = (max(regionEnd - PADDING, table) - table) / ROOM_BYTES;
  tableEnd = readRecords(at, fileEnd, table, most, DIALECTS + dialect * DIALECT_BYTES, reads);
  return tableEnd != 0 ? 0 : roomNeeded(table + maxRecords(fileBytes) * ROOM_BYTES + PADDING);
}

/** Compiles those of the listed rules that can match the expected URL. Returns 0, or why it cannot. */
function compileRules(): i32 {
  const count = (rulesEnd - list) / LISTED_BYTES;
  const tail = tailBytes(load<u32>(SELECTING_LINE), load<u32>(FIELDS_START), listEnd);
  program = listEnd + tail > regionEnd ? 0 : compile(dialectId, list, <u32>count, listEnd, regionEnd - tail);
  return program != 0 ? 0 : roomNeeded(listEnd + compilingBytes(count, patternBytesOfRules()) + tail);
}

function clearPrefix(at: usize): void {
  store<u32>(at - INDEX_BEFORE, 0);
  store<u32>(at - DECISIONS_BEFORE, 0);
}

/** The negated room for everything up to `end`. */
function roomNeeded(end: usize): i32 {
  const bytes = end - regionStart;
  return bytes > MAX_MEMORY_BYTES ? REFUSED : -(<i32>bytes);
}

/** Whether the region has room for file, tokens and padding, and lies in memory. Sums of 32 bits may overflow. */
function isInside(at: usize, fileBytes: usize, tokensBytes: usize, room: usize): bool {
  if (<u64>at + <u64>room > (<u64>memory.size()) << 16) return false;
  return fileBytes <= MOST_READ_BYTES && <u64>fileBytes + <u64>tokensBytes + 3 * <u64>PADDING <= <u64>room;
}

function patternBytesOfRules(): usize {
  let bytes: usize = 0;
  for (let rule = list; rule < rulesEnd; rule += LISTED_BYTES) {
    countTurn();
    const record = load<u32>(rule);
    bytes += valueEndOf(record) - valueStartOf(record);
  }
  return bytes;
}
