/**
 * The labelled cases: what google/robotstxt answers, verdict and line, and the cases on which real implementations
 * disagree, for the dialects that are definite about them.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type DialectName, parse } from "../../../bindings/index.ts";
import { engines, withEngine } from "../../support/engines.ts";
import { hasShared, readShared } from "../../support/shared.ts";

interface GoogleCase {
  readonly id: string;
  readonly robots?: string;
  readonly robots_b64?: string;
  readonly agent: string;
  readonly url: string;
  readonly allowed: boolean;
  readonly line: number;
}

interface EdgeCase {
  readonly id: string;
  readonly title: string;
  readonly robots_latin1: string;
  readonly agent: string;
  readonly url: string;
  readonly rfc9309: string;
  readonly google: string;
}

const fixture = new URL("../../fixtures/google-cases.ndjson.gz", import.meta.url);
const googleCases: GoogleCase[] = gunzipSync(readFileSync(fixture))
  .toString("utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

function bytesOf({ robots, robots_b64 }: GoogleCase): Uint8Array {
  return robots_b64 === undefined
    ? new TextEncoder().encode(robots)
    : new Uint8Array(Buffer.from(robots_b64, "base64"));
}

describe.each(engines)("google/robotstxt, $name engine", (engine) => {
  it(`answers ${googleCases.length} labelled cases alike, verdict and line`, () => {
    const wrong = withEngine(engine, () =>
      googleCases.filter((one) => {
        const { allowed, rule } = parse(bytesOf(one), { dialect: "google" }).agent(one.agent).explain(one.url);
        return allowed !== one.allowed || (rule?.line ?? 0) !== one.line;
      }),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
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
      expect(withEngine(engine, () => parse(bytes, { dialect }).isAllowed(url, agent))).toBe(wanted);
    }
  });
});
