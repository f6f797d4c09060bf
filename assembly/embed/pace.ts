/**
 * The pace that the rules ask of their crawler, as bindings/core/robots/fields/ reads it: the longest Crawl-delay, the slowest
 * Request-rate that holds at all hours, and the shortest Visit-time, each of the crawler's own lines, or else of its groups.
 */
import { DOT, FF, HYPHEN, SLASH, SPACE, TAB } from "../bytes/characters";
import { AGENT_BYTES_AT, ORIGINAL_BYTES_AT, OTHER_RUN, PATTERN_BYTES_AT, TOTAL_BYTES_AT } from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { patternsOf } from "../match/program";
import { OUT_OF_MEMORY } from "./errors";
import { addNumber, addText, endText, finishTexts, startTexts } from "./texts";

const DAY_SECONDS: u32 = 86_400;
const DAY_MINUTES: u32 = 1440;
const DELAY_DIGITS: usize = 15;
const RATE_DIGITS: usize = 9;
/** A delay has at most 31 characters, and four numbers with their line ends at most 44. */
const PACE_BYTES: usize = 128;

/** The length of each key, and the key. */
const CRAWL_DELAY: usize = memory.data<u8>([11, 99, 114, 97, 119, 108, 45, 100, 101, 108, 97, 121]);
const REQUEST_RATE: usize = memory.data<u8>([12, 114, 101, 113, 117, 101, 115, 116, 45, 114, 97, 116, 101]);
const VISIT_TIME: usize = memory.data<u8>([10, 118, 105, 115, 105, 116, 45, 116, 105, 109, 101]);

/** What was found of each kind: a measure; 0 for nothing, 1 for a line of other crawlers or 2 for an own one; and two numbers. */
const FOUND_BYTES: usize = 24;
const found: usize = memory.data(72);
const DELAY: usize = found;
const RATE: usize = found + FOUND_BYTES;
const TIME: usize = found + 2 * FOUND_BYTES;

/** Where the notes of a program start: the agent's name, then its fields. */
export function notesOf(program: usize): usize {
  return patternsOf(program) + load<u32>(program, PATTERN_BYTES_AT) + load<u32>(program, ORIGINAL_BYTES_AT);
}

/** Writes five lines to the buffer: the delay, requests, seconds, the first minute and the last. What is not stated is empty. */
export function writePace(program: usize): i32 {
  if (!startTexts(PACE_BYTES)) return OUT_OF_MEMORY;
  memory.fill(found, 0, 3 * FOUND_BYTES);
  const programEnd = program + load<u32>(program, TOTAL_BYTES_AT);
  for (let field = notesOf(program) + load<u32>(program, AGENT_BYTES_AT); field < programEnd; ) {
    const value = field + 9 + load<u8>(field);
    readField(field, value, load<u32>(value - 8));
    field = end;
  }
  if (load<f64>(DELAY) >= <f64>DAY_SECONDS) addNumber(DAY_SECONDS);
  else addText(load<u32>(DELAY, 12), load<u32>(DELAY, 16));
  addPair(RATE);
  addPair(TIME);
  return finishTexts();
}

function addPair(kind: usize): void {
  for (let place = kind + 12; place < kind + 20; place += 4)
    if (load<f64>(kind) > 0) addNumber(load<u32>(place));
    else endText();
}

/** Keeps the greatest measure, of own lines if there are any; of equals the first. */
function note(kind: usize, own: u32, measure: f64, first: usize, second: usize): void {
  const before = load<u32>(kind, 8);
  if (before > own || (before == own && measure <= load<f64>(kind))) return;
  store<f64>(kind, measure);
  store<u32>(kind, own, 8);
  store<u32>(kind, <u32>first, 12);
  store<u32>(kind, <u32>second, 16);
}

function readField(field: usize, value: usize, line: u32): void {
  at = value;
  end = at + load<u32>(at - 4);
  const own: u32 = (line & OTHER_RUN) != 0 ? 1 : 2;
  if (isKey(field, CRAWL_DELAY)) {
    const delay = readDelay();
    if (delay >= 0) note(DELAY, own, min<f64>(delay, <f64>DAY_SECONDS), value, end);
  } else if (isKey(field, REQUEST_RATE)) {
    if (readRate()) note(RATE, own, isWindowed ? -1 : <f64>seconds / <f64>requests, <usize>requests, <usize>seconds);
  } else if (isKey(field, VISIT_TIME) && readWindow()) {
    const minutes = (toMinute + DAY_MINUTES - fromMinute) % DAY_MINUTES;
    note(TIME, own, <f64>(DAY_MINUTES + 1 - (minutes == 0 ? DAY_MINUTES : minutes)), fromMinute, toMinute);
  }
}

function isKey(field: usize, key: usize): bool {
  for (let i: usize = 0; i <= <usize>load<u8>(key); i++) {
    countTurn();
    const byte = load<u8>(field + i);
    if ((<u8>(byte - 65) < 26 ? byte | 0x20 : byte) != load<u8>(key + i)) return false;
  }
  return true;
}

// What the scanners below read, and what they have read last.
let at: usize = 0;
let end: usize = 0;
let number: u64 = 0;
let digits: usize = 0;

function readDigits(most: usize): void {
  number = 0;
  for (digits = 0; digits < most && at < end && <u8>(load<u8>(at) - 48) < 10; digits++) {
    countTurn();
    number = number * 10 + (load<u8>(at++) - 48);
  }
}

/** Skips at most `most` blanks, and returns how many. */
function skipBlanks(most: u32): u32 {
  let count: u32 = 0;
  for (; count < most && at < end && (load<u8>(at) == SPACE || <u8>(load<u8>(at) - TAB) <= FF - TAB); count++) at++;
  return count;
}

function skip(byte: u8): bool {
  if (at == end || load<u8>(at) != byte) return false;
  at++;
  return true;
}

/** A plain decimal number; -1 for anything else. */
function readDelay(): f64 {
  readDigits(DELAY_DIGITS);
  const whole = digits;
  let value = <f64>number;
  digits = 0;
  if (skip(DOT)) {
    readDigits(DELAY_DIGITS);
    let unit: f64 = 1;
    for (let places = digits; places > 0; places--) unit *= 10;
    value = (value * unit + <f64>number) / unit;
  }
  return at == end && whole + digits != 0 ? value : -1;
}

let requests: u64 = 0;
let seconds: u64 = 0;
let isWindowed: bool = false;

/** Requests, a slash, and a time with or without its unit; then the hours if it does not hold always. */
function readRate(): bool {
  readDigits(RATE_DIGITS);
  requests = number;
  skipBlanks(1);
  if (requests == 0 || !skip(SLASH)) return false;
  skipBlanks(1);
  readDigits(RATE_DIGITS);
  seconds = number;
  let blanks = skipBlanks(1);
  const hasUnit = at < end && readUnit(load<u8>(at) | 0x20);
  blanks = (hasUnit ? 0 : blanks) + skipBlanks(9);
  isWindowed = at != end;
  seconds = min<u64>(seconds, requests * DAY_SECONDS);
  if (seconds == 0) return false;
  return isWindowed ? blanks != 0 && readWindow() : blanks <= <u32>!hasUnit;
}

function readUnit(letter: u8): bool {
  const unit: u32 = letter == 115 ? 1 : letter == 109 ? 60 : letter == 104 ? 3600 : letter == 100 ? DAY_SECONDS : 0;
  if (unit == 0) return false;
  at++;
  seconds *= unit;
  return true;
}

let fromMinute: u32 = 0;
let toMinute: u32 = 0;

/** `0400-0845`, or a blank in place of the dash. */
function readWindow(): bool {
  if (!readMinute()) return false;
  fromMinute = <u32>number;
  const blanks = skipBlanks(9);
  if (skip(HYPHEN)) skipBlanks(9);
  else if (blanks == 0) return false;
  if (!readMinute()) return false;
  toMinute = <u32>number;
  return at == end;
}

/** Four digits that are an hour and its minutes, to 2400. */
function readMinute(): bool {
  readDigits(4);
  const minute = <u32>number % 100;
  number = (number / 100) * 60 + minute;
  return digits == 4 && minute < 60 && number <= DAY_MINUTES;
}
