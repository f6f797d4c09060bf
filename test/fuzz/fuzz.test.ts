/**
 * A short run of the fuzzer: fixed seeds and a fresh one, which a failure prints. And the fuzzer under test: planted bugs are
 * found, shrunk to what matters and shown as a case. FUZZ_CASES sets the cases of a seed and target.
 */
import { describe, expect, it } from "vitest";
import { dialects } from "../../bindings/dialects.ts";
import { baseline } from "../../bindings/engine/baseline.ts";
import { type Engine, isAllowedBy } from "../../bindings/engine/engine.ts";
import { casesOf } from "../case-format.ts";
import { fuzz } from "./fuzz.ts";
import { latin1, toJson } from "./input.ts";
import { caseOf } from "./row.ts";
import type { Target } from "./target.ts";
import { targets } from "./targets/all.ts";
import { decideTarget } from "./targets/decide.ts";

const CASES = Number(process.env["FUZZ_CASES"] ?? 3000);

const run = (target: Target, seed: number, maxCases: number = CASES) =>
  fuzz({ target, seed, maxCases, maxMs: Number.POSITIVE_INFINITY });

describe.each(targets)("$name", (target) => {
  it.each([1, 2, Date.now() % 2 ** 32])("holds, seed %i", (seed) => {
    const { finding, cases } = run(target, seed);
    expect(finding && `seed ${seed}: ${String(finding.error)} ${toJson(finding.minimized)}`).toBeUndefined();
    expect(cases).toBeGreaterThanOrEqual(CASES);
  });
});

/** The naive engine, but a decision goes wrong where `isWrong` says so. */
function planted(isWrong: (program: string, url: string) => boolean): Engine {
  const textOf = (url: string | Uint8Array): string => (typeof url === "string" ? url : latin1(url));
  const decide: Engine["decide"] = (program, url) => {
    const right = baseline.decide(program, url);
    return isWrong(latin1(program.bytes), textOf(url)) ? right ^ 1 : right;
  };
  return {
    ...baseline,
    name: "planted",
    decide,
    decideMany: (program, urls) => Uint8Array.from(urls, (url) => Number(isAllowedBy(decide(program, url)))),
  };
}

describe("a planted bug is found and shrunk", () => {
  const rfc9309 = dialects.filter(({ name }) => name === "rfc9309");

  /** NUL is the wildcard in programs. */
  it("a star that does not match a slash", () => {
    const wrong = planted((program, url) => /\/b*\0b/.test(program) && /^\/[^?]*\/.*b/.test(url));
    const { finding } = run(decideTarget([baseline, wrong], rfc9309), 7, 1e6);
    expect(String(finding?.error)).toContain("rfc9309, planted, bytes");
    const [file, agent, ...urls] = finding!.minimized.map(latin1);
    expect(urls).toHaveLength(1);
    expect(file!.length + agent!.length + urls[0]!.length).toBeLessThan(60);
    const [row] = casesOf(caseOf(finding!.minimized));
    expect([latin1(row!.robots), row!.agents, row!.url]).toEqual([file!.trimEnd(), [agent], urls[0]]);
  });

  it("nothing is found where nothing is planted", () => {
    expect(run(decideTarget([baseline, planted(() => false)], rfc9309), 7).finding).toBeUndefined();
  });
});
