/** A program is kept as numbers until somebody reads its bytes, unless it is long; nobody can tell. */
import { describe, expect, it } from "vitest";
import { concat } from "../../../bindings/base/little-endian.ts";
import { bytesOf } from "../../../bindings/base/utf8.ts";
import { dialectNamed } from "../../../bindings/core/dialects.ts";
import { withChecksum } from "../../../bindings/core/program/encode.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import {
  compiledRuleAt,
  dialectIdOf,
  dialectOf,
  hasFields,
  longestPatternBytes,
  Program,
  programOf,
  ruleAt,
  ruleCountOf,
  rulesOf,
  tailOf,
} from "../../../bindings/core/program/program.ts";
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

it("programs that are read in turns keep their bytes and fields", () => {
  const made = Array.from({ length: 6 }, (_, i) =>
    parse(`User-agent: *\nDisallow: /${"p".repeat(i * 7)}\nCrawl-delay: ${i}\nKey-${i}: ${"v".repeat(40 - i * 7)}\n`),
  );
  const rules = made.map((robots) => robots.agent("x"));
  const delays = rules.map(({ crawlDelay }) => crawlDelay);
  const saved = [...rules].reverse().map((one) => one.toBytes());
  expect(delays).toEqual([0, 1, 2, 3, 4, 5]);
  rules.forEach((one, i) => {
    expect(one.toBytes()).toEqual(saved[5 - i]);
    expect(AgentRules.fromBytes(saved[5 - i]!).fields).toEqual(one.fields);
    expect(one.fields.map(({ key }) => key)).toEqual(["crawl-delay", `key-${i}`]);
  });
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

describe("what a program holds", () => {
  const file =
    "User-agent: Bot/1\nDisallow: /b*c\nAllow: /%zz\\\nDisallow: /long/er$\nDisallow:\nAllow: /d*\nDisallow: / x\nCrawl-delay: 2\nK: v\n";
  const rules = [
    { directive: "disallow", pattern: "/b*c", line: 2 },
    { directive: "allow", pattern: "/%zz\\", line: 3 },
    { directive: "disallow", pattern: "/long/er$", line: 4 },
    { directive: "disallow", pattern: "", line: 5 },
    { directive: "allow", pattern: "/d*", line: 6 },
    { directive: "disallow", pattern: "/ x", line: 7 },
  ];
  const { program } = fallback.compile(file, ["bot"], rfc9309);

  it("rulesOf lists the rules in file order, ruleAt gives one by rank, as the file spells them", () => {
    expect(rulesOf(program)).toEqual(rules);
    const ranked = Array.from({ length: ruleCountOf(program) }, (_, rank) => ruleAt(program, rank));
    // The longest first; of equals Allow, then the order of the file (RFC 9309 §2.2.2).
    expect(ranked.map(({ line }) => line)).toEqual([4, 3, 7, 2, 6, 5]);
    for (const rule of ranked) expect(rules).toContainEqual(rule);
  });

  it("compiledRuleAt gives canonical patterns with lines and flags", () => {
    const compiled = [0, 1, 2, 3, 4, 5].map((rank) => compiledRuleAt(program, rank));
    const patterns = compiled.map(({ pattern }) => Buffer.from(pattern).toString("latin1"));
    expect(patterns).toEqual(["/long/er", "/%zz%5C", "/%20x", "/b\0c", "/d", ""]);
    expect(compiled.map(({ line }) => line)).toEqual([4, 3, 7, 2, 6, 5]);
    expect(compiled.map(({ flags }) => flags)).toEqual([4, 1 | 2 | 16, 16, 8, 1 | 2 | 32, 2]);
    expect(longestPatternBytes(program)).toBe(8);
    expect(longestPatternBytes(fallback.compile("", ["x"], rfc9309).program)).toBe(0);
  });

  it("tailOf gives the agent as the file spells it, and the fields", () => {
    const fields = [
      { key: "crawl-delay", value: "2", line: 8 },
      { key: "k", value: "v", line: 9 },
    ];
    expect(tailOf(program)).toMatchObject({ agent: "Bot/1", isNamed: true, hasGroup: true, fields });
    expect([hasFields(program), dialectIdOf(program), dialectOf(program)]).toEqual([true, 1, rfc9309]);
    const star = fallback.compile("User-agent: *\nDisallow: /\n", ["bot"], rfc9309).program;
    expect(tailOf(star)).toMatchObject({ agent: "*", isNamed: false, hasGroup: true, fields: [] });
    expect(hasFields(star)).toBe(false);
    expect(tailOf(fallback.compile("", ["bot"], rfc9309).program)).toMatchObject({ agent: "", hasGroup: false });
  });

  it("withChecksum returns a copy", () => {
    const before = program.bytes.slice();
    const copy = withChecksum(program);
    expect(program.bytes).toEqual(before);
    expect(copy).not.toEqual(before);
    expect(withChecksum(programOf(copy))).toEqual(copy);
  });
});

it("own fields are those behind user-agent lines that name the crawler", () => {
  const file = "User-agent: A\nCrawl-delay: 10\nUser-agent: B\nCrawl-delay: 1\nDisallow: /\n";
  const delaysOf = (agent: string): string[][] => {
    const { fields, ownFields } = tailOf(fallback.compile(file, [agent], rfc9309).program);
    return [fields, ownFields].map((list) => list.map(({ value, line }) => `${value} in line ${line}`));
  };
  expect(delaysOf("A")).toEqual([["10 in line 2", "1 in line 4"], ["10 in line 2"]]);
  expect(delaysOf("B")).toEqual([["10 in line 2", "1 in line 4"], ["1 in line 4"]]);
});
