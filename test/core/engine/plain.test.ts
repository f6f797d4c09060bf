/** Which URLs the WebAssembly engine decides by itself, in one reading (assembly/spell/plain.ts); the host decides the others. */
import { describe, expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { WasmEngine } from "../../../bindings/core/engine/wasm.ts";
import { MAX_URL_BYTES, NOT_NORMALISED, NOT_NORMALISED_VERDICT } from "../../../bindings/core/layout.ts";
import { isAllowedBy } from "../../../bindings/core/program/engine.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import type { Program } from "../../../bindings/core/program/program.ts";
import { readingsOf } from "../../../bindings/core/program/readings.ts";
import { readModule } from "../../support/modules.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const module = new WebAssembly.Module(readModule("node"));
const engine = new WasmEngine(module, fallback, 2 ** 20);
const programOf = (file: string, dialect = dialects[0]!): Program =>
  engine.compile(new TextEncoder().encode(file), ["FooBot"], dialect).program;

const program = programOf("User-agent: *\nDisallow: /x\nAllow: /*y\n");
const origin = "https://example.com/";
const isDecided = (url: string): boolean => engine.decide(program, url) !== NOT_NORMALISED;

describe("a URL is decided in one reading", () => {
  itEach<string>("%s, which URL parsers leave as it is", (url) => expect(isDecided(url)).toBe(true));

  itEach<[url: string, cell1: string]>("not %j: %s", (url) => {
    // What the last URL has left in the input does not belong to this one.
    expect(isDecided(`${origin}${"x/".repeat(100)}`)).toBe(true);
    expect(isDecided(url)).toBe(false);
  });

  it("not if one of these stands anywhere in its path", () => {
    for (let before = 0; before < 40; before++)
      for (const odd of ["\t", "^", "\\", "/./", "/%2e/", " ", "\u00e9"])
        expect([before, odd, isDecided(`${origin}${"a".repeat(before)}${odd}b`)]).toEqual([before, odd, false]);
  });
});

it("the decision is that of each reading, in every dialect", () => {
  const characters = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code));
  const starts = ["", "http://a.example", "http://a", "http://a.1", "http://a--b", "http://a:1"];
  for (const dialect of dialects) {
    const rules = ["/a", "/*%27", "/*'", "/*%5E", "/*^", "/*.", "/*%2e", "/*{", "/*%7B", "/*%C3", "/*?", "/*x/"];
    const one = programOf(`User-agent: *\n${rules.map((rule) => `Disallow: ${rule}x\n`).join("")}`, dialect);
    for (const start of starts)
      for (const character of characters)
        for (const path of [`/${character}x`, `/a/${character}/x`, `/?${character}x`, `/a${character}`]) {
          const decision = engine.decide(one, start + path);
          if (decision === NOT_NORMALISED) continue;
          const wanted = readingsOf(start + path).map((reading) => fallback.decide(one, reading, true));
          expect(new Set([decision, ...wanted]).size, `${dialect.name} ${JSON.stringify(start + path)}`).toBe(1);
        }
  }
});

it.each(dialects)("lines are decided as their URLs are, in all readings, in $name", (dialect) => {
  const one = programOf("User-agent: *\nDisallow: /private\nDisallow: /x/$\nDisallow: /^\nDisallow: /?a\n", dialect);
  const segments = ["x", "private", "..", ".", "%2e", "%2e%2E", "%2E.", "^", "%70rivate", "?a", "?", "#", "", "\u00e9"];
  const path = fc.array(fc.constantFrom(...segments), { maxLength: 4 }).map((parts) => `/${parts.join("/")}`);
  const start = fc.constantFrom("", "http://a.example", "http://b.example", "HTTP://a.example");
  const urls = fc.array(
    fc.tuple(start, path).map((parts) => parts.join("")),
    { maxLength: 8 },
  );
  const property = fc.property(urls, (lines) => {
    const text = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
    const wanted = lines.map((url) =>
      Number(readingsOf(url).every((reading) => isAllowedBy(fallback.decide(one, reading, true)))),
    );
    for (const verdicts of [engine.decideLines(one, text), engine.decideMany(one, lines)])
      for (const [i, verdict] of verdicts.entries())
        expect([wanted[i], NOT_NORMALISED_VERDICT], JSON.stringify(lines)).toContain(verdict);
  });
  fc.assert(property, { numRuns: sized(100, 10_000) });
});

it("a URL that does not fit is left to the host, and so is one whose rules do not", () => {
  const urlOf = (bytes: number): string => origin.padEnd(bytes, "x");
  expect(isDecided(urlOf(MAX_URL_BYTES))).toBe(true);
  expect(isDecided(urlOf(MAX_URL_BYTES + 1))).toBe(false);
  const small = new WasmEngine(module, fallback, 2 ** 19);
  const lines = Array.from({ length: 500 }, (_, i) => `Disallow: /${i}${"x".repeat(1000)}\n`);
  expect(small.decide(programOf(`User-agent: *\n${lines.join("")}`), `${origin}x`)).toBe(NOT_NORMALISED);
});
