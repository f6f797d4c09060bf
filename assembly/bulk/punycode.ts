/** Labels of a host as code points: UTF-8 and Punycode (RFC 3492). */
import { countTurn } from "../bytes/steps";
import { MAX_HOST_BYTES } from "./authority";
import { characterBytes } from "./utf8";

const HYPHEN: u8 = 45;
/** `xn--`, read as a little-endian number. */
export const PUNYCODE: u32 = 0x2d2d6e78;
/** RFC 3492 §5. */
const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const FIRST_BIAS: u32 = 72;
const FIRST_CODE: u32 = 128;
const LAST_CODE: u32 = 0x10ffff;

/** The code points of a label, four bytes each. A host has at most as many as bytes. */
export const codes: usize = memory.data(16_384);

export function codeAt(i: u32): u32 {
  return load<u32>(codes + 4 * <usize>i);
}

export function isPunycode(at: usize, end: usize): bool {
  return end - at >= 4 && load<u32>(at) == PUNYCODE;
}

/** Writes the code points of a label in UTF-8 or ASCII to `codes`, and returns their number. */
export function readLabel(at: usize, end: usize): i32 {
  let count = 0;
  while (at < end && <usize>count < MAX_HOST_BYTES) {
    countTurn();
    const bytes = characterBytes(at, end);
    store<u32>(codes + 4 * <usize>count, codeOf(at, bytes));
    count++;
    at += <usize>bytes;
  }
  return count;
}

/** The code point of valid UTF-8. */
function codeOf(at: usize, bytes: i32): u32 {
  const first = <u32>load<u8>(at);
  if (bytes == 1) return first;
  let code = first & (0x7f >> bytes);
  for (let i = 1; i < bytes; i++) code = (code << 6) | (<u32>load<u8>(at + i) & 0x3f);
  return code;
}

/**
 * Writes the code points of a label of Punycode to `codes`, and returns their number; -1 unless it is the only spelling of
 * them, and they are not all ASCII. Inserting takes quadratic time, which MAX_HOST_BYTES bounds.
 */
export function decodePunycode(label: usize, end: usize): i32 {
  const delimiter = lastHyphen(label + 4, end);
  // RFC 3492 §3.1: a hyphen stands behind basic code points only if there are some.
  if (delimiter == label + 4) return -1;
  let count = delimiter == 0 ? 0 : readLabel(label + 4, delimiter);
  let at = delimiter == 0 ? label + 4 : delimiter + 1;
  if (at >= end) return -1;
  let code: u32 = FIRST_CODE;
  let bias: u32 = FIRST_BIAS;
  for (let place: u32 = 0; at < end; place++) {
    at = readNumber(at, end, bias);
    if (at == 0) return -1;
    count++;
    bias = adapt(number, <u32>count, place == 0);
    code += (place + number) / <u32>count;
    place = (place + number) % <u32>count;
    if (code > LAST_CODE || (code >= 0xd800 && code < 0xe000)) return -1;
    insert(<u32>count - 1, place, code);
  }
  return count;
}

/** The address of the last hyphen, or 0. */
function lastHyphen(at: usize, end: usize): usize {
  while (end > at) {
    countTurn();
    if (load<u8>(--end) == HYPHEN) return end;
  }
  return 0;
}

/** What `readNumber` read. */
let number: u32 = 0;

/** Reads a generalized variable-length integer (RFC 3492 §3.3), and returns its end; 0 if it is not one or above 2^28. */
function readNumber(at: usize, end: usize, bias: u32): usize {
  number = 0;
  let weight: u64 = 1;
  for (let k = BASE; at < end; k += BASE) {
    countTurn();
    const digit = digitOf(load<u8>(at++));
    if (digit >= BASE) return 0;
    const sum = <u64>number + <u64>digit * weight;
    if (sum >= 0x1000_0000) return 0;
    number = <u32>sum;
    const threshold = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
    if (digit < threshold) return at;
    weight *= <u64>(BASE - threshold);
  }
  return 0;
}

function digitOf(byte: u8): u32 {
  if (<u8>(byte - 97) < 26) return <u32>byte - 97;
  return <u8>(byte - 48) < 10 ? <u32>byte - 48 + 26 : BASE;
}

/** RFC 3492 §6.1. */
function adapt(delta: u32, count: u32, isFirst: bool): u32 {
  delta = isFirst ? delta / DAMP : delta / 2;
  delta += delta / count;
  let k: u32 = 0;
  for (; delta > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) delta /= BASE - T_MIN;
  return k + ((BASE - T_MIN + 1) * delta) / (delta + SKEW);
}

/** Puts a code point before that at `place`, of `count`. */
function insert(count: u32, place: u32, code: u32): void {
  const at = codes + 4 * <usize>place;
  memory.copy(at + 4, at, 4 * <usize>(count - place));
  store<u32>(at, code);
}
