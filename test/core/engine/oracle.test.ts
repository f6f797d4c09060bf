/**
 * The labelled cases: what google/robotstxt answers, verdict and line, and the cases on which real implementations
 * disagree, for the dialects that are definite about them.
 */
import { describe, expect, it } from "vitest";
import { type DialectName, parse } from "../../../bindings/index.ts";
import { engines, wasmEngine, withEngine } from "../../support/engines.ts";
import { hasShared, readShared } from "../../support/shared.ts";
import { googleCases, wrongAnswers } from "./google-cases.ts";

interface EdgeCase {
  readonly id: string;
  readonly title: string;
  readonly robots_latin1: string;
  readonly agent: string;
  readonly url: string;
  readonly rfc9309: string;
  readonly google: string;
}

// The other layouts and the fallback answer in test/slow.
it(`google/robotstxt answers ${googleCases.length} labelled cases alike, verdict and line`, () => {
  expect(wrongAnswers(wasmEngine)).toEqual([]);
});

const edgeCasesPath = "oracle/edge-cases.json";
const edgeCases: EdgeCase[] = hasShared(edgeCasesPath) ? JSON.parse(readShared(edgeCasesPath)) : [];

describe.skipIf(edgeCases.length === 0)("edge cases (skipped without the shared folder)", () => {
  const rows = (["rfc9309", "google"] as const).flatMap((dialect: DialectName & ("rfc9309" | "google")) =>
    edgeCases
      .filter((one) => one[dialect] === "A" || one[dialect] === "D")
      .map((one) => ({ dialect, ...one, wanted: one[dialect] === "A" })),
  );
  it.each(rows)("$dialect $id $title", ({ dialect, robots_latin1, agent, url, wanted }) => {
    const bytes = new Uint8Array(Buffer.from(robots_latin1, "latin1"));
    for (const engine of engines) {
      expect(withEngine(engine, () => parse(bytes, { dialect, reading: "written" }).isAllowed(url, agent))).toBe(
        wanted,
      );
    }
  });
});
