/**
 * The block that is being decided: a copy of its lines, and for each line its origin's next line.
 *
 *   line  0 offset in the block; the highest bit if it is rewritten (url-bytes.ts) | 4 the next line of its origin, or NONE
 *         8 its origin as it spells it, or NONE
 */
import { equal } from "../bytes/bytes";
import { LF } from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { buffer, growBuffer } from "../embed/buffer";
import { isError, OUT_OF_MEMORY } from "../embed/errors";
import { originEnd } from "./authority";
import { causesAt, causesBytes, clearCauses } from "./causes";
import { clear, firstOf, heldBytes, LIST_BYTES, push, usedBytes } from "./list";
import * as origins from "./origins";
import { NONE } from "./origins";
import { isRewritten, lineEndOf, markLine } from "./url-bytes";
import { NO_URL } from "./verdicts";

const LINE_BYTES: usize = 12;
const REWRITTEN: u32 = 0x8000_0000;
/** The longest line that is decided, with its LF. Node's limit for HTTP headers is 16 KiB. */
export const MAX_LINE_BYTES: usize = 1 << 22;

const block: usize = memory.data(LIST_BYTES);
const lines: usize = memory.data(LIST_BYTES);
const verdicts: usize = memory.data(LIST_BYTES);
/** Of each line, if the block is explained, the row of its cause (causes.ts): four bytes. */
const causes: usize = memory.data(LIST_BYTES);
/** Origins that have lines in the block: numbers of four bytes. */
const queue: usize = memory.data(LIST_BYTES);
/** Rises with each block, so that nothing of an earlier block is taken for one of this. */
let blockNumber: u32 = 0;

/** For the rows of causes, which are written while lines are decided: so much for each line. */
const ROW_ROOM: usize = 128;

/** The memory that the block takes. */
export function memoryBytes(): usize {
  const ofLines = heldBytes(block) + heldBytes(lines) + heldBytes(verdicts) + heldBytes(queue);
  return ofLines + (isExplained() ? heldBytes(causes) + <usize>lineCount() * ROW_ROOM : 0);
}

export function lineCount(): u32 {
  return <u32>usedBytes(verdicts);
}

export function queueLength(): u32 {
  return <u32>(usedBytes(queue) >> 2);
}

export function queuedAt(i: u32): u32 {
  return load<u32>(firstOf(queue) + ((<usize>i) << 2));
}

function lineAt(line: u32): usize {
  return firstOf(lines) + <usize>line * LINE_BYTES;
}

export function startOf(line: u32): usize {
  return firstOf(block) + <usize>(load<u32>(lineAt(line)) & ~REWRITTEN);
}

/** The byte after the LF. */
export function endOf(line: u32): usize {
  return startOf(line + 1);
}

export function isRewrittenLine(line: u32): bool {
  return (load<u32>(lineAt(line)) & REWRITTEN) != 0;
}

export function nextOf(line: u32): u32 {
  return load<u32>(lineAt(line), 4);
}

export function verdictAt(line: u32): u8 {
  return load<u8>(firstOf(verdicts) + line);
}

export function setVerdict(line: u32, verdict: i32): void {
  store<u8>(firstOf(verdicts) + line, <u8>verdict);
}

export function isExplained(): bool {
  return usedBytes(causes) > 0;
}

export function setCause(line: u32, row: i32): void {
  store<i32>(firstOf(causes) + ((<usize>line) << 2), row);
}

export function verdictsAt(): usize {
  return firstOf(verdicts);
}

/** Reads `bytes` of the buffer as lines. A last line needs no LF. Returns 0 or OUT_OF_MEMORY. */
export function readBlock(bytes: usize, explains: bool): i32 {
  clearBlock();
  blockNumber++;
  if (bytes == 0) return 0;
  const isEnded = load<u8>(buffer() + bytes - 1) == LF;
  const start = push(block, bytes + <usize>!isEnded);
  if (start == 0) return OUT_OF_MEMORY;
  memory.copy(start, buffer(), bytes);
  const end = start + usedBytes(block);
  if (!isEnded) store<u8>(end - 1, LF);
  let last = NONE;
  for (let at = start; at < end; ) {
    const first = lineCount();
    at = readGroup(at, end);
    if (at == 0) return OUT_OF_MEMORY;
    touchGroup(lineCount() - first);
    last = queueGroup(first, last);
    if (last == NO_MEMORY) return OUT_OF_MEMORY;
  }
  if (explains && !makeCauses()) return OUT_OF_MEMORY;
  return addLine(end, false) ? 0 : OUT_OF_MEMORY;
}

function makeCauses(): bool {
  const bytes = (<usize>lineCount()) << 2;
  const made = push(causes, bytes);
  if (made != 0) memory.fill(made, 0xff, bytes);
  return made != 0;
}

/** Nothing is left to decide, and nothing to read. */
export function clearBlock(): void {
  clear(block);
  clear(lines);
  clear(verdicts);
  clear(causes);
  clearCauses();
  clear(queue);
}

const NO_MEMORY: u32 = NONE - 1;

/**
 * Lines are read in groups: what their origins need of memory is loaded for all of them together, because the processor waits
 * for many loads as long as for one.
 *
 *   entry  0 the line | 4 the end of its origin; 0 without one, 1 if the origin is that of the line before | 8 its hash
 */
const GROUP_LINES: u32 = 32;
const ENTRY_BYTES: usize = 12;
const group: usize = memory.data(384);
const SAME_ORIGIN: usize = 1;
/** Nobody reads it. Storing what was loaded early keeps compilers from leaving the loads out. */
const loadedEarly: usize = memory.data(4);

function entryAt(i: u32): usize {
  return group + <usize>i * ENTRY_BYTES;
}

/** Reads the lines from `at` on and puts them into the group. Returns where the next line starts; 0 without memory. */
function readGroup(at: usize, end: usize): usize {
  let before: usize = 0;
  let originBytes: usize = 0;
  for (let i: u32 = 0; i < GROUP_LINES && at < end; i++) {
    countTurn();
    const found = originEnd(at);
    const marked = markLine(max(at, found), end);
    const next = lineEndOf(marked) + 1;
    const verdict = push(verdicts, 1);
    if (verdict == 0 || !addLine(at, isRewritten(marked))) return 0;
    store<u8>(verdict, <u8>NO_URL);
    const entry = entryAt(i);
    store<u32>(entry, <u32>at);
    const origin = next - at > MAX_LINE_BYTES ? 0 : found;
    const isSame = origin != 0 && origin - at == originBytes && equal(before, at, originBytes);
    store<u32>(entry, <u32>(isSame ? SAME_ORIGIN : origin), 4);
    if (!isSame && origin != 0) store<u32>(entry, origins.hashOf(at, origin), 8);
    before = at;
    originBytes = origin == 0 ? 0 : origin - at;
    at = next;
  }
  return at;
}

function hasOwnOrigin(entry: usize): bool {
  return <usize>load<u32>(entry, 4) > SAME_ORIGIN;
}

function touchGroup(count: u32): void {
  let sum: u32 = 0;
  for (let i: u32 = 0; i < count; i++)
    if (hasOwnOrigin(entryAt(i))) sum += origins.touchOrigin(load<u32>(entryAt(i), 8));
  store<u32>(loadedEarly, sum);
}

/** Gives the lines of the group, from `first` on, to their origins. Returns the origin of the last one, NONE or NO_MEMORY. */
function queueGroup(first: u32, last: u32): u32 {
  for (let line = first; line < lineCount(); line++) {
    countTurn();
    const entry = entryAt(line - first);
    const endOfOrigin = <usize>load<u32>(entry, 4);
    if (hasOwnOrigin(entry)) last = origins.originOf(<usize>load<u32>(entry), endOfOrigin, load<u32>(entry, 8));
    else if (endOfOrigin == 0) {
      last = NONE;
      continue;
    }
    if (last == NONE || !addTo(last, line, line)) return NO_MEMORY;
    store<u32>(lineAt(line), last, 8);
  }
  return last;
}

function addLine(at: usize, rewritten: bool): bool {
  const line = push(lines, LINE_BYTES);
  if (line == 0) return false;
  store<u32>(line, <u32>(at - firstOf(block)) | (rewritten ? REWRITTEN : 0));
  store<u32>(line, NONE, 4);
  store<u32>(line, NONE, 8);
  return true;
}

/** The first line of the origin that is not decided yet, or NONE. */
export function firstLineOf(number: u32): u32 {
  return origins.firstLineOf(number, blockNumber);
}

/** Takes the lines away from the origin, and returns the first. */
export function takeLines(number: u32): u32 {
  const first = firstLineOf(number);
  origins.setFirstLine(number, NONE, blockNumber);
  return first;
}

/** Gives the lines of one origin to another. False without memory. */
export function moveLines(from: u32, to: u32): bool {
  const last = origins.lastLineOf(from);
  const first = takeLines(from);
  return first == NONE || addTo(to, first, last);
}

/** Adds a chain of lines to an origin, and the origin to the queue. */
function addTo(number: u32, first: u32, last: u32): bool {
  if (firstLineOf(number) != NONE) store<u32>(lineAt(origins.lastLineOf(number)), first, 4);
  else {
    const entry = push(queue, 4);
    if (entry == 0) return false;
    store<u32>(entry, number);
    origins.setFirstLine(number, first, blockNumber);
  }
  origins.setLastLine(number, last);
  return true;
}

/** Writes to the buffer when the robots.txt of each line was fetched. Returns the bytes or an error. */
export function writeFetchedAt(): i32 {
  const bytes = lineCount() << 3;
  const error = growBuffer(bytes);
  if (isError(error)) return error;
  for (let line: u32 = 0; line < lineCount(); line++)
    store<f64>(buffer() + ((<usize>line) << 3), origins.fetchedAt(load<u32>(lineAt(line), 8)));
  return <i32>bytes;
}

/** Writes the row of each line to the buffer, and behind them the rows. Returns the bytes, 0 unless there are causes, or an error. */
export function writeCauses(): i32 {
  const bytes = usedBytes(causes);
  const error = growBuffer(<u32>(bytes + causesBytes()));
  if (isError(error)) return error;
  memory.copy(buffer(), firstOf(causes), bytes);
  memory.copy(buffer() + bytes, causesAt(), causesBytes());
  return <i32>(bytes + causesBytes());
}

/** Writes the lines that have the verdict to the buffer, in their order. Returns their bytes or an error. */
export function selectLines(verdict: u32): i32 {
  let bytes: usize = 0;
  for (let line = firstWith(verdict, 0); line < lineCount(); line = firstWith(verdict, line + 1))
    bytes += endOf(line) - startOf(line);
  const error = growBuffer(<u32>bytes);
  if (isError(error)) return error;
  let to = buffer();
  for (let line = firstWith(verdict, 0); line < lineCount(); line = firstWith(verdict, line)) {
    const first = line;
    while (line < lineCount() && <u32>verdictAt(line) == verdict) line++;
    memory.copy(to, startOf(first), startOf(line) - startOf(first));
    to += startOf(line) - startOf(first);
  }
  return <i32>bytes;
}

/** The first line from `line` on that has the verdict, or the number of lines. */
function firstWith(verdict: u32, line: u32): u32 {
  while (line < lineCount() && <u32>verdictAt(line) != verdict) {
    countTurn();
    line++;
  }
  return line;
}
