/**
 * The exports that read files are handed lies: addresses, lengths, tokens and room that are not true. They return, and write
 * nothing outside the region that they were given, except where canonical paths, failure functions and marks belong.
 */

import { expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { WasmEngine } from "../../../bindings/core/engine/wasm.ts";
import {
  ARENA,
  CANONICAL,
  FAILURE,
  FOUND,
  INPUT,
  IS_NAMED,
  PADDING,
  PREFIX_BYTES,
} from "../../../bindings/core/layout.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { readModule } from "../../support/modules.ts";
import fc from "../../support/properties.ts";
import { expectSameBytes } from "../../support/same-bytes.ts";
import { sized } from "../../support/sized.ts";

const engine = new WasmEngine(new WebAssembly.Module(readModule("node")), fallback, 2 ** 20);
for (const dialect of dialects) engine.compile(new Uint8Array(), ["x"], dialect);
const bytes = new Uint8Array(engine.exports.memory.buffer);
const FILL = 0xa5;
const filled = new Uint8Array(bytes.length).fill(FILL);

const file = new TextEncoder().encode(
  `License: https://l.example\n${"User-agent: x\nk: v\nDisallow: /é*a$\nAllow: /?%2F/index.html\n\n".repeat(20)}`,
);

/** Numbers that are true, nearly true, or anything. */
const near = (values: readonly number[]): fc.Arbitrary<number> =>
  fc.oneof(
    fc.constantFrom(...values),
    fc.constantFrom(...values).chain((value) => fc.integer({ min: value - 70, max: value + 70 })),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  );

/** The token "x", which the groups of the file name. */
const X = Uint8Array.of(1, 0, 0, 0, 0x78, 0, 0, 0, 0, 0, 0, 0);

const url = new TextEncoder().encode("http://h?%2f%41é".padEnd(9000, "a"));

interface FileExport {
  readonly name: string;
  /** Everything below is unchanged. */
  readonly unchangedEnd: number;
  /** Calls the export as the WebAssembly engine does. */
  readonly call: (dialect: number, at: number, fileBytes: number, tokensBytes: number, room: number) => number;
}

const decideFile =
  (urlBytes: number): FileExport["call"] =>
  (...region) =>
    engine.exports.decideFile(...region, urlBytes);

const fileExports: readonly FileExport[] = [
  { name: "compileFile", unchangedEnd: FAILURE, call: (...region) => engine.exports.compileFile(...region) },
  { name: "readFile", unchangedEnd: FAILURE, call: (...region) => engine.exports.readFile(...region) },
  { name: "decideFile", unchangedEnd: CANONICAL, call: decideFile(16) },
  { name: "decideFile, long URL", unchangedEnd: CANONICAL, call: decideFile(8192) },
  { name: "decideFile, impossible URL", unchangedEnd: CANONICAL, call: decideFile(2 ** 31 - 1) },
];

it.each(fileExports)("$name writes nothing outside its region, whatever it is told", ({ call, unchangedEnd }) => {
  const at = near([ARENA, ARENA + PREFIX_BYTES, ARENA + 1000, bytes.length]);
  const length = near([0, file.length, 2 ** 26, bytes.length]);
  const room = near([0, 4096, 60_000, 200_000, bytes.length - ARENA - 1000]);
  const token = fc.oneof(fc.uint8Array({ minLength: 12, maxLength: 12 }), fc.constant(X));
  const tokens = fc.tuple(near([0, 5, 9]), token);
  const property = fc.property(
    fc.nat(9),
    at,
    length,
    tokens,
    room,
    (id, start, fileBytes, [tokenBytes, token], size) => {
      bytes.fill(FILL, ARENA);
      bytes.set(url, INPUT);
      const before = bytes.slice(0, ARENA);
      const from = Math.min(Math.max(start, ARENA), bytes.length);
      bytes.set(file.subarray(0, bytes.length - from), from);
      const tokensAt = from + file.length + PADDING;
      if (tokensAt + token.length < bytes.length) bytes.set(token, tokensAt);
      const end = bytes.slice(Math.min(bytes.length, from + Math.max(size, file.length + PADDING + token.length)));
      const result = call(id, start, fileBytes, tokenBytes, size);
      expect(result).toBeLessThanOrEqual(Math.max(size, 0));
      // The byte before a path may become its slash.
      bytes.set(url, INPUT);
      expectSameBytes(bytes.subarray(0, FOUND), before.subarray(0, FOUND), "below what is found");
      const afterFound = [IS_NAMED + 4, unchangedEnd] as const;
      expectSameBytes(bytes.subarray(...afterFound), before.subarray(...afterFound), "below the arena");
      const first = Math.min(bytes.length, Math.max(ARENA, from - PREFIX_BYTES));
      expectSameBytes(bytes.subarray(ARENA, first), filled.subarray(ARENA, first), "before the region");
      expectSameBytes(bytes.subarray(bytes.length - end.length), end, "after the region");
    },
  );
  fc.assert(property, { numRuns: sized(400, 1_500, 200) });
});

it.each([
  ["the whole file and one token", (at: number) => [1, at, file.length, 5, 60_000], 1],
  ["a dialect that does not exist", (at: number) => [8, at, file.length, 5, 60_000], -1],
  ["an address before the arena", () => [1, 64, file.length, 5, 60_000], -1],
  ["an address beyond memory", () => [1, -64, file.length, 5, 60_000], -1],
  ["more room than memory", (at: number) => [1, at, file.length, 5, 2 ** 31 - 1], -1],
  ["a file longer than its room", (at: number) => [1, at, 60_001, 5, 60_000], -1],
  ["too little room", (at: number) => [1, at, file.length, 5, file.length + 300], -1],
] as const)("returns for %s", (_, argumentsFor, sign) => {
  const at = ARENA + 4096;
  bytes.set(file, at);
  bytes.set([1, 0, 0, 0, 0x78], at + file.length + PADDING);
  const [dialect, start, fileBytes, tokens, room] = argumentsFor(at);
  expect(Math.sign(engine.exports.compileFile(dialect!, start!, fileBytes!, tokens!, room!))).toBe(sign);
});
