/** Which URLs the WebAssembly engine decides although nobody parsed them (assembly/spell/plain.ts). */
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../bindings/core/dialects.ts";
import { WasmEngine } from "../../../bindings/core/engine/wasm.ts";
import { MAX_URL_BYTES, NOT_NORMALISED } from "../../../bindings/core/layout.ts";
import { fallback, pathsOf } from "../../../bindings/core/program/fallback.ts";
import type { Program } from "../../../bindings/core/program/program.ts";
import { readModule } from "../../support/modules.ts";

const module = new WebAssembly.Module(readModule("engine"));
const engine = new WasmEngine(module, fallback, 2 ** 20);
const rfc9309 = dialectNamed("rfc9309");
const programOf = (file: string): Program =>
  engine.compile(new TextEncoder().encode(file), ["FooBot"], rfc9309).program;

const program = programOf("User-agent: *\nDisallow: /x\nAllow: /*y\n");
const origin = "https://example.com/";

const isPlain = (url: string, start = origin): boolean => engine.decidePlain(program, url, start) !== NOT_NORMALISED;

describe("a URL is plain", () => {
  const characters = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));

  it("unless it holds a control character, a space, a backslash or an apostrophe", () => {
    const refused = characters.filter((character) => !isPlain(`${origin}a${character}b`));
    expect(refused.join("")).toBe(`${characters.slice(0, 33).join("")}'\\`);
  });

  it("unless a dot or a percent sign starts a segment", () => {
    const refused = characters.filter(
      (character) => isPlain(`${origin}a${character}b`) && !isPlain(origin + character),
    );
    expect(refused.join("")).toBe("%.");
    expect(isPlain(`${origin}a/b.c/d%2E./e`)).toBe(true);
  });

  it("wherever in the URL that is", () => {
    for (let before = 0; before < 40; before++)
      for (let after = 0; after < 40; after++)
        for (const odd of ["\t", "'", "\\", "/.", "/%", " "]) {
          const [start, end] = ["a".repeat(before), "b".repeat(after)];
          expect([start, end, isPlain(`${origin}${start}_${end}`), isPlain(`${origin}${start}${odd}${end}`)]).toEqual([
            start,
            end,
            true,
            false,
          ]);
        }
  });

  it("only if it has the canonical paths of the parsed URL", () => {
    const pieces = [
      ...characters.filter((character) => !/[a-z\d]/i.test(character)),
      "\ud800",
      "a",
      "%2e",
      "%2F",
      "%41",
    ];
    const odd = pieces.filter((piece) => piece < "\x7f" || piece > "\u0170");
    const changed: string[] = [];
    for (const one of odd)
      for (const other of odd)
        for (const path of [one + other, `a/${one}/${other}`, `?${one}/${other}`]) {
          const url = origin + path;
          const isSame = (): boolean => isDeepStrictEqual(pathsOf(url, rfc9309), pathsOf(new URL(url).href, rfc9309));
          if (isPlain(url) && !isSame()) changed.push(url);
        }
    expect(changed).toEqual([]);
  });
});

it.each([
  ["https://example.com/", true],
  ["https://example.com/x", true],
  ["https://example.com", false],
  ["https://example.com:443/", false],
  ["https://example.co", false],
  ["https://example.comx", false],
  ["https://example.org/x", false],
  ["https://user@example.com/", false],
  ["HTTPS://example.com/", false],
  ["https://Example.com/", false],
  ["https:\\\\example.com/", false],
  [" https://example.com/", false],
  ["http://example.com/", false],
  ["//example.com/", false],
  ["/x", false],
  ["", false],
])("only a URL of the same origin: %j: %s", (url, plain) => {
  // What the last URL has left in the input does not belong to this one.
  expect(isPlain(`${origin}${"x".repeat(100)}`)).toBe(true);
  expect(isPlain(url)).toBe(plain);
});

it("the origin may be another one each time", () => {
  const origins = ["http://a.example/", "http://b.example/", "https://a.example:8443/", "http://[::1]/"];
  for (const expected of origins)
    for (const actual of origins) expect(isPlain(`${actual}x`, expected)).toBe(actual === expected);
});

it("a longer origin or URL than there is room for needs parsing", () => {
  const long = `https://${"a".repeat(600)}.example/`;
  expect(isPlain(long, long)).toBe(false);
  const urlOf = (bytes: number): string => origin.padEnd(bytes, "x");
  expect(isPlain(urlOf(MAX_URL_BYTES))).toBe(true);
  expect(isPlain(urlOf(MAX_URL_BYTES + 1))).toBe(false);
  expect(isPlain(`${urlOf(MAX_URL_BYTES - 1)}é`)).toBe(false);
});

it("so does a URL whose rules do not fit into memory", () => {
  const small = new WasmEngine(module, fallback, 2 ** 19);
  const lines = Array.from({ length: 500 }, (_, i) => `Disallow: /${i}${"x".repeat(1000)}\n`);
  const large = programOf(`User-agent: *\n${lines.join("")}`);
  expect(small.decidePlain(large, `${origin}x`, origin)).toBe(NOT_NORMALISED);
  expect(small.decidePlain(program, `${origin}x`, origin)).not.toBe(NOT_NORMALISED);
});

it("the decision is that of the parsed URL, before and after there is an index", () => {
  const lines = Array.from({ length: 50 }, (_, i) => `Disallow: /d${i}\nAllow: /d${i}/*.é\n`);
  const many = programOf(`User-agent: *\n${lines.join("")}`);
  for (let i = 0; i < 100; i++) {
    const url = `${origin}d${i}/x.é${i % 3}`;
    expect(engine.decidePlain(many, url, origin)).toBe(fallback.decide(many, new URL(url).href));
  }
});
