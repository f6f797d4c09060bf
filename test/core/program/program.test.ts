/** A program is kept as numbers until somebody reads its bytes, unless it is long; nobody can tell. */
import { expect, it } from "vitest";
import { concat } from "../../../bindings/base/little-endian.ts";
import { bytesOf } from "../../../bindings/base/utf8.ts";
import { dialectNamed } from "../../../bindings/core/dialects.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { Program, programOf, ruleCountOf } from "../../../bindings/core/program/program.ts";
import { AgentRules, parse } from "../../../bindings/index.ts";
import { wasmEngine } from "../../support/engines.ts";

const rfc9309 = dialectNamed("rfc9309");

/** Bytes of all values. */
const bytes = Uint8Array.from({ length: 50 }, (_, i) => 255 - i * 5);
const padded = new Uint8Array(56);
padded.set(bytes);
const fromNumbers = new Program(Array.from(new Float64Array(padded.buffer)), bytes.length);

it("numbers and bytes make the same program", () => {
  const fromBytes = programOf(bytes);
  for (const at of [0, 16, 20, 48 - 4]) expect(fromNumbers.u32At(at)).toBe(fromBytes.u32At(at));
  expect(ruleCountOf(fromNumbers)).toBe(ruleCountOf(fromBytes));
  for (const program of [fromNumbers, fromBytes]) {
    const memory = new Float64Array(9);
    program.copyTo(16, new Uint8Array(memory.buffer), memory);
    expect(new Uint8Array(memory.buffer, 16, bytes.length)).toEqual(bytes);
  }
  expect(fromNumbers.bytes).toEqual(bytes);
  expect(fromNumbers.bytes).toBe(fromNumbers.bytes);
  expect(fromNumbers.length).toBe(bytes.length);
});

it("bytes that are NaN as numbers are kept", () => {
  const odd = Uint8Array.from({ length: 32 }, (_, i) => (i % 2 === 0 ? 0xf0 : 0x7f));
  for (let before = 0; before < 8; before++) {
    const file = concat([bytesOf(`User-agent: *\nDisallow: /\nk: ${"v".repeat(before)}`), odd]);
    const compiled = [wasmEngine, fallback].map((engine) => engine.compile(file, ["x"], rfc9309).program.bytes);
    expect(compiled[0]).toEqual(compiled[1]);
  }
});

it("a program of any length around the limit is saved, measured and read alike", () => {
  for (const length of [...Array(60).keys(), ...Array.from({ length: 60 }, (_, i) => 8090 + i)]) {
    const rules = parse(`User-agent: *\nDisallow: /${"\xff".repeat(9)}${"a".repeat(length)}\nCrawl-delay: 2\n`).agent(
      "x",
    );
    expect(rules.crawlDelay).toBe(2);
    expect(rules.byteLength).toBe(rules.toBytes().length);
    expect(AgentRules.fromBytes(rules.toBytes()).rules).toEqual(rules.rules);
  }
});
