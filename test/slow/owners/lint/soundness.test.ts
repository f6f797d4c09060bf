/**
 * Findings about rules without effect are true in every dialect: the engine never names such a rule, and removing it changes
 * no verdict. The generated patterns use few letters, so they often repeat or cover each other. `LINT_CASES=100000` tests
 * more files.
 */

import { describe, expect, it } from "vitest";
import { dialects } from "../../../../bindings/core/dialects.ts";
import { LONGEST_FIRST } from "../../../../bindings/core/layout.ts";
import { type DialectName, parse } from "../../../../bindings/index.ts";
import { type FindingCode, lint } from "../../../../bindings/owners/lint/index.ts";
import fc from "../../../support/properties.ts";
import { sized } from "../../../support/sized.ts";

const numRuns = Number(process.env["LINT_CASES"] ?? sized(400, 4000));

const neverDecide: readonly FindingCode[] = ["repeated-rule", "shadowed-rule", "unreachable-rule"];

const letters = ["/", "a", "b", "*", "$", "%61", "%2F", "%2", "%2a", "%24", "?", "é", "index.html"];
const pathOf = (pieces: readonly string[]): string => `/${pieces.join("")}`;
const pattern = fc.oneof(
  fc.array(fc.constantFrom(...letters), { maxLength: 5 }).map(pathOf),
  fc.array(fc.constantFrom("a", "*"), { maxLength: 4 }).map(pathOf),
  fc.constantFrom("*", "**", "*$", "$", "a", ""),
);
const rule = fc.tuple(fc.constantFrom("Allow", "Disallow"), pattern).map(([key, value]) => `${key}: ${value}`);
const line = fc.oneof(
  { weight: 9, arbitrary: rule },
  { weight: 1, arbitrary: fc.constantFrom("", "User-agent: *", "User-agent: x", "User-agent: X/2") },
);
const file = fc.array(line, { maxLength: 10 }).map((lines) => ["User-agent: *", ...lines]);
const urls = fc.array(fc.array(fc.constantFrom(...letters), { maxLength: 6 }).map(pathOf), {
  minLength: 1,
  maxLength: 20,
});

/** A rule that no asked URL matches takes the place of each removed one: a rule also ends the user-agent lines above it. */
const textWithout = (lines: readonly string[], removed: readonly number[]): string =>
  lines.map((line, i) => (removed.includes(i + 1) ? "Disallow: /not-asked" : line)).join("\n");

/** Calls `check` with a file, the lines of its findings, and URLs. */
function forFiles(
  dialect: DialectName,
  codes: readonly FindingCode[],
  check: (lines: readonly string[], found: readonly number[], asked: readonly string[]) => void,
): number {
  let found = 0;
  fc.assert(
    fc.property(file, urls, (lines, asked) => {
      const findings = lint(lines.join("\n"), { dialect }).filter(({ code }) => codes.includes(code));
      found += findings.length;
      check(
        lines,
        findings.map((finding) => finding.line),
        asked,
      );
    }),
    { numRuns },
  );
  return found;
}

const verdictsOf = (text: string, dialect: DialectName, asked: readonly string[]): number[] =>
  ["x", "other"].flatMap((agent) => [...parse(text, { dialect }).agent(agent).isAllowedMany(asked)]);

describe.each(dialects.map(({ name }) => name))("%s", (dialect) => {
  it("rules that never decide are never named, and removing them all changes nothing", () => {
    const found = forFiles(dialect, neverDecide, (lines, idle, asked) => {
      for (const agent of ["x", "other"]) {
        const rules = parse(lines.join("\n"), { dialect }).agent(agent);
        for (const url of asked) expect(idle).not.toContain(rules.explain(url).rule?.line);
      }
      expect(verdictsOf(textWithout(lines, idle), dialect, asked)).toEqual(
        verdictsOf(lines.join("\n"), dialect, asked),
      );
    });
    expect(found).toBeGreaterThan(numRuns / 20);
  });
});

const longestFirst = dialects.filter(({ flags }) => flags & LONGEST_FIRST).map(({ name }) => name);

it.each(longestFirst)("%s: removing any redundant rule changes nothing", (dialect) => {
  const found = forFiles(dialect, ["redundant-rule"], (lines, redundant, asked) => {
    const wanted = verdictsOf(lines.join("\n"), dialect, asked);
    for (const one of redundant) expect(verdictsOf(textWithout(lines, [one]), dialect, asked)).toEqual(wanted);
  });
  expect(found).toBeGreaterThan(numRuns / 20);
});
