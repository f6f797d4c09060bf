/**
 * Writes programs (program.ts describes the bytes): header, rules, patterns and originals, then notes, then the checksum of
 * saved programs.
 */

import { bytesOfText } from "../../base/byte-text.ts";
import { concat, u32, u32At, writeU32 } from "../../base/little-endian.ts";
import type { Dialect } from "../dialects.ts";
import {
  AGENT_BYTES_AT,
  CHECKSUM_AT,
  FLAGS_AT,
  HEADER_BYTES,
  LINE_SHIFT,
  MAGIC,
  ORIGINAL,
  OTHER_RUN,
  PROGRAM_GROUPED,
  PROGRAM_NAMED,
  TOTAL_BYTES_AT,
  VERSION,
} from "../layout.ts";
import { MAX_KEY_BYTES } from "../limits.ts";
import type { Selection } from "../reader/groups.ts";
import { checksumOf, type Program, programOf, robotsTxtFlag, writtenFlag } from "./program.ts";

/** A rule to write; `original` is the pattern as the file spells it. */
export interface RuleToEncode {
  readonly pattern: string;
  readonly flags: number;
  readonly line: number;
  readonly original: Uint8Array;
}

/** Header, rules, patterns and originals of rules in rank order, without notes. */
export function encodeRules(rules: readonly RuleToEncode[], dialect: Dialect): Uint8Array {
  const patterns = rules.map(({ pattern }) => pattern).join("");
  const originals = concat(
    rules.filter(({ flags }) => flags & ORIGINAL).flatMap(({ original }) => [u32(original.length), original]),
  );
  // The words of the header: see ../layout.ts.
  const id = VERSION | (dialect.id << 8) | ((robotsTxtFlag(dialect) | writtenFlag(dialect)) << 16);
  const header = u32(MAGIC, id, 0, 0, rules.length, patterns.length, originals.length, 0);
  let patternEnd = 0;
  const table = rules.map(({ pattern, flags, line }) => {
    patternEnd += pattern.length;
    return u32(patternEnd, (line << LINE_SHIFT) | flags);
  });
  return concat([header, ...table, bytesOfText(patterns), originals]);
}

/** A copy of compiled rules, followed by the notes. Call `withChecksum` before saving it. */
export function withTail(compiled: Uint8Array, { agent, isNamed, hasGroup, fields }: Selection): Uint8Array {
  const parts = fields.flatMap(({ key, value, line, isOfOtherRun }) => {
    const kept = key.subarray(0, MAX_KEY_BYTES);
    return [Uint8Array.of(kept.length), kept, u32(isOfOtherRun ? line | OTHER_RUN : line, value.length), value];
  });
  const bytes = concat([compiled, agent, ...parts]);
  bytes[FLAGS_AT]! |= (isNamed ? PROGRAM_NAMED : 0) | (hasGroup ? PROGRAM_GROUPED : 0);
  writeU32(bytes, TOTAL_BYTES_AT, bytes.length);
  writeU32(bytes, AGENT_BYTES_AT, agent.length);
  return bytes;
}

/** A copy of a program of one rule, which no line of the file states. */
export function withoutLine({ bytes }: Program): Program {
  const copy = bytes.slice();
  const at = HEADER_BYTES + 4;
  writeU32(copy, at, u32At(copy, at) & ((1 << LINE_SHIFT) - 1));
  return programOf(copy);
}

/** A copy of the program with its checksum, which only saved programs need. */
export function withChecksum({ readBytes, length }: Program): Uint8Array {
  const saved = readBytes.slice(0, length);
  writeU32(saved, CHECKSUM_AT, checksumOf(saved));
  return saved;
}
