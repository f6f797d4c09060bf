/**
 * A short run of the fuzzer with a fresh seed, which a failure prints; weekly with a fixed one too. And the fuzzer under test: planted bugs are
 * found, shrunk to what matters and shown as a case. FUZZ_SCALE multiplies the cases.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { type Engine, isAllowedBy } from "../../../bindings/core/program/engine.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { boundsOf } from "../../fuzz/bounds.ts";
import { type FuzzResult, fuzz } from "../../fuzz/fuzz.ts";
import { beat, Listener, lastInput, newHeart } from "../../fuzz/heartbeat.ts";
import { fromJson, inputOf, latin1, toJson } from "../../fuzz/input.ts";
import { caseOf } from "../../fuzz/row.ts";
import { stepFeatures } from "../../fuzz/steps.ts";
import type { Target } from "../../fuzz/target.ts";
import { targets } from "../../fuzz/targets/all.ts";
import { decideTarget } from "../../fuzz/targets/decide.ts";
import { nativeTarget } from "../../fuzz/targets/native.ts";
import { casesOf } from "../../support/case-format.ts";
import { sized } from "../../support/sized.ts";

const SCALE = Number(process.env["FUZZ_SCALE"] ?? 1);

/** Enough for each to go far beyond its seeds, and some seconds in all; `.ci/weekly` fuzzes each for minutes. */
const casesOfTarget: Readonly<Record<string, number>> = {
  decide: 10_000,
  saved: 9000,
  embed: 10_000,
  meta: 3000,
  fields: 3200,
  tools: 3200,
  readings: 7000,
  parquet: 2000,
  bulk: 20_000,
  fixes: 7000,
  logs: 5000,
};

const run = (target: Target, seed: number, maxCases = 2000): FuzzResult =>
  fuzz({ target, seed, maxCases, maxMs: Number.POSITIVE_INFINITY });

describe.each(targets)("$name", (target) => {
  const cases = SCALE * casesOfTarget[target.name]!;

  it.each(sized([Date.now() % 2 ** 32], [1, Date.now() % 2 ** 32]))("holds, seed %i", (seed) => {
    const { finding, ...done } = run(target, seed, cases);
    expect(finding && `seed ${seed}: ${String(finding.error)} ${toJson(finding.minimized)}`).toBeUndefined();
    expect(done.cases).toBeGreaterThanOrEqual(cases);
    expect(done.inputs).toBeGreaterThan(target.seeds().length);
  });
});

/** The TypeScript fallback, but a decision goes wrong where `isWrong` says so. */
function planted(isWrong: (program: string, url: string) => boolean): Engine {
  const textOf = (url: string | Uint8Array): string => (typeof url === "string" ? url : latin1(url));
  const decide: Engine["decide"] = (program, url) => {
    const right = fallback.decide(program, url);
    return isWrong(latin1(program.bytes), textOf(url)) ? right ^ 1 : right;
  };
  return {
    ...fallback,
    name: "planted",
    decide,
    decideMany: (program, urls) => Uint8Array.from(urls, (url) => Number(isAllowedBy(decide(program, url)))),
  };
}

const rfc9309 = dialects.filter(({ name }) => name === "rfc9309");

describe("a planted bug is found and shrunk", () => {
  /** NUL is the wildcard in programs. */
  it("a star that does not match a slash", () => {
    const wrong = planted((program, url) => /\0./.test(program) && /^\/[^?]*\/./.test(url));
    const { finding } = run(decideTarget([fallback, wrong], rfc9309), 7, 1e6);
    expect(String(finding?.error)).toContain("rfc9309, planted");
    const [file, agent, ...urls] = finding!.minimized.map(latin1);
    expect(urls).toHaveLength(1);
    expect(file!.length + agent!.length + urls[0]!.length).toBeLessThan(60);
    const [row] = casesOf(caseOf(finding!.minimized));
    expect([latin1(row!.robots), row!.agents, row!.url]).toEqual([file!.trimEnd(), [agent], urls[0]]);
  });

  it("nothing is found where nothing is planted", () => {
    expect(run(decideTarget([fallback, planted(() => false)], rfc9309), 7).finding).toBeUndefined();
  });
});

describe("an input is kept for what it does", () => {
  it("for an outcome that no other had", () => {
    const { corpus, features } = run(decideTarget([fallback], rfc9309), 1, 2000);
    expect(features).toBeGreaterThan(3);
    expect(corpus).toBeGreaterThanOrEqual(decideTarget().seeds().length);
  });

  it("for more turns of the engine's loops", () => {
    const few = stepFeatures(inputOf("User-agent: *\nDisallow: /a\n", "x", "/a"));
    const many = stepFeatures(inputOf(`User-agent: *\n${"Disallow: /*a*b\n".repeat(50)}`, "x", `/${"a".repeat(500)}`));
    expect(few).toHaveLength(2 * dialects.length);
    expect(many.filter((feature) => few.includes(feature))).not.toEqual(many);
  });
});

it("inputs are read again as they were written", () => {
  const input = [Uint8Array.from({ length: 256 }, (_, byte) => byte), new Uint8Array(0)];
  expect(fromJson(toJson(input))).toEqual(input);
  expect(() => fromJson("{}")).toThrow("expected a JSON array of strings; got {}");
});

it("a case document says the file, the agent and the URLs, whatever bytes they are", () => {
  const input = inputOf("\ufeffUser-agent: *\r\nDisallow: /\\é\0|\t#", "x", "/\\é", "/");
  const rows = casesOf(caseOf(input));
  expect(rows).toHaveLength(2 * dialects.length);
  for (const { robots, agents } of rows) expect([robots, agents]).toEqual([input[0], ["x"]]);
});

describe("hangs", () => {
  it("are told from stretches without a beat, and the input is at hand", () => {
    const heart = newHeart();
    const listener = new Listener(heart);
    const input = inputOf("User-agent: é\n", "x");
    expect([listener.listen(), listener.listen()]).toEqual([1, 2]);
    beat(heart, input);
    expect([listener.listen(), listener.listen()]).toEqual([0, 1]);
    expect(fromJson(lastInput(heart))).toEqual(input);
  });
});

/** Speaks the protocol of docs/fuzzing.md and allows everything. */
const permissive = `#!${process.execPath}
const { readSync, writeSync } = require("node:fs");
function bytes(count) {
  const buffer = Buffer.alloc(count);
  for (let at = 0; at < count; ) {
    const read = readSync(0, buffer, at, count - at, null);
    if (read === 0) process.exit(0);
    at += read;
  }
  return buffer;
}
const number = () => bytes(4).readUInt32LE(0);
for (;;) {
  const [body, agent, urls] = [number(), number(), number()];
  bytes(body + agent);
  for (let i = 0; i < urls; i++) {
    bytes(number());
    writeSync(1, Buffer.from([0x31, 0, 0, 0, 0]));
  }
}
`;

it("a program behind a pipe is asked, and disagreement with it is found and shrunk", () => {
  const program = join(mkdtempSync(join(tmpdir(), "robots-native-")), "program.cjs");
  writeFileSync(program, permissive, { mode: 0o755 });
  const target = nativeTarget(program);
  const { finding } = run(target, 1);
  target.close();
  expect(String(finding?.error)).toContain("native: expected");
  expect(finding!.minimized.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(40);
});

it.each([
  [undefined, undefined, 20_000, Infinity],
  ["1e6", undefined, 1_000_000, Infinity],
  [undefined, "60", Infinity, 60_000],
  ["5", "2", 5, 2000],
])("--cases %s --seconds %s: at most %d cases in %d ms", (cases, seconds, maxCases, maxMs) =>
  expect(boundsOf(cases, seconds)).toEqual({ maxCases, maxMs }),
);
