/** Lines divided among threads by their hosts. */
import { describe, expect, it } from "vitest";
import { BulkModule } from "../../bindings/bulk/engine/module.ts";
import fc from "../support/properties.ts";

interface Line {
  readonly part: number;
  readonly start: number;
  readonly text: string;
}

function divided(lines: readonly string[], parts: number): Line[] {
  const whole = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  return new BulkModule().divide(whole, parts).flatMap(({ bytes, starts }, part) => {
    const texts = Buffer.from(bytes).toString().split("\n").slice(0, -1);
    expect(starts).toHaveLength(texts.length);
    return texts.map((text, i) => ({ part, start: starts[i]!, text }));
  });
}

describe("lines that are divided", () => {
  const line = fc
    .tuple(fc.constantFrom("http://", "https://", "x"), fc.nat(40), fc.string({ unit: "binary-ascii", maxLength: 40 }))
    .map(([scheme, host, rest]) => `${scheme}h${host}.example/${rest.replaceAll("\n", "")}`);

  it("are all there, each with its place, and in their order within a part", () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 200 }), fc.integer({ min: 1, max: 9 }), (lines, parts) => {
        const all = divided(lines, parts);
        const starts = lines.map((_, i) => lines.slice(0, i).join("\n").length + Number(i > 0));
        const byPlace = all.toSorted((a, b) => a.start - b.start);
        expect(byPlace.map(({ start, text }) => [start, text])).toEqual(lines.map((text, i) => [starts[i], text]));
        expect(all).toEqual(all.toSorted((a, b) => a.part - b.part || a.start - b.start));
      }),
    );
  });

  it("of one host are in one part, whatever their scheme; and those of many are in all", () => {
    const lines = Array.from({ length: 900 }, (_, i) => `http${i % 2 ? "s" : ""}://host${i % 90}.example/${i}`);
    const parts = new Map<string, Set<number>>();
    for (const { text, part } of divided(lines, 4)) {
      const { host } = new URL(text);
      parts.set(host, (parts.get(host) ?? new Set()).add(part));
    }
    expect(new Set([...parts.values()].map(({ size }) => size))).toEqual(new Set([1]));
    expect(new Set([...parts.values()].flatMap((known) => [...known])).size).toBe(4);
  });

  it("that are not URLs are in the first part", () => {
    const lines = ["", "x", "ftp://a.example/", "http://", "http:/a.example", "http://a b.example/"];
    expect(new Set(divided(lines, 7).map(({ part }) => part))).toEqual(new Set([0]));
  });

  it("end in LF, and are divided into 1 to 256 parts", () => {
    const divide = (text: string, parts: number) => () => new BulkModule().divide(Buffer.from(text), parts);
    expect(divide("http://a.example/\n", 256)()).toHaveLength(256);
    for (const parts of [0, 257]) expect(divide("http://a.example/\n", parts)).toThrow("-14");
    for (const text of ["", "http://a.example/"]) expect(divide(text, 2)).toThrow("-12");
  });
});
