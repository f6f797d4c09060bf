/**
 * Checks what a host of the module says of an origin beyond ASCII. It may map characters (UTS 46), and nothing else: ASCII labels,
 * Punycode, scheme and port stay as the module wrote them. An answer that could differ elsewhere is refused (uncertain.ts).
 */
import { equal } from "../bytes/bytes";
import { COLON, DELETE, DOT } from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { isHttps, serverOf } from "./authority";
import { decodePunycode, isPunycode, readLabel } from "./punycode";
import { hasRightToLeft, isSureOfDirection, isUncertain } from "./uncertain";
import { characterBytes } from "./utf8";

/** Whether [answer, answerEnd), an origin in ASCII, can be how every URL parser spells the origin [asked, askedEnd). */
export function isSameHost(asked: usize, askedEnd: usize, answer: usize, answerEnd: usize): bool {
  if (isHttps(asked) != isHttps(answer)) return false;
  const from = serverOf(asked, askedEnd);
  const to = serverOf(answer, answerEnd);
  const fromEnd = endOfName(from, askedEnd);
  const toEnd = endOfName(to, answerEnd);
  if (!isSame(fromEnd, askedEnd, toEnd, answerEnd)) return false;
  return areLabelsOf(from, fromEnd, to, toEnd, false) && (!isBidi || areLabelsOf(from, fromEnd, to, toEnd, true));
}

/** Whether a label has right-to-left characters, so that all of them must be sure of their direction. */
let isBidi = false;

function areLabelsOf(from: usize, fromEnd: usize, to: usize, toEnd: usize, directed: bool): bool {
  if (!directed) isBidi = false;
  while (true) {
    countTurn();
    const end = endOfLabel(from, fromEnd);
    const answered = endOfLabel(to, toEnd);
    if (!isLabelOf(from, end, to, answered)) return false;
    const count = readSpelled(to, answered);
    if (count < 0 || isUncertain(count) || (directed && !isSureOfDirection(count))) return false;
    if (hasRightToLeft(count)) isBidi = true;
    if (end >= fromEnd || answered >= toEnd) return end >= fromEnd && answered >= toEnd;
    from = end + <usize>dotBytes(end, fromEnd);
    to = answered + 1;
  }
}

/**
 * Whether an ASCII label stayed as it is, and another one has only characters about which parsers agree. One that is all mapped to
 * ASCII, as full-width letters are, could become any label, so it is refused.
 */
function isLabelOf(from: usize, end: usize, to: usize, answered: usize): bool {
  if (isAscii(from, end)) return isSame(from, end, to, answered);
  const count = readLabel(from, end);
  return isPunycode(to, answered) && !isUncertain(count);
}

/** Reads a label of an answer. Returns the number of its code points, or -1 for invalid Punycode. */
function readSpelled(at: usize, end: usize): i32 {
  return isPunycode(at, end) ? decodePunycode(at, end) : readLabel(at, end);
}

function isSame(from: usize, end: usize, to: usize, toEnd: usize): bool {
  return end - from == toEnd - to && equal(from, to, end - from);
}

function isAscii(at: usize, end: usize): bool {
  for (; at < end; at++) {
    countTurn();
    if (load<u8>(at) > DELETE) return false;
  }
  return true;
}

function endOfName(at: usize, end: usize): usize {
  while (at < end && load<u8>(at) != COLON) {
    countTurn();
    at++;
  }
  return at;
}

function endOfLabel(at: usize, end: usize): usize {
  while (at < end && dotBytes(at, end) == 0) {
    countTurn();
    at += <usize>characterBytes(at, end);
  }
  return at;
}

/** The bytes of a dot, or of a full stop that UTS 46 takes for one (U+3002, U+FF0E, U+FF61); 0 for other characters. */
function dotBytes(at: usize, end: usize): i32 {
  if (load<u8>(at) == DOT) return 1;
  if (end - at < 3) return 0;
  const three = load<u32>(at) & 0xff_ffff;
  return three == 0x8280e3 || three == 0x8ebcef || three == 0xa1bdef ? 3 : 0;
}
