/**
 * Writes programs (program.ts describes the bytes): header, rules, patterns and originals, then notes, then the checksum of
 * saved programs.
 */

import {
  AGENT_BYTES_AT,
  CHECKSUM_AT,
  DIALECT_AT,
  FLAGS_AT,
  HEADER_BYTES,
  LINE_SHIFT,
  MAGIC,
  ORIGINAL,
  ORIGINAL_BYTES_AT,
  PATTERN_BYTES_AT,
  PROGRAM_GROUPED,
  PROGRAM_NAMED,
  PROGRAM_ROBOTS_TXT_ALLOWED,
  RULE_BYTES,
  RULE_COUNT_AT,
  TOTAL_BYTES_AT,
  VERSION,
  VERSION_AT,
} from "../constants.ts";
import type { Dialect } from "../dialects.ts";
import type { FieldBytes, Selection } from "../reader/groups.ts";

import { type CompiledRule, checksumOf, type Program } from "./program.ts";

/** A rule to write; `original` is the pattern as the file spells it. */
export interface RuleToEncode extends CompiledRule {
  readonly original: Uint8Array;
}

/** Header, rules, patterns and originals of rules in rank order, without notes. */
export function encodeRules(rules: readonly RuleToEncode[], dialect: Dialect): Uint8Array {
  const originals = rules.filter(({ flags }) => flags & ORIGINAL);
  const patternBytes = rules.reduce((sum, { pattern }) => sum + pattern.length, 0);
  const originalBytes = originals.reduce((sum, { original }) => sum + 4 + original.length, 0);
  const patterns = HEADER_BYTES + rules.length * RULE_BYTES;
  const bytes = new Uint8Array(patterns + patternBytes + originalBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  bytes[VERSION_AT] = VERSION;
  bytes[DIALECT_AT] = dialect.id;
  bytes[FLAGS_AT] = dialect.rules.robotsTxtAllowed ? PROGRAM_ROBOTS_TXT_ALLOWED : 0;
  view.setUint32(RULE_COUNT_AT, rules.length, true);
  view.setUint32(PATTERN_BYTES_AT, patternBytes, true);
  view.setUint32(ORIGINAL_BYTES_AT, originalBytes, true);
  let at = patterns;
  rules.forEach(({ pattern, flags, line }, rank) => {
    bytes.set(pattern, at);
    at += pattern.length;
    view.setUint32(HEADER_BYTES + rank * RULE_BYTES, at - patterns, true);
    view.setUint32(HEADER_BYTES + rank * RULE_BYTES + 4, ((line << LINE_SHIFT) | flags) >>> 0, true);
  });
  for (const { original } of originals) {
    view.setUint32(at, original.length, true);
    bytes.set(original, at + 4);
    at += 4 + original.length;
  }
  return bytes;
}

/** Longer keys are cut: the length of a key is one byte. */
const MAX_KEY_BYTES = 255;
/** The two lengths and the line, besides a field's key and value. */
const FIELD_OVERHEAD_BYTES = 9;

/** A copy of compiled rules, followed by the notes. Call `withChecksum` before saving it. */
export function withNotes(compiled: Uint8Array, { agent, named, grouped, fields }: Selection): Uint8Array {
  let totalBytes = compiled.length + agent.length;
  for (const { key, value } of fields)
    totalBytes += FIELD_OVERHEAD_BYTES + Math.min(key.length, MAX_KEY_BYTES) + value.length;
  const bytes = new Uint8Array(totalBytes);
  bytes.set(compiled);
  bytes.set(agent, compiled.length);
  bytes[FLAGS_AT]! |= (named ? PROGRAM_NAMED : 0) | (grouped ? PROGRAM_GROUPED : 0);
  writeU32(bytes, TOTAL_BYTES_AT, totalBytes);
  writeU32(bytes, AGENT_BYTES_AT, agent.length);
  let at = compiled.length + agent.length;
  for (const field of fields) at = writeField(bytes, at, field);
  return bytes;
}

function writeField(bytes: Uint8Array, at: number, { key, value, line }: FieldBytes): number {
  const keyBytes = Math.min(key.length, MAX_KEY_BYTES);
  bytes[at] = keyBytes;
  bytes.set(key.subarray(0, keyBytes), at + 1);
  writeU32(bytes, at + 1 + keyBytes, line);
  writeU32(bytes, at + 5 + keyBytes, value.length);
  bytes.set(value, at + FIELD_OVERHEAD_BYTES + keyBytes);
  return at + FIELD_OVERHEAD_BYTES + keyBytes + value.length;
}

function writeU32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}

/** A copy of the program with its checksum, which only saved programs need. */
export function withChecksum({ bytes }: Program): Uint8Array {
  const saved = bytes.slice();
  writeU32(saved, CHECKSUM_AT, checksumOf(saved));
  return saved;
}
