/** The checks of options that commands share: what is just within their bounds, and what is not. */
import { expect, it } from "vitest";
import {
  checkedChoice,
  checkedInteger,
  checkedPercentage,
  checkedShards,
  checkedSnapshot,
  leniencyOf,
  parseWords,
} from "../../bindings/cli/options.ts";

/** The value, or undefined for a usage error that names the text. */
function checked(check: () => unknown, text: string): unknown {
  try {
    return check();
  } catch (error) {
    expect(error).toMatchObject({ message: expect.stringContaining(text) });
    return undefined;
  }
}

it.each([
  ["0%", 0],
  ["100%", 1],
  ["99.5%", 0.995],
  ["100.1%", undefined],
  ["5", undefined],
  ["-1%", undefined],
  [".5%", undefined],
  ["1e1%", undefined],
  ["%", undefined],
])("the share %s is %s", (text, value) => expect(checked(() => checkedPercentage("--max", text), text)).toBe(value));

it.each([
  ["2", 2],
  ["10", 10],
  ["1", undefined],
  ["11", undefined],
  ["3.5", undefined],
  ["-3", undefined],
  ["", undefined],
  ["0x3", undefined],
])("from 2 to 10: %j is %s", (text, value) =>
  expect(checked(() => checkedInteger("--jobs", text, 2, 10), text)).toBe(value),
);

it.each([
  ["1", 1],
  ["65536", 65_536],
  ["0", undefined],
  ["65537", undefined],
  ["100000", undefined],
  ["1.5", undefined],
])("%s shards are %s", (text, value) => expect(checked(() => checkedShards(text), text)).toBe(value));

it.each([
  [undefined, undefined],
  ["2026-11_a.1", "2026-11_a.1"],
  ["a".repeat(100), "a".repeat(100)],
  ["a".repeat(101), undefined],
  ["a b", undefined],
  ["", undefined],
])("the snapshot %s is %s", (text, value) => expect(checked(() => checkedSnapshot(text), "")).toBe(value));

it.each([
  [["typos"], { typos: true }],
  [["typos=false", "lineCapBytes=2000"], { typos: false, lineCapBytes: 2000 }],
  [["tokens=strict"], { tokens: "strict" }],
  [["typo"], undefined],
  [["tokens=loose"], undefined],
])("--lenient %j is %j", (words, value) => expect(checked(() => leniencyOf(words), "")).toEqual(value));

it("a choice is one of the words, and the nearest is named for another", () => {
  expect(checkedChoice("--format", "csv", ["csv", "ndjson"])).toBe("csv");
  expect(() => checkedChoice("--format", "cvs", ["csv", "ndjson"])).toThrow(/one of csv, ndjson; got cvs.*csv/);
});

const OPTIONS = {
  one: { type: "string", short: "o" },
  many: { type: "string", multiple: true },
  flag: { type: "boolean", values: ["all"] },
} as const;

it.each<[words: string[], message: string]>([
  [["--one", "a", "--one", "b"], "expected --one once; got a and b"],
  [["-o", "a", "--one=a"], "expected --one once; got a and a"],
  [["--one"], "expected --one with a value; got none"],
  [["--one", "--flag"], "expected --one with a value; got the option --flag; write --one=--flag if you mean it"],
  [["--flag=some"], "expected --flag without a value or --flag=all; got --flag=some"],
  [["--flags"], "expected a known option; got --flags"],
  [["--constructor"], "expected a known option; got --constructor"],
])("%j: %s", (words, message) => expect(() => parseWords(words, OPTIONS)).toThrow(message));

it.each<[words: string[], values: object, positionals: string[]]>([
  [["a", "--one", "b", "c"], { one: "b" }, ["a", "c"]],
  [["--one=--flag"], { one: "--flag" }, []],
  [["--one", "-"], { one: "-" }, []],
  [["--many", "a", "--many", "b"], { many: ["a", "b"] }, []],
  [["--flag", "--flag"], { flag: true }, []],
  [["--flag=all"], { flag: "all" }, []],
  [["--", "--one"], {}, ["--one"]],
])("%j are %j and %j", (words, values, positionals) => {
  const read = parseWords(words, OPTIONS);
  expect([{ ...read.values }, read.positionals]).toEqual([values, positionals]);
});
