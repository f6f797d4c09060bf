/** What an archive holds for an origin: its state and, for each crawler, the number of its program (docs/archive.md). */

import { DIALECT_AT } from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { isIntactProgram } from "../embed/validate";
import { HTTP } from "./authority";
import { countOf, firstFrom, keyBytesOf, keyOf, valueAt, valueBytesOf } from "./page";

/** What was found: nothing, a fault, one of the verdicts, or a program: its address and, in the low 32 bits, its bytes. */
type Found = i64;
export const ABSENT: Found = -1;
export const FAULT: Found = -2;
const RULES: u8 = 0;
export const ALLOW_ALL: Found = 1;
export const DISALLOW_ALL: Found = 2;

const STATE_BYTES: usize = 20;
const LAST_STATUS: u8 = 2;
export const UNKNOWN_TIME: f64 = -1;
/** The last time that a Date of JavaScript can hold. */
const MAX_TIME_MS: f64 = 8.64e15;
let fetchedAtMs: f64 = UNKNOWN_TIME;
let status: u32 = 0;

/** When what `findEntry` found last was fetched. */
export function foundFetchedAt(): f64 {
  return fetchedAtMs;
}

/** The status of what `findEntry` found last: 0 success, 1 unavailable, 2 unreachable. */
export function foundStatus(): u32 {
  return status;
}

/** The address of a program that was found, or 0 for what else was. */
export function programIn(found: Found): usize {
  return found > 0 ? <usize>(found >> 32) : 0;
}

export function programBytesIn(found: Found): usize {
  return <usize>(<u32>found);
}

/**
 * Looks in a leaf for the origin whose host with its port and NUL is the key.
 * @param dialect what the rules must be compiled for
 */
export function findEntry(leaf: usize, key: usize, keyBytes: usize, isHttps: bool, crawler: u32, dialect: u32): Found {
  let found: i32 = -1;
  const count = countOf(leaf);
  // An entry for the scheme comes after the one for both.
  for (let i = firstFrom(leaf, key, keyBytes); i < count && startsWith(leaf, i, key, keyBytes); i++) {
    countTurn();
    const schemeBytes = keyBytesOf(leaf, i) - keyBytes;
    if (schemeBytes == 0 || isScheme(keyOf(leaf, i) + keyBytes, schemeBytes, isHttps)) found = <i32>i;
  }
  if (found < 0) return ABSENT;
  const value = valueAt(leaf, <u32>found);
  return verdictIn(value, value + valueBytesOf(leaf, <u32>found), crawler, dialect);
}

function startsWith(page: usize, i: u32, key: usize, keyBytes: usize): bool {
  return keyBytesOf(page, i) >= keyBytes && memory.compare(keyOf(page, i), key, keyBytes) == 0;
}

function isScheme(at: usize, bytes: usize, isHttps: bool): bool {
  if (bytes != 4 + <usize>isHttps || load<u32>(at) != HTTP) return false;
  return !isHttps || load<u8>(at, 4) == 115;
}

function verdictIn(value: usize, end: usize, crawler: u32, dialect: u32): Found {
  if (end - value < STATE_BYTES || load<u8>(value) > LAST_STATUS) return FAULT;
  if (!isTime(load<f64>(value, 4)) || !isTime(load<f64>(value, 12))) return FAULT;
  fetchedAtMs = load<f64>(value, 4);
  status = load<u8>(value);
  const verdict = load<u8>(value, 1);
  if (verdict == RULES) return findProgram(value + STATE_BYTES, end, crawler, dialect);
  return <Found>verdict <= DISALLOW_ALL && end - value == STATE_BYTES ? <Found>verdict : FAULT;
}

function isTime(ms: f64): bool {
  return ms == UNKNOWN_TIME || (ms >= 0 && ms <= MAX_TIME_MS);
}

/** Sums are in 64 bits, because numbers and lengths may be anything. */
function findProgram(at: usize, end: usize, crawler: u32, dialect: u32): Found {
  const length = <u64>(end - at);
  if (length < 4) return FAULT;
  const crawlers = <u32>load<u16>(at);
  const programs = <u32>load<u16>(at, 2);
  const lengths: u64 = 4 + 2 * <u64>crawlers;
  let start = lengths + 4 * <u64>programs;
  if (start > length || crawler >= crawlers) return FAULT;
  const number = <u32>load<u16>(at + 4 + 2 * <usize>crawler);
  if (number >= programs) return FAULT;
  for (let i: u32 = 0; i < number; i++) start += <u64>load<u32>(at + <usize>lengths + 4 * <usize>i);
  const bytes = load<u32>(at + <usize>lengths + 4 * <usize>number);
  if (start + <u64>bytes > length) return FAULT;
  const program = at + <usize>start;
  // The checksum of its page has held.
  if (!isIntactProgram(program, bytes) || load<u8>(program, DIALECT_AT) != <u8>dialect) return FAULT;
  return ((<Found>program) << 32) | <Found>bytes;
}
