/** URLs around the length of the engine's input, alone and in batches, and what programs keep of their bytes. */

import { expect, it } from "vitest";
import { dialectNamed } from "../../../bindings/core/dialects.ts";
import { INPUT_BYTES, MAX_URL_BYTES } from "../../../bindings/core/layout.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { wasmEngine } from "../../support/engines.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";
import { written } from "../../support/written.ts";

const rfc9309 = written(dialectNamed("rfc9309"));
const { program } = fallback.compile("User-agent: *\nDisallow: /*xyz$\nAllow: /*%C3%A9q$", ["x"], rfc9309);

it.each([
  ["of bytes that stay", "a", "xyz"],
  ["of escapes that become bytes", "%61", "xyz"],
  ["of characters that become escapes", "é", "éq"],
  ["that nothing matches", "é", "xy"],
])("a long URL %s is decided to its last byte", (_, letter, end) => {
  const url = `http://a.b/${letter.repeat(70_000)}${end}`;
  expect(wasmEngine.decide(program, url)).toBe(fallback.decide(program, url));
});

/** URLs of every length for the input of 64 KiB, with line ends, and others around which a batch is cut. */
const awkward = [
  ...["", "/", "/xyz", "/xyz\r", "/xyz\n", "/xyz\r\n", "/a\n/xyz", "/\u00e9q", "\r"],
  ...[2, 30_000, 65_530, 65_536, 70_000].map((length) => `/${"a".repeat(length)}xyz`),
  `/xyz\n${"\u00e4".repeat(40_000)}`,
];
const batches = fc.array(fc.constantFrom(...awkward), { minLength: 1, maxLength: 8 });

it("a batch decides each URL as it is decided alone, whatever its length and its line ends", () => {
  const property = fc.property(batches, (urls) => {
    expect([...wasmEngine.decideMany(program, urls)]).toEqual([...fallback.decideMany(program, urls)]);
  });
  fc.assert(property, { numRuns: sized(30, 1_000) });
});

it("lines are decided one by one, whatever their lengths, and whatever ends them", () => {
  const property = fc.property(batches, fc.constantFrom("\n", "\r\n"), fc.boolean(), (urls, lineEnd, endsLast) => {
    const lines = new TextEncoder().encode(urls.join(lineEnd) + (endsLast ? lineEnd : ""));
    expect([...wasmEngine.decideLines(program, lines)]).toEqual([...fallback.decideLines(program, lines)]);
  });
  fc.assert(property, { numRuns: sized(30, 1_000) });
});

it.each(["", "\n", "\r\n"])(
  "lines around the length of the input are decided to the last one, before %j",
  (lineEnd) => {
    for (let length = INPUT_BYTES - 4; length <= INPUT_BYTES + 4; length++) {
      const line = (start: string, end: string, bytes: number): string => start.padEnd(bytes - end.length, "a") + end;
      const decide = (lines: string): number[] => [...wasmEngine.decideLines(program, Buffer.from(lines))];
      const rest = `\n/b\n/xyz${lineEnd}`;
      expect(decide(line("/xy", rest, length)), `${length}`).toEqual([1, 1, 0]);
      expect(decide(line("/", `xyz${lineEnd}`, length)), `one of ${length}`).toEqual([0]);
      expect(decide(`${line("/", "xyz", length)}${rest}`), `first of ${length}`).toEqual([0, 1, 0]);
      expect(decide(`/xyz\n${line("/", `xyz${lineEnd}`, length)}`), `second of ${length}`).toEqual([0, 0]);
    }
  },
);

it.each(["a", "\u00e9"])(
  "a URL of %s around the longest that the module takes is decided to its last byte",
  (letter) => {
    for (const bytes of [MAX_URL_BYTES / 2, MAX_URL_BYTES, MAX_URL_BYTES * 2])
      for (let by = -3; by <= 3; by++)
        for (const end of ["xyz", "\u00e9q", "xy"]) {
          const path = `/${letter.repeat((bytes + by - end.length) / Buffer.byteLength(letter))}${end}`;
          const wanted = end === "xyz" ? 0 : 1;
          expect(wasmEngine.decide(program, path) & 1, `${bytes + by} bytes, ${end}`).toBe(wanted);
          expect(wasmEngine.decide(program, Buffer.from(path)) & 1).toBe(wanted);
          expect([...wasmEngine.decideMany(program, [path, "/xyz"])]).toEqual([wanted, 0]);
        }
  },
);

it("a batch around the most that the input surely holds is decided to its last URL, whatever its bytes", () => {
  for (const letter of ["a", "\u00e9", "\u20ac"])
    for (const units of [21_845, 32_768, 65_535])
      for (let by = -2; by <= 2; by++) {
        // Behind the long URL come a line end, `/xyz` and a line end.
        const long = `/${letter.repeat(units + by - 10)}xyz`;
        expect([...wasmEngine.decideMany(program, [long, "/xyz"])], `${letter}, ${units + by}`).toEqual([0, 0]);
        expect([...wasmEngine.decideMany(program, ["/b", `${long}/`])]).toEqual([1, 1]);
      }
});

/** Eight bytes that are a NaN: a signalling one, and the one by which V8 marks a place of an array that holds no number. */
it.each([
  ["signals", [0xf1, 0x7f]],
  ["is V8's hole", [0xff, 0xff, 0xf7, 0xff]],
])("a program keeps its bytes where eight of them are a NaN that %s", (_, bytes) => {
  for (let shift = 0; shift < 8; shift++) {
    const value = Array.from({ length: 32 }, (_one, i) => bytes[i % bytes.length]!);
    const file = Uint8Array.from([...Buffer.from(`User-agent: *\nDisallow: /a\n${"x".repeat(shift)}f: `), ...value]);
    const [ours, theirs] = [wasmEngine, fallback].map((engine) => engine.compile(file, ["x"], rfc9309).program);
    expect(ours!.bytes).toEqual(theirs!.bytes);
  }
});
