/**
 * Checks saved programs (docs/format.md), as bindings/core/program/validate.ts does. In a program that passes, every offset
 * stays inside the bytes and every flag is true. Sums are in 64 bits, because lengths may be anything.
 */
import { indexOf } from "../bytes/bytes";
import { WILDCARD } from "../bytes/characters";
import {
  AGENT_BYTES_AT,
  ALLOW,
  ALLOWED,
  ANCHORED,
  CHECKSUM_AT,
  DIALECT_AT,
  DIALECT_FLAGS_AT,
  FLAGS_AT,
  HAS_WILDCARD,
  HEADER_BYTES,
  MAGIC,
  ORIGINAL,
  ORIGINAL_BYTES_AT,
  PATTERN_BYTES_AT,
  PROGRAM_ROBOTS_TXT_ALLOWED,
  ROBOTS_TXT_ALLOWED,
  RULE_BYTES,
  TOTAL_BYTES_AT,
  TRAILING_STAR,
  VERSION,
  VERSION_AT,
} from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { dialectOf, flagsOf, patternEndOf, patternsOf, ruleCountOf, rulesOf } from "../match/program";
import { isKnown } from "./known-dialects";

const FNV_BASIS: u32 = 0x811c9dc5;
const FNV_PRIME: u32 = 0x01000193;

/** FNV-1a over all bytes of the program except the checksum itself. */
export function checksumOf(program: usize, bytes: usize): u32 {
  return fnv(program + CHECKSUM_AT + 4, program + bytes, fnv(program, program + CHECKSUM_AT, FNV_BASIS));
}

function fnv(from: usize, end: usize, hash: u32): u32 {
  for (; from < end; from++) {
    countTurn();
    hash = (hash ^ load<u8>(from)) * FNV_PRIME;
  }
  return hash;
}

export function isSavedProgram(program: usize, bytes: usize): bool {
  return isIntactProgram(program, bytes) && load<u32>(program, CHECKSUM_AT) == checksumOf(program, bytes);
}

/** Checks a program whose checksum holds already, as in an archive. */
export function isIntactProgram(program: usize, bytes: usize): bool {
  return hasHeader(program, bytes) && hasSections(program, bytes) && hasRules(program);
}

function hasHeader(program: usize, bytes: usize): bool {
  if (bytes < HEADER_BYTES || load<u32>(program) != MAGIC) return false;
  if (load<u8>(program, VERSION_AT) != VERSION) return false;
  if (load<u32>(program, TOTAL_BYTES_AT) != <u32>bytes) return false;
  if (!isKnown(load<u8>(program, DIALECT_AT))) return false;
  const flags = load<u8>(program, FLAGS_AT);
  const isAllowed = (load<u32>(dialectOf(program), DIALECT_FLAGS_AT) & ROBOTS_TXT_ALLOWED) != 0;
  return ((flags & PROGRAM_ROBOTS_TXT_ALLOWED) != 0) == isAllowed && flags >> 4 == 0 && load<u8>(program, 7) == 0;
}

/** The sections must follow one another and fill the bytes exactly. */
function hasSections(program: usize, bytes: usize): bool {
  const count = ruleCountOf(program);
  const patternBytes = load<u32>(program, PATTERN_BYTES_AT);
  const originals = <u64>HEADER_BYTES + <u64>count * RULE_BYTES + patternBytes;
  const notes = originals + load<u32>(program, ORIGINAL_BYTES_AT);
  const fields = notes + load<u32>(program, AGENT_BYTES_AT);
  if (fields > bytes) return false;
  const lastEnd: u32 = count == 0 ? 0 : patternEndOf(rulesOf(program) + (<usize>count - 1) * RULE_BYTES);
  if (lastEnd != patternBytes) return false;
  return hasOriginals(program, originals, notes) && hasFields(program, fields, bytes);
}

function hasOriginals(program: usize, at: u64, end: u64): bool {
  const rules = rulesOf(program);
  for (let rank: u32 = 0, count = ruleCountOf(program); rank < count; rank++) {
    countTurn();
    if ((flagsOf(rules + <usize>rank * RULE_BYTES) & ORIGINAL) == 0) continue;
    if (at + 4 > end) return false;
    at += 4 + <u64>load<u32>(program + <usize>at);
  }
  return at == end;
}

function hasFields(program: usize, at: u64, end: u64): bool {
  while (at < end) {
    countTurn();
    const keyEnd = at + 1 + load<u8>(program + <usize>at);
    if (keyEnd + 8 > end) return false;
    at = keyEnd + 8 + load<u32>(program + <usize>keyEnd, 4);
  }
  return at == end;
}

/** Pattern ends must rise. */
function hasRules(program: usize): bool {
  const patterns = patternsOf(program);
  let pattern: u32 = 0;
  let rule = rulesOf(program);
  for (; rule < patterns; rule += RULE_BYTES) {
    countTurn();
    const end = patternEndOf(rule);
    if (end < pattern || !isRule(flagsOf(rule), patterns + pattern, patterns + end)) return false;
    pattern = end;
  }
  return true;
}

/** The flags must fit the pattern, and the pattern must look as compiling leaves it. */
function isRule(flags: u32, pattern: usize, end: usize): bool {
  const wildcard = indexOf(WILDCARD, pattern, end);
  if (((flags & HAS_WILDCARD) != 0) != wildcard < end) return false;
  if ((flags & ALLOW) != 0 && (flags & ALLOWED) == 0) return false;
  const suffixes = flags & (TRAILING_STAR | ANCHORED | ORIGINAL);
  if ((flags & TRAILING_STAR) != 0 && suffixes != TRAILING_STAR) return false;
  for (let at = wildcard; at < end; at = indexOf(WILDCARD, at + 1, end)) {
    if (at + 1 == end || load<u8>(at, 1) == WILDCARD) return false;
  }
  return true;
}
