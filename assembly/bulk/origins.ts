/**
 * The origins that lines have named, by their spelling: a hash table that finds the record of a spelling. An origin has one
 * record for each spelling. One is spelled as a URL parser spells it; the others refer to it.
 *
 *   record  0 key, NUL behind it | 4 bytes of the key | 8 hash | 12 state | 16 what the state refers to
 *           20 first and 24 last line of the block | 28 the block in which it was queued: block.ts chains the lines
 *           32 when its robots.txt was fetched (f64, milliseconds since 1970), or UNKNOWN_TIME
 */
import { equal } from "../bytes/bytes";
import { NUL } from "../bytes/characters";
import { INPUT } from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { allocate, release, sizeOf } from "../embed/heap";
import { ARCHIVE, HOST_RULES } from "./causes";
import { UNKNOWN_TIME } from "./entry";
import { clear, firstOf, LIST_BYTES, push, usedBytes } from "./list";
import { needsTables, writeOrigin } from "./spelled-origin";

const RECORD_BYTES: usize = 40;
const FIRST_LINE: usize = 20;
const LAST_LINE: usize = 24;
const QUEUED_IN: usize = 28;
const FETCHED_AT: usize = 32;
const FIRST_SLOTS: u32 = 1024;
/** No record, and no line. */
export const NONE: u32 = 0xffff_ffff;

/** Nothing is known yet, or no longer. */
export const UNKNOWN: u32 = 0;
/** A URL parser refuses it. */
export const NO_ORIGIN: u32 = 1;
/** The host of the module must say what it is: it has tables of Unicode. */
export const ODD: u32 = 2;
/** It refers to the record of another spelling. */
export const ALIAS: u32 = 3;
/** It waits for a page of the archive: the number of the page. */
export const WAITING: u32 = 4;
/** It waits for rules from the host. */
export const ASKED: u32 = 5;
/** Its rules are held: their row in held-programs.ts. */
export const HELD: u32 = 6;
/** One verdict holds for all its URLs. */
export const ALLOWED_ALL: u32 = 7;
export const REFUSED_ALL: u32 = 8;
/** It has no robots.txt, and the run tells so. */
export const NOT_FOUND: u32 = 9;

const records: usize = memory.data(LIST_BYTES);
/** Numbers of records plus one, or 0. At most half full. */
let table: usize = 0;
let slots: u32 = 0;
let seed: u32 = 0;
let keyMemory: usize = 0;

/** Forgets all origins. False without memory. */
export function startOrigins(randomSeed: u32): bool {
  for (let i: u32 = 0; i < recordCount(); i++) release(<usize>load<u32>(recordAt(i)));
  clear(records);
  release(table);
  table = 0;
  keyMemory = 0;
  seed = randomSeed;
  return makeTable(FIRST_SLOTS);
}

export function originsMemory(): usize {
  return keyMemory + usedBytes(records) + 4 * <usize>slots;
}

function recordCount(): u32 {
  return <u32>(usedBytes(records) / RECORD_BYTES);
}

/** Invalid after the next record is added. */
function recordAt(number: u32): usize {
  return firstOf(records) + <usize>number * RECORD_BYTES;
}

export function isRecord(number: u32): bool {
  return number < recordCount();
}

export function keyOf(number: u32): usize {
  return <usize>load<u32>(recordAt(number));
}

export function keyEndOf(number: u32): usize {
  return keyOf(number) + <usize>load<u32>(recordAt(number), 4);
}

export function stateOf(number: u32): u32 {
  return load<u32>(recordAt(number), 12);
}

export function referenceOf(number: u32): u32 {
  return load<u32>(recordAt(number), 16);
}

export function setState(number: u32, state: u32, reference: u32): void {
  store<u32>(recordAt(number), state, 12);
  store<u32>(recordAt(number), reference, 16);
}

/** The first line of the origin in the block that is not decided yet, or NONE. */
export function firstLineOf(number: u32, block: u32): u32 {
  const record = recordAt(number);
  return load<u32>(record, QUEUED_IN) == block ? load<u32>(record, FIRST_LINE) : NONE;
}

/** The last line that was given to the origin. */
export function lastLineOf(number: u32): u32 {
  return load<u32>(recordAt(number), LAST_LINE);
}

export function setFirstLine(number: u32, line: u32, block: u32): void {
  store<u32>(recordAt(number), line, FIRST_LINE);
  store<u32>(recordAt(number), block, QUEUED_IN);
}

export function setLastLine(number: u32, line: u32): void {
  store<u32>(recordAt(number), line, LAST_LINE);
}

/** As the time of rules that the host has given. */
export const GIVEN: f64 = -2;

/** What the rules that are held of an origin are (causes.ts). */
export function rulesSource(number: u32): u32 {
  return load<f64>(recordAt(number), FETCHED_AT) == GIVEN ? HOST_RULES : ARCHIVE;
}

export function setFetchedAt(number: u32, ms: f64): void {
  store<f64>(recordAt(number), ms, FETCHED_AT);
}

/** Of an origin that lines gave, which another spelling may stand for. */
export function fetchedAt(number: u32): f64 {
  return number == NONE ? UNKNOWN_TIME : max(UNKNOWN_TIME, load<f64>(recordAt(canonicalOf(number)), FETCHED_AT));
}

/** For held-programs.ts: the rules were given up, or moved to another row. */
export function forgetRules(number: u32): void {
  setState(number, UNKNOWN, 0);
}

export function hashOfKey(number: u32): u32 {
  return load<u32>(recordAt(number), 8);
}

export function setHeld(number: u32, row: u32): void {
  setState(number, HELD, row);
}

/** Loads what `originOf` needs first. The caller must use the result, or compilers may leave the loads out. */
export function touchOrigin(hash: u32): u32 {
  const number = numberAt(hash & (slots - 1));
  return number == NONE ? 0 : load<u8>(keyOf(number));
}

/** The record that a line with this origin belongs to, or NONE without memory. */
export function originOf(start: usize, end: usize, hash: u32): u32 {
  const number = recordOf(start, end, hash, false);
  return number == NONE ? NONE : canonicalOf(number);
}

/** The record to which an alias leads: in one step, or in two if the host said how the origin is spelled. */
export function canonicalOf(number: u32): u32 {
  while (stateOf(number) == ALIAS) number = referenceOf(number);
  return number;
}

/** The record of an origin as a URL parser spells it, or NONE without memory. */
export function parsedOriginOf(start: usize, end: usize): u32 {
  const number = recordOf(start, end, hashOf(start, end), true);
  if (number != NONE && stateOf(number) == ODD) setState(number, UNKNOWN, 0);
  return number;
}

function isSpelled(number: u32, start: usize, end: usize): bool {
  const record = recordAt(number);
  const bytes = end - start;
  return <usize>load<u32>(record, 4) == bytes && equal(<usize>load<u32>(record), start, bytes);
}

function recordOf(start: usize, end: usize, hash: u32, isParsed: bool): u32 {
  let slot = hash & (slots - 1);
  let number = numberAt(slot);
  while (number != NONE && !(load<u32>(recordAt(number), 8) == hash && isSpelled(number, start, end))) {
    countTurn();
    slot = (slot + 1) & (slots - 1);
    number = numberAt(slot);
  }
  return number == NONE ? add(hash, start, end, isParsed) : number;
}

/** The record in a slot of the table, or NONE. */
function numberAt(slot: u32): u32 {
  return load<u32>(table + <usize>slot * 4) - 1;
}

/** Starts at a number that nobody knows, so that nobody can make URLs whose origins collide. */
export function hashOf(start: usize, end: usize): u32 {
  let hash = seed;
  let at = start;
  for (; at + 4 <= end; at += 4) hash = rotl<u32>((hash ^ load<u32>(at)) * 0x9e3779b1, 15) + seed;
  for (; at < end; at++) hash = (hash ^ load<u8>(at)) * 0x01000193;
  hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
  return hash ^ (hash >>> 13);
}

function add(hash: u32, start: usize, end: usize, isParsed: bool): u32 {
  const wanted: u32 = 2 * (recordCount() + 1);
  if (wanted > slots && !makeTable(2 * slots)) return NONE;
  const key = allocate(end - start + 1);
  if (key == 0) return NONE;
  const record = push(records, RECORD_BYTES);
  if (record == 0) {
    release(key);
    return NONE;
  }
  const number = recordCount() - 1;
  memory.copy(key, start, end - start);
  store<u8>(key + end - start, NUL);
  memory.fill(record, 0, RECORD_BYTES);
  store<u32>(record, <u32>key);
  store<u32>(record, <u32>(end - start), 4);
  store<u32>(record, hash, 8);
  store<u32>(record, NONE, FIRST_LINE);
  store<f64>(record, UNKNOWN_TIME, FETCHED_AT);
  keyMemory += sizeOf(key);
  insert(number);
  if (!isParsed && !classify(number)) return NONE;
  return number;
}

/** False without memory. */
function classify(number: u32): bool {
  const end = writeOrigin(keyOf(number), keyEndOf(number), INPUT);
  if (end == 0) setState(number, NO_ORIGIN, 0);
  else if (isSpelled(number, INPUT, end)) setState(number, needsTables(INPUT, end) ? ODD : UNKNOWN, 0);
  else {
    // Until the other record is there, it must be found as what it is.
    setState(number, ODD, 0);
    const spelled = recordOf(INPUT, end, hashOf(INPUT, end), false);
    if (spelled == NONE) return false;
    setState(number, ALIAS, spelled);
  }
  return true;
}

function insert(number: u32): void {
  let slot = load<u32>(recordAt(number), 8) & (slots - 1);
  while (load<u32>(table + <usize>slot * 4) != 0) {
    countTurn();
    slot = (slot + 1) & (slots - 1);
  }
  store<u32>(table + <usize>slot * 4, number + 1);
}

function makeTable(wanted: u32): bool {
  const made = allocate(4 * <usize>wanted);
  if (made == 0) return false;
  release(table);
  memory.fill(made, 0, 4 * <usize>wanted);
  table = made;
  slots = wanted;
  for (let i: u32 = 0; i < recordCount(); i++) insert(i);
  return true;
}
