/**
 * Hostile input: it never throws, the output is bounded, and 10 MB take one pass. A quadratic step over 10 million
 * characters would take days, so a test that ends is the proof.
 */

import { describe, expect, it } from "vitest";
import {
  type ParsedDirectives,
  parseRobotsMeta,
  parseXRobotsTag,
  resolveRobots,
} from "../../../../bindings/core/meta/index.ts";
import fc, { anyCharacter } from "../../../support/properties.ts";

const SIZE = 10_000_000;
const fill = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length));

function expectBounded({ directives, warnings }: ParsedDirectives): void {
  expect(directives.length).toBeLessThanOrEqual(1000);
  expect(warnings.length).toBeLessThanOrEqual(101);
  for (const { text } of [...directives, ...warnings]) expect(text.length).toBeLessThanOrEqual(100);
  for (const { agent } of directives) expect(agent.length).toBeLessThanOrEqual(129);
}

describe("10 MB of", () => {
  it.each([
    ["one letter", fill("a")],
    ["commas", fill(",")],
    ["commas and spaces", fill(", ")],
    ["colons", fill(":")],
    ["spaces", fill(" ")],
    ["one directive again and again", fill("noindex,")],
    ["unknown directives", fill("noindex;,")],
    ["agents", fill("a: noindex, ")],
    ["nested agents", fill("a:")],
    ["a long agent", `${fill("a")}: noindex`],
    ["values without an end", `max-snippet: ${fill("1")}`],
    ["dates without an end", `unavailable_after: ${fill("1 ")}`],
    ["weekdays", fill("unavailable_after: Friday, ")],
    ["a weekday before a long item", `unavailable_after: Fri, ${fill("1")}`],
    ["unavailable_after", fill("unavailable_after")],
    ["NUL", fill("\0")],
    ["lone surrogates", fill(`${"\ud800".repeat(99)},`)],
  ])("%s", (_, text) => {
    expectBounded(parseRobotsMeta(text));
    expectBounded(parseXRobotsTag(text));
  });

  it("distinct directives: the first thousand count, and a warning says so", () => {
    const parsed = parseRobotsMeta(Array.from({ length: 600_000 }, (_, i) => `max-snippet: ${i + 1}`).join(","));
    expect(parsed.directives).toHaveLength(1000);
    expect(parsed.warnings.map(({ code }) => code)).toEqual(["too-many-directives"]);
    expect(resolveRobots(parsed.directives, { now: 0 }).maxSnippet).toBe(1);
  });
});

it("any text is parsed and resolved without a throw", () => {
  const piece = fc.constantFrom(
    ",",
    ":",
    " ",
    "noindex",
    "max-snippet",
    "-1",
    "unavailable_after",
    "Fri",
    "25 Jun 10",
    "x",
  );
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(piece).map((pieces) => pieces.join("")),
  );
  fc.assert(
    fc.property(text, fc.boolean(), (value, strict) => {
      const directives = [...parseRobotsMeta(value).directives, ...parseXRobotsTag(value, { strict }).directives];
      const { index, expired } = resolveRobots(directives, { agent: "x", now: 0 });
      expect(expired && index).toBe(false);
    }),
    { numRuns: 1000 },
  );
});
