/**
 * A program: the compiled rules of one agent, as plain bytes that JavaScript owns (docs/format.md draws them).
 *
 *   0 magic "RWP1" | 4 version | 5 dialect id | 6 flags | 7 zero | 8 total bytes | 12 checksum
 *   16 rule count  | 20 pattern bytes | 24 original bytes | 28 agent bytes
 *   32 rules: 8 bytes each, in rank order: end of the pattern in the pattern bytes, line << 6 | rule flags
 *      patterns: canonical, one after another, 0x00 for a wildcard
 *      originals: u32 length and bytes for each rule with the flag `original`, in rank order
 *      notes: the agent's name as the file spells it, then fields { u8 key bytes, key, u32 line, u32 value bytes, value }
 * All numbers are little-endian and may be unaligned.
 */

import { fnv1a } from "../../base/checksum.ts";
import { u32At } from "../../base/little-endian.ts";
import { type Dialect, dialects } from "../dialects.ts";
import {
  AGENT_BYTES_AT,
  ALLOW,
  ANCHORED,
  CHECKSUM_AT,
  DIALECT_AT,
  FLAGS_AT,
  HEADER_BYTES,
  LINE_SHIFT,
  ORIGINAL,
  ORIGINAL_BYTES_AT,
  OTHER_RUN,
  PATTERN_BYTES_AT,
  PROGRAM_GROUPED,
  PROGRAM_NAMED,
  PROGRAM_ROBOTS_TXT_ALLOWED,
  PROGRAM_WRITTEN,
  ROBOTS_TXT_ALLOWED,
  RULE_BYTES,
  RULE_COUNT_AT,
  TRAILING_STAR,
  VERSION_AT,
  WRITTEN,
} from "../layout.ts";
import { MOST_BYTES_AS_NUMBERS } from "../limits.ts";
import { type FieldText, textAt } from "../reader/text.ts";

/** The bytes, or the same bytes as 64-bit floats. None is NaN, so no bit is lost. */
type ProgramContent = Uint8Array | readonly number[];

/**
 * A program that was checked or made here. Engines trust it: every offset in it stays inside it.
 */
export class Program {
  /** Where the WebAssembly engine last placed it (arena.ts); only that engine uses these two. */
  generation = 0;
  address = 0;
  readonly length: number;
  #content: ProgramContent;

  /**
   * @param content bytes or numbers: an array buffer takes longer to make and more memory than the numbers, and most programs
   *   decide in linear memory and are never read here.
   */
  constructor(content: ProgramContent, length: number) {
    this.#content = content;
    this.length = length;
  }

  get bytes(): Uint8Array {
    if (!(this.#content instanceof Uint8Array)) this.#content = this.readBytes.slice(0, this.length);
    return this.#content as Uint8Array;
  }

  /** The bytes, maybe followed by others, until this is called for another program: making an array buffer takes a microsecond. */
  get readBytes(): Uint8Array {
    const content = this.#content;
    if (content instanceof Uint8Array) return content;
    copyNumbers(content, numbersRead, 0);
    return bytesRead;
  }

  u32At(at: number): number {
    const content = this.#content;
    if (content instanceof Uint8Array) return u32At(content, at);
    numbersRead[0] = content[at >> 3]!;
    return halvesRead[(at >> 2) & 1]!;
  }

  /** Copies the program to `address`, a multiple of 8. Up to 7 bytes after it are overwritten. */
  copyTo(address: number, bytes: Uint8Array, numbers: Float64Array): void {
    const content = this.#content;
    if (content instanceof Uint8Array) bytes.set(content, address);
    else copyNumbers(content, numbers, address >> 3);
  }
}

/** What `to.set(from, start)` does in 80 ns for each number. */
function copyNumbers(from: readonly number[], to: Float64Array, start: number): void {
  for (let i = 0; i < from.length; i++) to[start + i] = from[i]!;
}

const numbersRead = new Float64Array(MOST_BYTES_AS_NUMBERS / 8);
const halvesRead = new Uint32Array(numbersRead.buffer);
const bytesRead = new Uint8Array(numbersRead.buffer);

export const programOf = (bytes: Uint8Array): Program => new Program(bytes, bytes.length);

/** What a program holds besides its rules. */
export interface Tail {
  /** The agent's name as the file spells it; "" without a group. */
  readonly agent: string;
  readonly isNamed: boolean;
  readonly hasGroup: boolean;
  readonly fields: readonly FieldText[];
  /** `fields` without the pace fields of other crawlers in the group. */
  readonly ownFields: readonly FieldText[];
}

/** An Allow or Disallow line. */
export interface Rule {
  readonly directive: "allow" | "disallow";
  /** As the file spells it; invalid UTF-8 shows as U+FFFD. */
  readonly pattern: string;
  /** 1-based; 0 if no line states it, because the file is compressed. */
  readonly line: number;
}

/** The checksum covers all bytes except itself. */
export const checksumOf = (bytes: Uint8Array): number =>
  fnv1a(bytes.subarray(CHECKSUM_AT + 4), fnv1a(bytes.subarray(0, CHECKSUM_AT)));

/** Where the sections after the rules start. They follow one another, and the fields end the program. */
export interface Sections {
  readonly patterns: number;
  readonly originals: number;
  readonly agent: number;
  readonly fields: number;
}

export function sectionsOf(program: Program): Sections {
  const patterns = HEADER_BYTES + ruleCountOf(program) * RULE_BYTES;
  const originals = patterns + program.u32At(PATTERN_BYTES_AT);
  const agent = originals + program.u32At(ORIGINAL_BYTES_AT);
  return { patterns, originals, agent, fields: agent + program.u32At(AGENT_BYTES_AT) };
}

/** A rule as the engines see it. */
interface CompiledRule {
  readonly pattern: Uint8Array;
  readonly flags: number;
  readonly line: number;
}

/** The dialect whose spelling and precedence the program has; leniency options change neither. */
export const dialectOf = (program: Program): Dialect => dialects.find(({ id }) => id === dialectIdOf(program))!;

/** The header flag that says whether `/robots.txt` is always allowed. */
export const robotsTxtFlag = ({ flags }: Dialect): number =>
  flags & ROBOTS_TXT_ALLOWED ? PROGRAM_ROBOTS_TXT_ALLOWED : 0;

/** The header flag that says whether texts are decided as they are written. */
export const writtenFlag = ({ flags }: Dialect): number => (flags & WRITTEN ? PROGRAM_WRITTEN : 0);

export const isWritten = (program: Program): boolean =>
  ((program.u32At(VERSION_AT) >> (8 * (FLAGS_AT - VERSION_AT))) & PROGRAM_WRITTEN) !== 0;

export const dialectIdOf = (program: Program): number =>
  (program.u32At(VERSION_AT) >> (8 * (DIALECT_AT - VERSION_AT))) & 0xff;

export const ruleCountOf = (program: Program): number => program.u32At(RULE_COUNT_AT);

export function compiledRuleAt(program: Program, rank: number): CompiledRule {
  const { bytes } = program;
  const { patterns } = sectionsOf(program);
  const at = HEADER_BYTES + rank * RULE_BYTES;
  const start = rank === 0 ? 0 : u32At(bytes, at - RULE_BYTES);
  const lineAndFlags = u32At(bytes, at + 4);
  return {
    pattern: bytes.subarray(patterns + start, patterns + u32At(bytes, at)),
    flags: lineAndFlags & ((1 << LINE_SHIFT) - 1),
    line: lineAndFlags >>> LINE_SHIFT,
  };
}

export function longestPatternBytes(program: Program): number {
  const { bytes } = program;
  let longest = 0;
  let start = 0;
  for (let at = HEADER_BYTES, rulesEnd = sectionsOf(program).patterns; at < rulesEnd; at += RULE_BYTES) {
    const end = u32At(bytes, at);
    longest = Math.max(longest, end - start);
    start = end;
  }
  return longest;
}

/** The rules in file order. A rule with two readings has two ranks and one line. */
export function rulesOf(program: Program): Rule[] {
  const { bytes } = program;
  const byLine = new Map<number, Rule>();
  let original = sectionsOf(program).originals;
  for (let rank = 0; rank < ruleCountOf(program); rank++) {
    const rule = describe(program, rank, original);
    byLine.set(rule.line, rule);
    original = nextOriginal(bytes, rank, original);
  }
  return [...byLine.values()].sort((a, b) => a.line - b.line);
}

export function ruleAt(program: Program, rank: number): Rule {
  return describe(program, rank, hasOriginal(program.bytes, rank) ? originalOf(program, rank) : 0);
}

/** Walks past the originals of earlier rules. Call it only for a rule that has one. */
function originalOf(program: Program, rank: number): number {
  let original = sectionsOf(program).originals;
  for (let before = 0; before < rank; before++) original = nextOriginal(program.bytes, before, original);
  return original;
}

/** @param text the original of the rule if it has one, otherwise its pattern */
export const ruleOf = (text: string, flags: number, line: number): Rule => ({
  directive: flags & ALLOW ? "allow" : "disallow",
  pattern: flags & ORIGINAL ? text : spelling(text, flags),
  line,
});

/** @param original where the original of the rule lies if it has one. */
function describe(program: Program, rank: number, original: number): Rule {
  const { bytes } = program;
  const { pattern, flags, line } = compiledRuleAt(program, rank);
  const start = original + 4;
  const text = flags & ORIGINAL ? textAt(bytes, start, start + u32At(bytes, original)) : textAt(pattern, 0);
  return ruleOf(text, flags, line);
}

const hasOriginal = (bytes: Uint8Array, rank: number): boolean =>
  (u32At(bytes, HEADER_BYTES + rank * RULE_BYTES + 4) & ORIGINAL) !== 0;

/** Where the original after that of the rule lies. */
const nextOriginal = (bytes: Uint8Array, rank: number, original: number): number =>
  hasOriginal(bytes, rank) ? original + 4 + u32At(bytes, original) : original;

/** A canonical pattern as a file would spell it. */
export const spelling = (pattern: string, flags: number): string =>
  pattern.replaceAll("\0", "*") + (flags & TRAILING_STAR ? "*" : flags & ANCHORED ? "$" : "");

/** Most programs have no fields. */
export const hasFields = (program: Program): boolean => sectionsOf(program).fields < program.length;

export function tailOf(program: Program): Tail {
  const { agent, fields: agentEnd } = sectionsOf(program);
  const { length, readBytes: bytes } = program;
  const fields: FieldText[] = [];
  const ownFields: FieldText[] = [];
  for (let at = agentEnd; at < length; ) {
    const keyEnd = at + 1 + bytes[at]!;
    const valueEnd = keyEnd + 8 + u32At(bytes, keyEnd + 4);
    const value = textAt(bytes, keyEnd + 8, valueEnd);
    const key = textAt(bytes, at + 1, keyEnd).toLowerCase();
    const lineAndFlag = u32At(bytes, keyEnd);
    const field = { key, value, line: lineAndFlag & ~OTHER_RUN };
    fields.push(field);
    if (lineAndFlag === field.line) ownFields.push(field);
    at = valueEnd;
  }
  const flags = bytes[FLAGS_AT]!;
  return {
    agent: textAt(bytes, agent, agentEnd),
    isNamed: (flags & PROGRAM_NAMED) !== 0,
    hasGroup: (flags & PROGRAM_GROUPED) !== 0,
    fields,
    ownFields,
  };
}
