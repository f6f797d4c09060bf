/**
 * Where things lie in linear memory, and in a program. The host writes profiles once, a URL or a chunk of lines
 * into INPUT, and programs into the arena above ARENA; bindings/core/engine/memory.ts repeats the public addresses and a
 * test compares them. Every region ends in PADDING bytes that may be read past its end and mean nothing.
 *
 *   PROFILES  8 x 512 bytes, one a dialect: how bytes are spelled canonically
 *   INPUT     64 KiB: one URL of at most MAX_URL_BYTES, or lines
 *   RESULTS   64 KiB: one byte a line
 *   CANONICAL a path in canonical form: three bytes for each byte of the longest URL
 *   FAILURE   the failure function of a segment, two bytes for each byte of the longest path
 *   ARENA     programs, their indexes, and what compiling needs
 */
export const PADDING: usize = 64;
export const MAX_URL_BYTES: usize = 8192;
export const INPUT_BYTES: usize = 65536;

export const PROFILES: usize = 4096;
export const PROFILE_BYTES: usize = 512;
export const INPUT: usize = PROFILES + 8 * PROFILE_BYTES + PADDING;
export const RESULTS: usize = INPUT + INPUT_BYTES + PADDING;
export const CANONICAL: usize = RESULTS + INPUT_BYTES + PADDING;
export const FAILURE: usize = CANONICAL + 3 * MAX_URL_BYTES + PADDING;
export const ARENA: usize = FAILURE + 6 * MAX_URL_BYTES + PADDING;

/** The program's offsets: docs/format.md. */
export const DIALECT_AT: usize = 5;
export const FLAGS_AT: usize = 6;
export const RULE_COUNT_AT: usize = 16;
export const PATTERN_BYTES_AT: usize = 20;
export const ORIGINAL_BYTES_AT: usize = 24;
export const HEADER_BYTES: usize = 32;
export const RULE_BYTES: usize = 8;

export const PROGRAM_ROBOTS_TXT_ALLOWED: u8 = 1;

export const ALLOW: u32 = 1;
export const ALLOWED: u32 = 2;
export const ANCHORED: u32 = 4;
export const WILDCARD: u32 = 8;
export const ORIGINAL: u32 = 16;
export const TRAILING_STAR: u32 = 32;
export const LINE_SHIFT: u32 = 6;

/** No rule decides: greater than every `rank << 1 | allowed`, and -1 to the host. */
export const NO_DECISION: u32 = 0xffffffff;

/** In the arena a program is preceded by the address of its index, or 0, and by how often it decided without one. */
export const INDEX_BEFORE: usize = 16;
export const DECISIONS_BEFORE: usize = 12;

export function rulesOf(program: usize): usize {
  return program + HEADER_BYTES;
}

export function ruleCountOf(program: usize): u32 {
  return load<u32>(program, RULE_COUNT_AT);
}

/** The decision when the rule of `rank` decides. */
export function decisionOf(rule: usize, rank: u32): u32 {
  return (rank << 1) | ((load<u32>(rule, 4) >> 1) & 1);
}

export function patternsOf(program: usize): usize {
  return program + HEADER_BYTES + <usize>ruleCountOf(program) * RULE_BYTES;
}

export function profileOf(program: usize): usize {
  return PROFILES + <usize>(load<u8>(program, DIALECT_AT) & 7) * PROFILE_BYTES;
}
