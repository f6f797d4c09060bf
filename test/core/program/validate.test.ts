/** Saved programs are checked field by field (docs/format.md): each damage is refused, with what was expected and what was found. */
import { describe, expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import {
  AGENT_BYTES_AT,
  ALLOW,
  ALLOWED,
  ANCHORED,
  CHECKSUM_AT,
  DIALECT_AT,
  FLAGS_AT,
  HAS_WILDCARD,
  HEADER_BYTES,
  ORIGINAL,
  ORIGINAL_BYTES_AT,
  PATTERN_BYTES_AT,
  PROGRAM_ROBOTS_TXT_ALLOWED,
  ROBOTS_TXT_ALLOWED,
  RULE_COUNT_AT,
  TOTAL_BYTES_AT,
  TRAILING_STAR,
  VERSION_AT,
} from "../../../bindings/core/layout.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { checksumOf } from "../../../bindings/core/program/program.ts";
import { validateProgram } from "../../../bindings/core/program/validate.ts";

const rfc9309 = dialects[0]!;
const FILE = "User-agent: *\nDisallow: /a*b\nAllow: /%zzc$\nDisallow: /d*\nDisallow: /longest\nCrawl-delay: 2\nk: v\n";

/** The program of the file, saved: rules /longest, /%zzc (an original or not), /a*b, /d*. */
function saved(): Buffer {
  const bytes = Buffer.from(fallback.compile(FILE, ["x"], rfc9309).program.bytes);
  return withChecksum(bytes);
}

function withChecksum(bytes: Buffer): Buffer {
  bytes.writeUInt32LE(checksumOf(bytes), CHECKSUM_AT);
  return bytes;
}

const u32 = (bytes: Buffer, at: number): number => bytes.readUInt32LE(at);
const rules = u32(saved(), RULE_COUNT_AT);
const patternsAt = HEADER_BYTES + 8 * rules;
const fieldsAt =
  patternsAt + [PATTERN_BYTES_AT, ORIGINAL_BYTES_AT, AGENT_BYTES_AT].reduce((sum, at) => sum + u32(saved(), at), 0);
const flagsAt = (rank: number): number => HEADER_BYTES + 8 * rank + 4;
const rankWith = (flag: number): number =>
  Array.from({ length: rules }, (_, i) => i).find((i) => u32(saved(), flagsAt(i)) & flag)!;
const add =
  (at: number, by: number) =>
  (bytes: Buffer): void =>
    void bytes.writeUInt32LE((u32(bytes, at) + by) >>> 0, at);
const flip =
  (rank: number, flag: number) =>
  (bytes: Buffer): void =>
    void bytes.writeUInt32LE((u32(bytes, flagsAt(rank)) ^ flag) >>> 0, flagsAt(rank));
const set =
  (at: number, byte: number) =>
  (bytes: Buffer): void => {
    bytes[at] = byte;
  };

const refused = (bytes: Uint8Array): string => {
  try {
    validateProgram(bytes);
    return "accepted";
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    expect((error as { code?: string }).code).toBe("ERR_SAVED_RULES");
    return (error as Error).message;
  }
};

it("accepts what compiling makes, as a copy", () => {
  for (const dialect of dialects) {
    const bytes = withChecksum(Buffer.from(fallback.compile(FILE, ["x"], dialect).program.bytes));
    const program = validateProgram(bytes);
    expect(Buffer.from(program.bytes).equals(bytes)).toBe(true);
    expect(program.bytes.buffer).not.toBe(bytes.buffer);
  }
  const startsOpen = fallback.compile("User-agent: *\nDisallow: /longest\nDisallow: *x\n", ["x"], rfc9309).program;
  expect(refused(withChecksum(Buffer.from(startsOpen.bytes)))).toBe("accepted");
  const empty = withChecksum(Buffer.from(fallback.compile("", ["x"], rfc9309).program.bytes));
  expect(empty.length).toBe(HEADER_BYTES);
  expect(refused(empty)).toBe("accepted");
});

const last = HEADER_BYTES + 8 * (rules - 1);
const length = saved().length;

it.each<[string, (bytes: Buffer) => void, string]>([
  ["another magic number", set(0, 0x51), "the magic number 827348818; got 827348817"],
  ["an older version", set(VERSION_AT, 1), "version 2; got 1"],
  ["a newer version", set(VERSION_AT, 3), "version 2; got 3"],
  ["a total length that is too short", add(TOTAL_BYTES_AT, -1), `a total length of ${length - 1}; got ${length}`],
  ["a total length that is too long", add(TOTAL_BYTES_AT, 1), `a total length of ${length + 1}; got ${length}`],
  ["no such dialect", set(DIALECT_AT, 6), "a dialect of 1, 2, 5, 3, 4; got 6"],
  ["the robots.txt flag of another dialect", set(FLAGS_AT, 4), "robots.txt flag 1; got 0"],
  ["an unknown header flag", set(FLAGS_AT, 0x15), "unknown header flags 0; got 1"],
  ["a byte after the flags", set(FLAGS_AT + 1, 1), "unknown header flags 0; got 1"],
  [
    "sections longer than the program",
    add(AGENT_BYTES_AT, 4000),
    `sections of at most ${length}; got ${fieldsAt + 4000}`,
  ],
  [
    "sections that end a byte behind the program",
    add(AGENT_BYTES_AT, length - fieldsAt + 1),
    `sections of at most ${length}; got ${length + 1}`,
  ],
  [
    "a pattern that ends before all patterns",
    add(HEADER_BYTES + 8, -100),
    "the end of a pattern from 72 to 83; got 4294967273",
  ],
  [
    "a pattern that ends before it starts",
    (bytes) => bytes.writeUInt32LE(u32(bytes, HEADER_BYTES) - 1, HEADER_BYTES + 8),
    "the end of a pattern from 72 to 83; got 71",
  ],
  ["a pattern that ends behind the patterns", add(HEADER_BYTES, 100), "the end of a pattern from 64 to 83; got 172"],
  ["a pattern that ends a byte behind them", add(last, 1), "the end of a pattern from 81 to 83; got 84"],
  ["patterns that end early", add(last, -1), "the end of the patterns 83; got 82"],
  ["originals that are longer than theirs", add(ORIGINAL_BYTES_AT, 1), "the end of the originals 84; got 83"],
  ["a rule without its original", flip(0, ORIGINAL), "the end of the originals 83; got 1916996481"],
  ["a field that ends behind the program", set(fieldsAt, 200), `the end of the fields ${length}; got 293`],
  [
    "a value that ends early",
    add(fieldsAt + 1 + "Crawl-delay".length + 4, -1),
    `the end of the fields ${length}; got 163`,
  ],
  ["a wildcard without its flag", flip(rankWith(HAS_WILDCARD), HAS_WILDCARD), "wildcard flag 8; got 0"],
  ["a flag without a wildcard", flip(0, HAS_WILDCARD), "wildcard flag 0; got 8"],
  ["an Allow that does not allow", flip(rankWith(ALLOW), ALLOWED), "verdict of an Allow 2; got 0"],
  ["a final `*` in an anchored pattern", flip(rankWith(TRAILING_STAR), ANCHORED), "spelling 32; got 36"],
  [
    "a wildcard at the end of a pattern",
    set(patternsAt + u32(saved(), HEADER_BYTES) - 1, 0),
    "a pattern without a final or second wildcard; got one",
  ],
])("refuses %s, and says what it expected and got", (_, damage, message) => {
  const bytes = saved();
  damage(bytes);
  expect(refused(withChecksum(bytes))).toBe(`saved rules: expected ${message}`);
});

it("refuses two wildcards in a row", () => {
  const bytes = withChecksum(
    Buffer.from(fallback.compile("User-agent: *\nDisallow: /a*bc\n", ["x"], rfc9309).program.bytes),
  );
  bytes[HEADER_BYTES + 8 + 3] = 0;
  expect(refused(withChecksum(bytes))).toMatch(/without a final or second wildcard/);
});

it("refuses a final `*` beside the spelling of the file, which says how the pattern ends (docs/format.md)", () => {
  const bytes = Buffer.from(fallback.compile("User-agent: *\nDisallow: /%7e\n", ["x"], rfc9309).program.bytes);
  expect(u32(bytes, flagsAt(0)) & ORIGINAL).toBe(ORIGINAL);
  expect(refused(withChecksum(bytes))).toBe("accepted");
  flip(0, TRAILING_STAR)(bytes);
  expect(refused(withChecksum(bytes))).toMatch(/spelling/);
});

it("takes a Disallow that allows, because its path is empty", () => {
  const bytes = withChecksum(Buffer.from(fallback.compile("User-agent: *\nDisallow:\n", ["x"], rfc9309).program.bytes));
  expect(u32(bytes, flagsAt(0)) & (ALLOW | ALLOWED)).toBe(ALLOWED);
  expect(refused(bytes)).toBe("accepted");
});

describe("the checksum", () => {
  it("catches a change of any byte, but for bytes that are intact by another checksum", () => {
    for (const at of saved().keys()) {
      const bytes = saved();
      bytes[at]! ^= 1;
      expect(refused(bytes), `byte ${at}`).not.toBe("accepted");
    }
    const bytes = saved();
    const [had, has] = [u32(bytes, CHECKSUM_AT), (u32(bytes, CHECKSUM_AT) ^ 1) >>> 0];
    bytes[CHECKSUM_AT]! ^= 1;
    expect(refused(bytes)).toBe(`saved rules: expected checksum ${has}; got ${had}`);
    expect(validateProgram(bytes, true).length).toBe(bytes.length);
  });

  it("is FNV-1a of all other bytes, in their order (docs/format.md)", () => {
    let hash = 0x811c9dc5;
    saved().forEach((byte, at) => {
      if (at < CHECKSUM_AT || at >= CHECKSUM_AT + 4) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    });
    expect(u32(saved(), CHECKSUM_AT)).toBe(hash);
  });

  it.each([0, 1, HEADER_BYTES - 1])("a program of %i bytes is too short", (length) =>
    expect(refused(saved().subarray(0, length))).toBe(`saved rules: expected a length of at least 32; got ${length}`),
  );
});

it.each([
  [undefined],
  ["text"],
  [[1, 2]],
  [new Uint16Array(40)],
  [new ArrayBuffer(40)],
  [new DataView(new ArrayBuffer(40))],
  [{ BYTES_PER_ELEMENT: 1, length: 40 }],
])("refuses %o: saved rules are a Uint8Array", (given) =>
  expect(() => validateProgram(given as unknown as Uint8Array)).toThrow(TypeError),
);

it("the dialect says whether /robots.txt is exempt", () => {
  for (const dialect of dialects) {
    const bytes = fallback.compile(FILE, ["x"], dialect).program.bytes;
    expect(bytes[FLAGS_AT]! & PROGRAM_ROBOTS_TXT_ALLOWED).toBe(
      dialect.flags & ROBOTS_TXT_ALLOWED ? PROGRAM_ROBOTS_TXT_ALLOWED : 0,
    );
  }
});
