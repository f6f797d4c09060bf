/** Which URLs the WebAssembly engine decides by itself, in one reading (assembly/spell/plain.ts); the host decides the others. */
import { describe, expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { WasmEngine } from "../../../bindings/core/engine/wasm.ts";
import { MAX_URL_BYTES, NOT_NORMALISED } from "../../../bindings/core/layout.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import type { Program } from "../../../bindings/core/program/program.ts";
import { readingsOf } from "../../../bindings/core/program/readings.ts";
import { readModule } from "../../support/modules.ts";

const module = new WebAssembly.Module(readModule("node"));
const engine = new WasmEngine(module, fallback, 2 ** 20);
const programOf = (file: string, dialect = dialects[0]!): Program =>
  engine.compile(new TextEncoder().encode(file), ["FooBot"], dialect).program;

const program = programOf("User-agent: *\nDisallow: /x\nAllow: /*y\n");
const origin = "https://example.com/";
const isDecided = (url: string): boolean => engine.decide(program, url) !== NOT_NORMALISED;

describe("a URL is decided in one reading", () => {
  it.each([
    "https://example.com/",
    "http://example.com/a/b.c?d=e&f=/../g",
    "https://example.com:8080/x",
    "https://www.my_site.example-1.co.uk/%D0%BC/%20x?q=%27#it's",
    "https://4chan.example/.well-known/x",
    "/",
    "/it's/a|b?q={^`\\}",
    "//a/b",
    "HTTPS://example.com/".toLowerCase(),
  ])("%s, which URL parsers leave as it is", (url) => expect(isDecided(url)).toBe(true));

  it.each([
    ["https://example.com", "without a path"],
    ["https://example.com?q", "without a path"],
    ["HTTPS://example.com/", "a scheme in another letter case"],
    [" https://example.com/", "a blank before"],
    ["https:\\\\example.com/", "backslashes"],
    ["https:///example.com/", "a third slash"],
    ["https://u@example.com/", "a user"],
    ["https://example.com:99999/", "a long port"],
    ["https://1.2.3.999/", "numbers in the host"],
    ["https://a.0x1/", "a hexadecimal number at the end"],
    ["https://example.com./", "an empty last label"],
    ["https://xn--bcher-kva.example/", "Punycode"],
    ["https://b\u00fccher.example/", "a host beyond ASCII"],
    ["https://[::1]/", "IPv6"],
    ["https://a;b/", "a host on which dialects differ"],
    ["/a/../b", "a dot segment"],
    ["/a/%2E%2e/b", "an escaped dot segment"],
    ["/a/.", "a dot segment at the end"],
    ["/x?", "an empty query"],
    ["/x?#f", "an empty query before a fragment"],
    ["/x^", "a caret in the path"],
    ["/x?'", "an apostrophe in the query"],
    ["/a\\b", "a backslash in the path"],
    ["/\u00e9", "a byte beyond ASCII"],
    ["/x ", "a space"],
    ["x", "no URL"],
    ["", "nothing"],
    ["ftp://example.com/", "another scheme"],
  ])("not %j: %s", (url) => {
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

it("a URL that does not fit is left to the host, and so is one whose rules do not", () => {
  const urlOf = (bytes: number): string => origin.padEnd(bytes, "x");
  expect(isDecided(urlOf(MAX_URL_BYTES))).toBe(true);
  expect(isDecided(urlOf(MAX_URL_BYTES + 1))).toBe(false);
  const small = new WasmEngine(module, fallback, 2 ** 19);
  const lines = Array.from({ length: 500 }, (_, i) => `Disallow: /${i}${"x".repeat(1000)}\n`);
  expect(small.decide(programOf(`User-agent: *\n${lines.join("")}`), `${origin}x`)).toBe(NOT_NORMALISED);
});
