/**
 * From the bytes of a robots.txt and product tokens to the program of that crawler, in one call from the host: records,
 * groups, rules, notes. The TypeScript fallback takes the same steps (bindings/core/reader/).
 *
 * All of it happens in a part of the arena that the host chooses, [at, at + room):
 *   the file | its padding | tokens | records | list of the selected records | work of compiling | the program
 * In the end the program is moved to `at`, where the file was.
 */
import { compile, programBytes, workBytes } from "./compile";
import { fieldsStart, isNamed, rulesEnd, selectGroups, selecting } from "./groups";
import {
  ARENA,
  DECISIONS_BEFORE,
  INDEX_BEFORE,
  PADDING,
  PREFIX_BYTES,
  PROFILE_BYTES,
  PROFILES,
  REFUSED,
} from "./layout";
import { notesBytes, writeNotes } from "./notes";
import { LISTED_BYTES, maxRecords, RECORD_BYTES, readRecords, valueEndOf, valueStartOf } from "./records";
import { step } from "./steps";

const MAX_DIALECTS: usize = 8;
/** No file is longer (MAX_MAX_BYTES of text.ts), so sums of the sizes below stay under 2^32. */
const MAX_FILE_BYTES: usize = 1 << 26;
const MAX_MEMORY_BYTES: usize = 1 << 30;

/**
 * Compiles the file of `fileBytes` at `at` for the tokens in the `tokensBytes` after its padding (see selectGroups), and
 * returns the length of the program, which is then at `at`, or the negated room that is needed if `room` does not suffice:
 * the file has to be written again before the next call. REFUSED means that no room suffices. Reads and writes nothing outside [at, at + room) and the profile,
 * whatever the arguments are, and the prefix of the program.
 */
export function compileFile(dialect: usize, at: usize, fileBytes: usize, tokensBytes: usize, room: usize): i32 {
  if (dialect >= MAX_DIALECTS || at < ARENA + PREFIX_BYTES || !isInside(at, fileBytes, tokensBytes, room))
    return REFUSED;
  const profile = PROFILES + dialect * PROFILE_BYTES;
  const fileEnd = at + fileBytes;
  const tokens = fileEnd + PADDING;
  const table = (tokens + tokensBytes + PADDING) & ~15;
  const most = maxRecords(at, fileEnd);
  const list = table + most * RECORD_BYTES;
  const listEnd = list + most * LISTED_BYTES;
  if (listEnd + PADDING > at + room) return roomNeeded(listEnd + 2 * PADDING - at);
  const tableEnd = readRecords(at, fileEnd, table, profile);
  selectGroups(table, tableEnd, tokens, tokens + tokensBytes, list, listEnd, profile);
  const count = (rulesEnd - list) / LISTED_BYTES;
  const patternBytes = patternBytesOf(list);
  const work = listEnd;
  const to = (work + workBytes(count, patternBytes) + PADDING) & ~15;
  const end = to + programBytes(count, patternBytes) + notesBytes(selecting, fieldsStart, listEnd) + PADDING;
  if (end > at + room) return roomNeeded(end - at);
  const compiled = to + compile(dialect, list, <u32>count, to, work);
  const length = writeNotes(to, compiled, selecting, isNamed, fieldsStart, listEnd) - to;
  memory.copy(at, to, length);
  store<u32>(at - INDEX_BEFORE, 0);
  store<u32>(at - DECISIONS_BEFORE, 0);
  return <i32>length;
}

function roomNeeded(bytes: usize): i32 {
  return bytes > MAX_MEMORY_BYTES ? REFUSED : -(<i32>bytes);
}

/** Whether the region has room for file, tokens and padding, and lies in memory. Sums of 32 bits may overflow. */
function isInside(at: usize, fileBytes: usize, tokensBytes: usize, room: usize): bool {
  if (<u64>at + <u64>room > (<u64>memory.size()) << 16) return false;
  return fileBytes <= MAX_FILE_BYTES && <u64>fileBytes + <u64>tokensBytes + 3 * <u64>PADDING <= <u64>room;
}

function patternBytesOf(list: usize): usize {
  let bytes: usize = 0;
  for (; list < rulesEnd; list += LISTED_BYTES) {
    step();
    const record = load<u32>(list);
    bytes += valueEndOf(record) - valueStartOf(record);
  }
  return bytes;
}
