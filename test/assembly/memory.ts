/**
 * The parts of the engine, each called by itself: the modules that assembly/parts.ts makes, their memory, and the generators
 * of what is written there. What lies behind a string is hostile, so that a part that reads too far gives a wrong answer.
 */
import { expect } from "vitest";
import {
  BYTE_IS_TOKEN,
  BYTE_IS_WILDCARD,
  DECODE,
  DECODE_IN_QUERY,
  DIALECT_BYTES,
  DIALECT_FLAGS_AT,
  DIALECTS,
  ENCODE,
  FAILURE,
  FLAGS_AT,
  HEADER_BYTES,
  KIND_OTHER,
  LINE_CAP_AT,
  MAGIC,
  MAX_PATTERN_BYTES,
  NAME_BYTES,
  NAME_KIND_AT,
  NAME_LENGTH_AT,
  NAME_NUMBERS_AT,
  NAMES_AT,
  ORIGINAL_BYTES_AT,
  PATTERN_BYTES_AT,
  PATTERN_NONCANONICAL_AT,
  PREFIX_BYTES,
  RULE_BYTES,
  RULE_COUNT_AT,
  URL_NONCANONICAL_AT,
  URL_SHIFT,
} from "../../bindings/core/layout.ts";
import { isFresh } from "../../scripts/build-wasm.mjs";
import { quickModules, readModule } from "../support/modules.ts";
import fc from "../support/properties.ts";
import { sized } from "../support/sized.ts";

type Call = (...numbers: number[]) => number;

/** The exports of assembly/parts.ts. */
export type Parts = Readonly<Record<string, Call>>;

export type ModuleName = "parts" | "parts-scalar";
export const names: readonly ModuleName[] = ["parts", "parts-scalar"];

/** Addresses above ARENA, far from each other. */
export const place = (number: number): number => 0x100000 * (number + 1);
const PLACES = 16;

/** A module with memory for PLACES. */
export class Room {
  readonly parts: Parts;
  readonly bytes: Buffer<ArrayBuffer>;

  constructor(name: ModuleName, places: number = PLACES) {
    if (!isFresh(name, quickModules.includes(name)))
      throw new Error(
        `build/${name}.wasm is not what assembly/ compiles to now: run node scripts/build-wasm.mjs first`,
      );
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readModule(name)));
    const memory = exports["memory"] as WebAssembly.Memory;
    memory.grow((place(places) - memory.buffer.byteLength) / 65536);
    this.parts = exports as unknown as Parts;
    this.bytes = Buffer.from(memory.buffer);
  }

  /** Writes a string at an address and 96 bytes behind it, and returns the address. */
  put(address: number, string: Uint8Array, behind: Uint8Array = pick(hostileAfter(string))): number {
    this.bytes.set(string, address);
    for (let at = 0; at < 96; at += behind.length) this.bytes.set(behind, address + string.length + at);
    return address;
  }

  /** The same at one of sixteen alignments. */
  putAnywhere(address: number, string: Uint8Array, behind?: Uint8Array): number {
    return this.put(address + below(16), string, behind);
  }

  slice(start: number, end: number): Buffer {
    return Buffer.from(this.bytes.subarray(start, end));
  }

  u32(address: number): number {
    return this.bytes.readUInt32LE(address);
  }

  /** `count` numbers of 32 bits. */
  words(address: number, count: number): number[] {
    return Array.from({ length: count }, (_, i) => this.u32(address + 4 * i));
  }

  putWords(address: number, ...words: number[]): void {
    words.forEach((word, i) => {
      this.bytes.writeUInt32LE(word >>> 0, address + 4 * i);
    });
  }

  /** Turns of loops during a call. */
  turns(body: () => unknown): number {
    this.parts.resetSteps();
    body();
    return this.parts.stepsTaken();
  }

  /** Fills the failure function, which also holds marks, with what its next reader must not take for its own. */
  spoilFailure(bytes: Uint8Array = Buffer.of(0xff)): void {
    this.bytes.fill(bytes, FAILURE, FAILURE + 2 * MAX_PATTERN_BYTES);
  }
}

/** What may lie behind a string: itself, marks and delimiters, and bytes that no text holds. */
const hostileAfter = (string: Uint8Array): readonly Uint8Array[] => [
  ...(string.length > 0 ? [string.subarray(0, 96), string.subarray(-1)] : []),
  ...["\n", "#", "/", "*", "$", "\0", "%41", "a", "b", "?", " ", ":", "\xff", "x/?", "z\n#*$%2f"].map((text) =>
    Buffer.from(text, "latin1"),
  ),
];

let state = 0;

/** A whole number below `count`. */
export function below(count: number): number {
  // Mulberry32.
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
}

export const oneIn = (count: number): boolean => below(count) === 0;
export const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
export const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Lengths around words, blocks and steps. */
export const EDGES: readonly number[] = [
  ...[1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65],
  ...[127, 128, 129, 255, 256, 257, 300],
];

/** Letters of which `percent` in a hundred are the first one. */
export const letters = (length: number, percent: number = pick([50, 80, 95, 99]), from = "ab"): Buffer =>
  Buffer.from(times(length, () => from.charCodeAt(below(100) < percent ? 0 : below(from.length))));

/** Words in a row, as bytes. */
export const words = (count: number, list: readonly string[]): Buffer =>
  Buffer.from(times(count, () => pick(list)).join(""), "latin1");

/** A string that differs from another in one byte. */
export function changed(string: Uint8Array): Buffer {
  const copy = Buffer.from(string);
  if (copy.length > 0) copy[below(copy.length)]! ^= pick([1, 2, 3, 0x20, 0x80]);
  return copy;
}

/** Runs generated cases. The number that a failure prints as its counterexample is the seed of the case alone. */
export function holds(cases: number, body: () => void): void {
  const seeds = fc.noShrink(fc.integer());
  const property = fc.property(seeds, (seed) => {
    state = seed;
    body();
  });
  fc.assert(property, { numRuns: sized(cases, 100 * cases) });
}

/** Compares without the price of `expect`, which it pays for a difference alone. */
export function same<T>(got: T, wanted: T, what: () => string): void {
  if (!Object.is(got, wanted)) expect(got, what()).toBe(wanted);
}

export const sameBytes = (got: Uint8Array, wanted: Uint8Array, what: () => string): void =>
  same(Buffer.from(got).toString("latin1"), Buffer.from(wanted).toString("latin1"), what);

export const show = (bytes: Uint8Array): string =>
  bytes.length > 200 ? `${bytes.length} bytes` : JSON.stringify(Buffer.from(bytes).toString("latin1"));

/** What patterns are made of: wildcards, escapes that are decoded or not, and names of about sixteen bytes. One character a byte. */
export const PATTERN_PIECES: readonly string[] = [
  ..."/ / a b ab * * ** $ $ ? ? : < ^ ~ /index.html index.htm /index.ht aaaaaaaaaaaaaaa bbbbbbbbbbbbbbbb".split(" "),
  ..."%61 %2f %2F %3f %3a %e4 %24 %2a %7e % %4 %g1".split(" "),
  ...[" ", "\xe4", "\xc3\xa4", "\0", "\x01"],
];

/** Lines of a file besides its rules. */
export const FILE_LINES: readonly string[] = [
  ...["User-agent: a", "User-agent: *", "User-agent: b", "User-agent: b/1", "user-agent: * x", "useragent: a"],
  ...["Crawl-delay: 1", "k: v", "License: l", `${"k".repeat(300)}: v`, "Sitemap: http://a.b/s", "sitemap:t"],
  ...["", "#", "disallows: /p", "disallowed: /p", "Allow:", "Disallow:", "Disallow /a", "\xef\xbb\xbf"],
];

/** Which bytes a form of spelling encodes and decodes. */
export interface Form {
  readonly encode: readonly number[];
  readonly decode: readonly number[];
  readonly decodeInQuery: readonly number[];
}

/** A dialect as assembly/bytes/layout.ts draws it. Names are in the order in which they are compared. */
export interface TestDialect {
  readonly flags: number;
  readonly lineCapBytes: number;
  readonly pattern: Form;
  readonly url: Form;
  readonly token: readonly number[];
  readonly wildcards: boolean;
  readonly names: readonly (readonly [name: string, kind: number])[];
  /** ASCII bytes at which a fast path stops; those beyond are the ones that the form encodes. */
  readonly urlSpecial: readonly number[];
  readonly patternSpecial: readonly number[];
}

export const charactersOf = (text: string): number[] => [...Buffer.from(text, "latin1")];

/** Writes a dialect at an address. */
export function putDialect({ bytes }: Room, at: number, dialect: TestDialect): number {
  bytes.fill(0, at, at + DIALECT_BYTES);
  const mark = (list: readonly number[], flag: number): void => {
    for (const byte of list) bytes[at + byte]! |= flag;
  };
  for (const [{ encode, decode, decodeInQuery }, shift] of [
    [dialect.pattern, 0] as const,
    [dialect.url, URL_SHIFT] as const,
  ]) {
    mark(encode, ENCODE << shift);
    mark(decode, DECODE << shift);
    mark(decodeInQuery, DECODE_IN_QUERY << shift);
  }
  mark(dialect.token, BYTE_IS_TOKEN);
  if (dialect.wildcards) mark([0x2a], BYTE_IS_WILDCARD);
  putSet(bytes, at + URL_NONCANONICAL_AT, dialect.urlSpecial, dialect.url.encode.includes(0xff));
  putSet(bytes, at + PATTERN_NONCANONICAL_AT, dialect.patternSpecial, dialect.pattern.encode.includes(0xff));
  bytes.writeUInt32LE(dialect.flags, at + DIALECT_FLAGS_AT);
  bytes.writeUInt32LE(dialect.lineCapBytes, at + LINE_CAP_AT);
  dialect.names.forEach(([name, kind], i) => {
    const entry = at + NAMES_AT + NAME_BYTES * i;
    bytes.write(name, entry, "latin1");
    bytes[entry + NAME_KIND_AT] = kind;
    bytes[entry + NAME_LENGTH_AT] = name.length;
    // Lines do not start with the names of fields: those are compared with whole keys.
    if (kind !== KIND_OTHER) bytes[at + NAME_NUMBERS_AT + (name.charCodeAt(0) & 31)] ||= i + 1;
  });
  return at;
}

/** A set of bytes by nibbles, as assembly/spell/noncanonical.ts reads it. */
export function putSet(bytes: Uint8Array, at: number, set: readonly number[], isBeyondAscii: boolean): void {
  bytes.fill(0, at, at + 16).fill(isBeyondAscii ? 0x80 : 0, at + 16, at + 32);
  for (const byte of set.filter((one) => one < 0x80)) bytes[at + (byte & 15)]! |= 1 << (byte >> 4);
}

export const dialectAt = (id: number): number => DIALECTS + id * DIALECT_BYTES;

/** A rule as a program holds it. NUL in the pattern is a wildcard. */
export interface ProgramRule {
  readonly pattern: Uint8Array;
  readonly flags: number;
  readonly line?: number;
}

/** Writes a program without notes (docs/format.md) and returns its end. */
export function putProgram(room: Room, at: number, rules: readonly ProgramRule[], dialect = 1, flags = 0): number {
  const patterns = Buffer.concat(rules.map(({ pattern }) => pattern));
  const patternsAt = at + HEADER_BYTES + RULE_BYTES * rules.length;
  room.bytes.fill(0, at - PREFIX_BYTES, at + HEADER_BYTES);
  room.putWords(at, MAGIC, 1 | (dialect << 8));
  room.bytes[at + FLAGS_AT] = flags;
  room.putWords(at + RULE_COUNT_AT, rules.length);
  room.putWords(at + PATTERN_BYTES_AT, patterns.length);
  room.putWords(at + ORIGINAL_BYTES_AT, 0);
  let end = 0;
  rules.forEach(({ pattern, flags: ruleFlags, line = 0 }, i) => {
    end += pattern.length;
    room.putWords(at + HEADER_BYTES + RULE_BYTES * i, end, (line << 6) | ruleFlags);
  });
  room.put(patternsAt, patterns);
  return patternsAt + patterns.length;
}
