/**
 * A hostile host: handles, lengths, dialects and limits that are not true, in any order, with any file, URL and program. Every
 * call returns what docs/embedding.md says, none traps, and programs that are held keep their verdicts.
 */

import { describe, expect, it } from "vitest";
import { parse } from "../../bindings/index.ts";
import fc from "../support/properties.ts";
import { expectSameBytes } from "../support/same-bytes.ts";
import { sized } from "../support/sized.ts";
import { compile, decide, type Exports, errors, instantiate, names, read, write } from "./module.ts";

const file = `User-agent: x\n${Array.from({ length: 40 }, (_, i) => `Disallow: /${i}/*a\nAllow: /${i}/b$\n`).join("")}`;
const urls = ["/1/a", "/2/b", "/30/xa", "/30/b", "/", "https://a.example/7/a?b"];
const wanted = parse(file).agent("x");
const verdicts = urls.map((url) => Number(wanted.isAllowed(url)));

/** Any number, or one that is near something true. */
const number = fc.oneof(
  fc.constantFrom(0, 1, 5, 63, 64, 1000, 65_535, 65_536, 65_537, 512_000, 2 ** 20, 2 ** 26, 2 ** 30),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.nat(5000),
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc.constantFrom(file, "", "\n\n\n", `/${"a".repeat(9000)}\n/1/a\n`).map((text) => new TextEncoder().encode(text)),
);

/** No handle is smaller. The program that is held has this one. */
const FIRST_HANDLE = 2 ** 20;

/** Writes handles and lines, and returns the length of the lines. */
function rows(module: Exports, handles: readonly number[], lines: string): number {
  return (
    write(module, Buffer.concat([Buffer.from(Uint32Array.from(handles).buffer), Buffer.from(lines)])) -
    4 * handles.length
  );
}

type Call = (module: Exports, handles: number[]) => number;
const pickFrom = (handles: readonly number[], i: number): number => handles[i % handles.length] ?? i;
const call: fc.Arbitrary<Call> = fc.oneof(
  fc.tuple(number, number, number, number).map<Call>((args) => (module) => module.compile(...args)),
  fc.nat(6).map<Call>((dialect) => (module) => compile(module, file, "x", dialect)),
  bytes.map<Call>((content) => (module) => module.load(write(module, content))),
  number.map<Call>((length) => (module) => module.load(length)),
  number.map<Call>((length) => (module) => (length >>> 0 > 2 ** 22 ? 0 : module.buffer(length) && 0)),
  bytes.map<Call>((content) => (module) => write(module, content) && 0),
  fc.tuple(number, number).map<Call>((args) => (module) => module.decide(...args)),
  fc.tuple(number, number).map<Call>((args) => (module) => module.decide_lines(...args)),
  ...(["decide", "decide_lines", "rule_line"] as const).map((name) =>
    fc.tuple(fc.nat(), number).map<Call>(
      ([i, length]) =>
        (module, handles) =>
          module[name](pickFrom(handles, i), length),
    ),
  ),
  fc.tuple(number, number).map<Call>((args) => (module) => Math.min(0, module.decide_rows(...args))),
  number.map<Call>((handle) => (module) => (handle === FIRST_HANDLE ? 0 : module.free(handle))),
  fc.nat().map<Call>((i) => (module, handles) => module.save(pickFrom(handles, i))),
  fc.nat().map<Call>((i) => (module, handles) => module.free(handles.splice(i % (handles.length || 1), 1)[0] ?? i)),
);

describe("lies", () => {
  it.each(names)("no call of %s traps, and a program that is held keeps its verdicts", (name) => {
    const known = new Set(Object.values(errors));
    const property = fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
      const module = instantiate(name);
      const held = compile(module, file);
      expect(held).toBe(FIRST_HANDLE);
      const handles: number[] = [];
      for (const one of calls) {
        const result = one(module, handles);
        if (result < 0) expect(known).toContain(result);
        if (result >= FIRST_HANDLE && result !== held) handles.push(result);
      }
      expect(urls.map((url) => decide(module, held, url))).toEqual(verdicts);
      expectSameBytes(read(module, module.save(held)), wanted.toBytes(), `${name}, after ${calls.length} calls`);
    });
    fc.assert(property, { numRuns: sized(200, 600, 100) });
  });

  const fileBytes = new TextEncoder().encode(file).length;
  it.each<[string, string, (module: Exports, program: number) => number]>([
    ["a handle that was never given", "INVALID_PROGRAM", (module, program) => module.decide(program + 1, 0)],
    ["a handle of zero", "INVALID_PROGRAM", (module) => module.decide(0, 0)],
    ["a handle that was freed", "INVALID_PROGRAM", (m, program) => m.free(program) || m.decide(program, 0)],
    ["a handle that was freed twice", "INVALID_PROGRAM", (m, program) => m.free(program) || m.free(program)],
    ["saving what is not a program", "INVALID_PROGRAM", (module) => module.save(-1)],
    ["lines for what is not a program", "INVALID_PROGRAM", (module) => module.decide_lines(7, 0)],
    ["the rule of what is not a program", "INVALID_PROGRAM", (module) => module.rule_line(7, 0)],
    ["dialect 0", "INVALID_DIALECT", (module) => module.compile(0, 0, 0, 0)],
    ["dialect 6", "INVALID_DIALECT", (module) => module.compile(6, 0, 0, 0)],
    ["dialect 33", "INVALID_DIALECT", (module) => module.compile(33, 0, 0, 0)],
    ["dialect -1", "INVALID_DIALECT", (module) => module.compile(-1, 0, 0, 0)],
    ["a limit below 512,000", "INVALID_LIMIT", (module) => module.compile(1, 0, 0, 511_999)],
    ["a limit above 2^26", "INVALID_LIMIT", (module) => module.compile(1, 0, 0, 2 ** 26 + 1)],
    ["a file longer than the buffer", "INVALID_LENGTH", (module) => module.compile(1, 2 ** 20, 1, 0)],
    ["lengths whose sum overflows", "INVALID_LENGTH", (module) => module.compile(1, 2 ** 31, 2 ** 31, 0)],
    ["agents longer than 64 KiB", "INVALID_AGENT", (m) => compile(m, "", "x".repeat(65_537))],
    ["a URL longer than the buffer", "INVALID_LENGTH", (module, program) => module.decide(program, 2 ** 20)],
    ["lines longer than the buffer", "INVALID_LENGTH", (module, program) => module.decide_lines(program, -1)],
    ["rows beyond the buffer", "INVALID_LENGTH", (module) => module.decide_rows(2 ** 20, 0)],
    ["so many rows that their length overflows", "INVALID_LENGTH", (module) => module.decide_rows(2 ** 30 + 1, 0)],
    [
      "a row with a handle of zero",
      "INVALID_PROGRAM",
      (m) => m.decide_rows(1, write(m, Uint8Array.of(0, 0, 0, 0, 10)) - 4),
    ],
    ["more rows than lines", "INVALID_LENGTH", (m, program) => m.decide_rows(2, rows(m, [program, program], "/\n"))],
    ["more lines than rows", "INVALID_LENGTH", (m, program) => m.decide_rows(1, rows(m, [program], "/\n/\n"))],
    ["saved bytes longer than the buffer", "INVALID_LENGTH", (module) => module.load(2 ** 20)],
    ["a file instead of saved bytes", "INVALID_SAVED_RULES", (module) => module.load(fileBytes)],
    ["a buffer beyond all memory", "OUT_OF_MEMORY", (module) => module.buffer(2 ** 30)],
    ["a buffer of 4 GiB", "OUT_OF_MEMORY", (module) => module.buffer(-1)],
  ])("%s is %s", (_, name, act) => {
    const module = instantiate();
    const program = compile(module, file);
    write(module, file);
    expect(act(module, program)).toBe(errors[name]);
  });
});

describe("rows", () => {
  it("each line is decided by the program of its row", () => {
    const module = instantiate();
    const files = ["", file, "User-agent: *\nDisallow: /\n", `User-agent: x\nDisallow: /${"b".repeat(24_576)}\n`];
    const programs = files.map((text) => compile(module, text));
    const lines = [...urls, "", "/1/a\r", "nothing", `/${"c".repeat(9000)}`, "/30/b"];
    const asked = Array.from(
      { length: 3000 },
      (_, i) => [programs[(i * 7) % 4]!, lines[(i * 5) % lines.length]!] as const,
    );
    const wantedRows = asked.map(([program, line]) => Number(decide(module, program, line.replace("\r", "")) === 1));
    for (const last of ["\n", ""]) {
      const block = `${asked.map(([, line]) => line).join("\n")}${last}`;
      const handles = asked.map(([program]) => program);
      expect(module.decide_rows(asked.length, rows(module, handles, block))).toBe(asked.length);
      expect([...read(module, asked.length)]).toEqual(wantedRows);
    }
    expect(module.decide_rows(0, 0)).toBe(0);
  });
});

describe("limits", () => {
  const long = `/${"a".repeat(9000)}`;

  it("a URL over 8,192 bytes is an error if a pattern has over 24,576 bytes, and its line is not allowed", () => {
    const module = instantiate();
    const exact = compile(module, `User-agent: x\nDisallow: /${"b".repeat(24_575)}\n`);
    expect(decide(module, exact, long)).toBe(1);
    const program = compile(module, `User-agent: x\nDisallow: /${"b".repeat(24_576)}\n`);
    expect(decide(module, program, long.slice(0, 8192))).toBe(1);
    expect(decide(module, program, long)).toBe(errors["URL_TOO_LONG"]);
    expect(module.rule_line(program, write(module, long))).toBe(errors["URL_TOO_LONG"]);
    const lines = write(module, `/x\n${long}\n/y\n`);
    expect([...read(module, module.decide_lines(program, lines))]).toEqual([1, 0, 1]);
  });

  it("verdicts are written over their lines, also if a line before a long one is empty", () => {
    const module = instantiate();
    const program = compile(module, `User-agent: x\nDisallow: ${long}\n`);
    const length = write(module, `\n\n/\n${long}\n/${"c".repeat(70_000)}\n${long}b\n/\r\n${long}`);
    expect([...read(module, module.decide_lines(program, length))]).toEqual([0, 0, 1, 0, 1, 0, 1, 0]);
    expect(module.decide_lines(program, 0)).toBe(0);
  });

  it("a handle never names another program, however often its slot is used", () => {
    const module = instantiate();
    const seen = new Set<number>();
    for (let i = 0; i < 5000; i++) {
      const program = compile(module, i % 2 === 0 ? "User-agent: *\nDisallow: /\n" : "");
      expect(program).toBeGreaterThan(0);
      expect(seen.has(program)).toBe(false);
      seen.add(program);
      expect(decide(module, program, "/")).toBe(i % 2);
      expect(module.free(program)).toBe(0);
    }
    for (const handle of seen) expect(module.decide(handle, 0)).toBe(errors["INVALID_PROGRAM"]);
  });

  it("memory is used again: ten thousand programs, an index each, take no more than a few at once", () => {
    const module = instantiate();
    for (let i = 0; i < 10_000; i++) {
      const program = compile(module, file);
      module.decide_lines(program, write(module, "/1/a\n".repeat(600)));
      module.free(program);
    }
    expect(module.memory.buffer.byteLength).toBeLessThan(2 ** 20);
  });

  it("many programs are held at once", () => {
    const module = instantiate();
    const programs = Array.from({ length: 3000 }, (_, i) => compile(module, `User-agent: *\nDisallow: /${i}$\n`));
    programs.forEach((program, i) => {
      expect(decide(module, program, `/${i}`)).toBe(0);
      expect(decide(module, program, `/${i}x`)).toBe(1);
    });
  });
});
