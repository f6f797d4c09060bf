/** Product tokens of a caller that are long, or many: both engines find them, and nothing throws. */
import { describe, expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { parse } from "../../../bindings/index.ts";
import { engines, wasmEngine, withEngine } from "../../support/engines.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";

const encoder = new TextEncoder();
const file = encoder.encode("User-agent: last\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n");

describe("a list of agents of any length", () => {
  const many = (count: number): string[] => [...Array.from({ length: count }, (_, i) => `agent-${i}`), "LAST"];
  it.each(dialects)("$name", ({ name: dialect }) => {
    const wanted = withEngine(fallback, () => parse(file, { dialect }).agent("last").toBytes());
    for (const [engine, count] of [
      [wasmEngine, sized(3_000, 30_000)],
      [fallback, 300],
    ] as const)
      withEngine(engine, () => {
        const robots = parse(file, { dialect });
        expect(robots.agent(many(count)).toBytes()).toEqual(wanted);
        expect(robots.isAllowed("/a", many(count))).toBe(false);
      });
  });
});

it.each(dialects)("$name: a token of any length is compared as a whole", ({ name: dialect }) => {
  for (const length of sized([2_000, 8_192], [2_000, 8_190, 8_192])) {
    const token = "ab".repeat(length / 2);
    const lines = encoder.encode(`User-agent: x${token}\nDisallow: /a\n\nUser-agent: ${token}b\nDisallow: /b\n`);
    const [first, ...others] = engines.map((engine) =>
      withEngine(engine, () => ["/a", "/b"].map((url) => parse(lines, { dialect }).agent(`${token}b`).isAllowed(url))),
    );
    for (const other of others) expect(other).toEqual(first);
  }
});

describe("a line contains a token, in any letter case (draft-koster-robots-00 §3.2.1; 1994 page, User-agent)", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "A", "-"), minLength: 1, maxLength: 12 });
  const line = fc.string({ unit: fc.constantFrom("a", "a", "a", "b", "B"), minLength: 1, maxLength: 24 });
  it.each([
    ["norobots1996", (value: string, token: string) => value.includes(token)],
    ["original1994", (value: string, token: string) => value.includes(token) || token.includes(value)],
  ] as const)("%s", (dialect, isNamed) =>
    fc.assert(
      fc.property(line, name, (value, token) => {
        const named = engines.map((engine) =>
          withEngine(engine, () => parse(`User-agent: ${value}\nDisallow: /`, { dialect }).agent(token).isNamed),
        );
        const wanted = isNamed(value.toLowerCase(), token.toLowerCase());
        expect(named).toEqual(engines.map(() => wanted));
      }),
      { numRuns: sized(100, 20_000) },
    ),
  );
});
