/** A short program is kept as numbers until somebody reads its bytes; nobody can tell. */
import { expect, it } from "vitest";
import { Program, programOf, ruleCountOf } from "../../../bindings/core/program/program.ts";
import { AgentRules, parse } from "../../../bindings/index.ts";

/** Bytes of all values, and more than a number of 32 bits with sign holds. */
const bytes = Uint8Array.from({ length: 50 }, (_, i) => 255 - i * 5);
const padded = new Uint8Array(52);
padded.set(bytes);
const fromWords = new Program(Array.from(new Uint32Array(padded.buffer)), bytes.length);

it("words and bytes make the same program", () => {
  const fromBytes = programOf(bytes);
  for (const at of [0, 16, 20, 48 - 4]) expect(fromWords.u32At(at)).toBe(fromBytes.u32At(at));
  expect(ruleCountOf(fromWords)).toBe(ruleCountOf(fromBytes));
  expect(fromWords.bytes).toEqual(bytes);
  expect(fromWords.bytes).toBe(fromWords.bytes);
  expect(fromWords.length).toBe(bytes.length);
});

it("a program of any length around the limit is saved, measured and read alike", () => {
  for (let length = 20; length < 80; length++) {
    const rules = parse(`User-agent: *\nDisallow: /${"\xff".repeat(9)}${"a".repeat(length)}\nCrawl-delay: 2\n`).agent(
      "x",
    );
    expect(rules.crawlDelay).toBe(2);
    expect(rules.byteLength).toBe(rules.toBytes().length);
    expect(AgentRules.fromBytes(rules.toBytes()).list).toEqual(rules.list);
  }
});
