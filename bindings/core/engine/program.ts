/**
 * The compiled form of one agent's rules: plain bytes that JavaScript owns (docs/format.md draws them).
 *
 *   0 magic "RWP1" | 4 version | 5 dialect id | 6 flags | 7 zero | 8 total bytes | 12 checksum
 *   16 rule count  | 20 pattern bytes | 24 original bytes | 28 agent bytes
 *   32 rules: 8 bytes each, in rank order: end of the pattern in the pattern bytes, line << 6 | rule flags
 *      patterns: canonical, one after another, 0x00 for a wildcard
 *      originals: u32 length and bytes for each rule flagged ORIGINAL, in rank order
 *      notes: the agent's name as the file spells it, then fields { u8 key bytes, key, u32 line, u32 value bytes, value }
 * All numbers are little-endian and unaligned reads must be expected.
 */
import { type Dialect, dialects } from "../dialects.ts";
import { fnv1a } from "./checksum.ts";

export const MAGIC = 0x31505752;
export const VERSION = 1;
export const HEADER_BYTES = 32;
export const RULE_BYTES = 8;
/** The wildcard in canonical patterns; no canonical path or pattern holds NUL otherwise. */
export const WILDCARD = 0;

export const offsets = {
  magic: 0,
  version: 4,
  dialect: 5,
  flags: 6,
  totalBytes: 8,
  checksum: 12,
  ruleCount: 16,
  patternBytes: 20,
  originalBytes: 24,
  agentBytes: 28,
} as const;

/** Header flags. */
export const programFlags = {
  /** `/robots.txt` is allowed whatever the rules say. */
  robotsTxtAllowed: 1,
  /** A group names the agent itself. */
  named: 2,
  /** Some group applies, be it only the one for `*`. */
  grouped: 4,
} as const;

/** Rule flags; the line is in the bits above them. */
export const ruleFlags = {
  /** The directive is Allow. */
  allow: 1,
  /** The rule allows when it decides: an Allow, or a Disallow without a path. */
  allowed: 2,
  /** The pattern must reach the end of the path (`$`). */
  anchored: 4,
  /** The pattern holds a wildcard. */
  wildcard: 8,
  /** The originals hold the pattern as the file spells it, which the canonical form does not tell. */
  original: 16,
  /** The file spells a final `*`, which the canonical pattern, a prefix without it, leaves out. */
  trailingStar: 32,
} as const;
export const LINE_SHIFT = 6;

/** A program that has been checked or was made here. Engines trust it: no offset in it leads outside it. */
export interface Program {
  readonly bytes: Uint8Array;
  /** Where the WASM engine last put it (arena.ts); meaningless to anyone else. */
  lap: number;
  address: number;
}

export const programOf = (bytes: Uint8Array): Program => ({ bytes, lap: 0, address: 0 });

/** What a program says beside its rules. */
export interface Notes {
  /** The agent's name as the file spells it; "" without a group. */
  readonly agent: string;
  readonly named: boolean;
  readonly grouped: boolean;
  readonly fields: readonly { readonly key: string; readonly value: string; readonly line: number }[];
}

/** An Allow or Disallow line. */
export interface Rule {
  readonly directive: "allow" | "disallow";
  /** As the file spells it; bytes that are no UTF-8 show as U+FFFD. */
  readonly pattern: string;
  /** 1-based. */
  readonly line: number;
}

const decoder = new TextDecoder();

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Over all bytes but the checksum itself. */
export const checksumOf = (bytes: Uint8Array): number =>
  fnv1a(bytes.subarray(offsets.checksum + 4), fnv1a(bytes.subarray(0, offsets.checksum)));

const patternsAt = (view: DataView): number => HEADER_BYTES + view.getUint32(offsets.ruleCount, true) * RULE_BYTES;
const originalsAt = (view: DataView): number => patternsAt(view) + view.getUint32(offsets.patternBytes, true);
const notesAt = (view: DataView): number => originalsAt(view) + view.getUint32(offsets.originalBytes, true);

/** A rule as the engines see it. */
export interface CompiledRule {
  readonly pattern: Uint8Array;
  readonly flags: number;
  readonly line: number;
}

/** Whose spelling and precedence the program has; liberties changed neither. */
export const dialectOf = ({ bytes }: Program): Dialect => dialects.find(({ id }) => id === bytes[offsets.dialect])!;

export const ruleCountOf = ({ bytes }: Program): number => viewOf(bytes).getUint32(offsets.ruleCount, true);

export function compiledRuleAt({ bytes }: Program, rank: number): CompiledRule {
  const view = viewOf(bytes);
  const at = HEADER_BYTES + rank * RULE_BYTES;
  const patterns = patternsAt(view);
  const start = rank === 0 ? 0 : view.getUint32(at - RULE_BYTES, true);
  const lineAndFlags = view.getUint32(at + 4, true);
  return {
    pattern: bytes.subarray(patterns + start, patterns + view.getUint32(at, true)),
    flags: lineAndFlags & ((1 << LINE_SHIFT) - 1),
    line: lineAndFlags >>> LINE_SHIFT,
  };
}

export function longestPatternBytes(program: Program): number {
  let longest = 0;
  for (let rank = ruleCountOf(program); rank-- > 0; )
    longest = Math.max(longest, compiledRuleAt(program, rank).pattern.length);
  return longest;
}

/** The rule of a rank, for people. */
export function ruleAt(program: Program, rank: number): Rule {
  const { pattern, flags, line } = compiledRuleAt(program, rank);
  const text = flags & ruleFlags.original ? originalOf(program, rank) : spelling(pattern, flags);
  return { directive: flags & ruleFlags.allow ? "allow" : "disallow", pattern: decoder.decode(text), line };
}

/** A canonical pattern as a file would spell it. */
export function spelling(pattern: Uint8Array, flags: number): Uint8Array {
  const suffix = flags & ruleFlags.trailingStar ? 0x2a : 0x24;
  const hasSuffix = (flags & (ruleFlags.anchored | ruleFlags.trailingStar)) !== 0;
  const text = new Uint8Array(pattern.length + Number(hasSuffix)).fill(suffix);
  text.set(pattern.map((byte) => (byte === WILDCARD ? 0x2a : byte)));
  return text;
}

function originalOf(program: Program, rank: number): Uint8Array {
  const view = viewOf(program.bytes);
  let at = originalsAt(view);
  for (let i = 0; i < rank; i++) {
    if (view.getUint32(HEADER_BYTES + i * RULE_BYTES + 4, true) & ruleFlags.original)
      at += 4 + view.getUint32(at, true);
  }
  return program.bytes.subarray(at + 4, at + 4 + view.getUint32(at, true));
}

export function notesOf({ bytes }: Program): Notes {
  const view = viewOf(bytes);
  const agentEnd = notesAt(view) + view.getUint32(offsets.agentBytes, true);
  const fields: Notes["fields"][number][] = [];
  for (let at = agentEnd; at < bytes.length; ) {
    const keyEnd = at + 1 + bytes[at]!;
    const valueEnd = keyEnd + 8 + view.getUint32(keyEnd + 4, true);
    const value = decoder.decode(bytes.subarray(keyEnd + 8, valueEnd));
    const key = decoder.decode(bytes.subarray(at + 1, keyEnd)).toLowerCase();
    fields.push({ key, value, line: view.getUint32(keyEnd, true) });
    at = valueEnd;
  }
  const flags = bytes[offsets.flags]!;
  return {
    agent: decoder.decode(bytes.subarray(notesAt(view), agentEnd)),
    named: (flags & programFlags.named) !== 0,
    grouped: (flags & programFlags.grouped) !== 0,
    fields,
  };
}
