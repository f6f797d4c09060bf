/**
 * The TypeScript fallback is the oracle: programs equal to the byte, decisions equal to the rank, single or in batches, in
 * every layout, in every dialect. ROBOTS_CASES sets the number of fast-check cases in all.
 */

import { describe, expect, it } from "vitest";
import { type Dialect, dialects } from "../../../../bindings/core/dialects.ts";
import { isAllowedBy } from "../../../../bindings/core/program/engine.ts";
import { fallback } from "../../../../bindings/core/program/fallback.ts";
import { programOf } from "../../../../bindings/core/program/program.ts";
import { layouts, wasmEngine } from "../../../support/engines.ts";
import fc from "../../../support/properties.ts";
import { sized } from "../../../support/sized.ts";
import { written } from "../../../support/written.ts";

const CASES = Number(process.env["ROBOTS_CASES"] ?? 2_500);
const encoder = new TextEncoder();

const piece = fc.constantFrom(
  ..."a b ab aa / /a ? ?a= = & ; . .a $ * ** %2F %2f %41 %3F %3a %2A %24 %25 % %z %C3%A9 é \u{1F600} : @ + ~ %7E".split(
    " ",
  ),
  " ",
  '"',
  "\0",
);
const text = (maxLength: number) => fc.array(piece, { maxLength }).map((pieces) => pieces.join(""));
const pattern = fc.oneof(
  { weight: 8, arbitrary: text(6).map((rest) => `/${rest}`) },
  { weight: 2, arbitrary: text(4) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("/index.html", "/a/index.htm", "/*/index.html?", "/robots.txt", "/", "*", "$", ""),
  },
);
const rule = fc.record({ pattern, allow: fc.boolean() });
const origin = fc.constantFrom("", "http://h", "https://a.example", "HTTPS://H:8", "//h", "ftp://u@h", "x");
const url = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(origin, text(8)).map(([start, rest]) => `${start}/${rest}`) },
  {
    weight: 1,
    arbitrary: fc.oneof(text(8), fc.constantFrom("", "/robots.txt", "http://h/robots.txt?a", "#", "http://h#/x", "?a")),
  },
);
const suffix = fc.constantFrom("", "#f", "#", "?", "%", "\0a", "\ud800", "\r");

interface Rule {
  readonly pattern: string;
  readonly allow: boolean;
}

const fileOf = (rules: readonly Rule[]): Uint8Array =>
  encoder.encode(
    `User-agent: *\n${rules.map(({ pattern, allow }) => `${allow ? "Allow" : "Disallow"}: ${pattern}\n`).join("")}`,
  );

function expectAgreement(rules: readonly Rule[], urls: readonly string[], dialect: Dialect): void {
  const file = fileOf(rules);
  const { bytes } = wasmEngine.compile(file, ["x"], dialect).program;
  expect(bytes).toEqual(fallback.compile(file, ["x"], dialect).program.bytes);
  const wanted = urls.map((one) => fallback.decide(programOf(bytes), one));
  for (const engine of layouts) {
    const program = programOf(bytes);
    expect(urls.map((one) => engine.decide(program, one))).toEqual(wanted);
    expect([...engine.decideMany(program, urls)]).toEqual(wanted.map((one) => (isAllowedBy(one) ? 1 : 0)));
  }
}

describe.each(dialects.map(written))("the engines agree in $name", (dialect) => {
  it("on few rules", () => {
    const urls = fc.array(
      fc.tuple(url, suffix).map(([one, end]) => one + end),
      { minLength: 1, maxLength: 12 },
    );
    const cases = fc.property(fc.array(rule, { maxLength: 10 }), urls, (rules, some) =>
      expectAgreement(rules, some, dialect),
    );
    fc.assert(cases, { numRuns: Math.ceil(CASES / 5) });
  });

  it("on URLs that are longer than the module's input", () => {
    const filler = fc
      .constantFrom("a", "ab", "/a", "%41", "%2f", "é", "?a=", "%3a", "*")
      .map((one) => one.repeat(8200 / one.length));
    const long = fc.tuple(url, filler, text(8)).map((parts) => parts.join(""));
    const urls = fc.array(fc.oneof(long, url), { minLength: 1, maxLength: 6 });
    const cases = fc.property(fc.array(rule, { maxLength: 10 }), urls, (rules, some) =>
      expectAgreement(rules, some, dialect),
    );
    fc.assert(cases, { numRuns: Math.ceil(CASES / 50) });
  });

  it("on patterns and URLs that are longer than anything", () => {
    const long = "/a".repeat(15_000);
    const rules = [`/*${long}b`, `/*${long}$`, "/*c*d", "/x"].map((one) => ({ pattern: one, allow: false }));
    const urls = [`${long}b`, `/x${long}`, `/y${long}`, `/y${long}b`, "/x", `/${long.repeat(sized(8, 40))}cad`];
    for (const some of [rules, rules.slice(2)]) expectAgreement(some, urls, dialect);
  });

  it("on many rules", () => {
    const urls = fc.array(url, { minLength: 20, maxLength: 40 });
    const cases = fc.property(fc.array(rule, { minLength: 20, maxLength: 120 }), urls, (rules, some) =>
      expectAgreement(rules, some, dialect),
    );
    fc.assert(cases, { numRuns: Math.ceil(CASES / 100) });
  });

  it("on tails behind two hundred beginnings that the path holds", () => {
    const word = (maxLength: number) =>
      fc.array(fc.constantFrom("c", "d"), { minLength: 1, maxLength }).map((letters) => letters.join(""));
    const tail = fc.tuple(fc.oneof(word(3), word(20)), fc.constantFrom("", "", "$", "*e", "*cd"));
    const nameOf = (i: number): string => `a${i.toString(2).padStart(8, "0")}`;
    const file = fc.array(fc.record({ tail, allow: fc.boolean() }), { minLength: 200, maxLength: 255 });
    const ends = fc.array(fc.tuple(word(3), fc.nat(99), fc.constantFrom("", "c", "de", "cd")), {
      minLength: 8,
      maxLength: 8,
    });
    const cases = fc.property(file, ends, (rules, some) => {
      const beginnings = rules.map((_, i) => nameOf(i)).join("");
      expectAgreement(
        rules.map(({ tail: [text, end], allow }, i) => ({ pattern: `/*${nameOf(i)}*${text}${end}`, allow })),
        some.map(([filler, i, end]) => `/${beginnings}${filler}${rules[i]!.tail[0]}${end}`),
        dialect,
      );
    });
    fc.assert(cases, { numRuns: Math.ceil(CASES / 400) });
  });

  it("on a path over 64 KiB that reaches many rules", () => {
    const rules = Array.from({ length: 60 }, (_, i) => ({
      pattern: `/*a${i}b*${"cd"[i % 2]}${i}e`,
      allow: i % 3 === 0,
    }));
    const reached = rules.map((_, i) => `a${i}b`).join("");
    const urls = ["", "d59e", "c30e", "d31", "c0"].map((end) => `/${reached}${"c1d2ab".repeat(20_000)}${end}`);
    expectAgreement(rules, urls, dialect);
  });

  it("on lines", () => {
    const line = fc.tuple(url, fc.constantFrom("", "\r")).map(([one, end]) => one.replaceAll("\n", "") + end);
    const lines = fc.tuple(fc.array(line, { maxLength: 30 }), fc.boolean());
    const cases = fc.property(fc.array(rule, { maxLength: 20 }), lines, (rules, [some, ended]) => {
      const one = wasmEngine.compile(fileOf(rules), ["x"], dialect).program;
      const bytes = encoder.encode(some.join("\n") + (ended ? "\n" : ""));
      const wanted = fallback.decideLines(one, bytes);
      for (const engine of layouts) expect(engine.decideLines(programOf(one.bytes), bytes)).toEqual(wanted);
    });
    fc.assert(cases, { numRuns: Math.ceil(CASES / 25) });
  });
});
