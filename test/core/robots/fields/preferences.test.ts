/** Content-Signal and Content-Usage: parsing of single lines. */

import { describe, expect, it } from "vitest";
import { contentSignalsOf, parseContentSignal } from "../../../../bindings/core/robots/fields/content-signal.ts";
import { contentUsageOf, parseContentUsage } from "../../../../bindings/core/robots/fields/content-usage.ts";
import fc from "../../../support/properties.ts";
import { tablesOf } from "../../../support/tables.ts";
import { fieldsOf } from "./fields.ts";

const { itEach } = tablesOf(import.meta.url);

const [yes, no] = [true, false];

describe("Content-Signal (contentsignals.org, draft-romm-aipref-contentsignals)", () => {
  itEach<[value: string, path: string, uses: Record<string, boolean>]>(
    "Content-Signal (contentsignals.org, draft-romm-aipref-contentsignals): %s",
    (value, path, uses) => expect(parseContentSignal(value)).toEqual({ path, uses }),
  );

  // Cloudflare, 2026-08-31: immediate < reference < full
  it.each([
    ["search=yes, use=reference, ai-train=no", "reference"],
    ["use=immediate", "immediate"],
    ["USE = Full", "full"],
    ["use=full, use=reference", "reference"],
    ["use=reference, use=full", "reference"],
    ["search=yes, use=some", undefined],
    ["search=yes, use=", undefined],
    ["search=yes, use", undefined],
    ["search=yes, use=full=full", undefined],
  ])("the level of %s", (value, use) => expect(parseContentSignal(value)?.use).toBe(use));

  itEach<string>("states no preference: %j", (value) => expect(parseContentSignal(value)).toBeUndefined());

  it("the result has the line number and the text", () =>
    expect(contentSignalsOf(fieldsOf("content-signal", ["?", "/p search=no"]))).toEqual([
      { path: "/p", uses: { search: no }, value: "/p search=no", line: 2 },
    ]));
});

describe("Content-Usage (draft-ietf-aipref-vocab §6, RFC 9651 §3.2)", () => {
  itEach<[value: string, path: string, uses: Record<string, boolean>]>(
    "Content-Usage (draft-ietf-aipref-vocab §6, RFC 9651 §3.2): %s",
    (value, path, uses) => expect(parseContentUsage(value)).toEqual({ path, uses }),
  );

  itEach<string>("an invalid dictionary states no preference: $0", (value) =>
    expect(parseContentUsage(value)).toEqual({ path: "/", uses: {} }),
  );

  it.each(["", "/", "/p", "/p \t"])("no preference at all: %j", (value) =>
    expect(parseContentUsage(value)).toBeUndefined(),
  );

  it("the result has the line number and the text", () =>
    expect(contentUsageOf(fieldsOf("content-usage", ["/p", "/ search=y"]))).toEqual([
      { path: "/", uses: { search: yes }, value: "/ search=y", line: 2 },
    ]));
});

describe("hostile values", () => {
  it("a value of more than 8,192 characters is ignored", () => {
    const read = (length: number): unknown[] => [
      parseContentUsage("/ train-ai=n".padEnd(length))?.uses,
      parseContentSignal("ai-train=no".padEnd(length))?.uses,
    ];
    expect(read(8192)).toEqual([{ "train-ai": no }, { "ai-train": no }]);
    expect(read(8193)).toEqual([undefined, undefined]);
  });

  it.each(["a", ",", "a=n,", ";a", "(1 ", '"', '"a",', "/", " ", ":"])("10 MB of %j", (unit) => {
    for (const head of ["", "a=", "a=(", 'a="', "/p a=n"]) {
      const value = head + unit.repeat(10_000_000 / unit.length);
      expect([parseContentUsage(value), parseContentSignal(value)]).toEqual([undefined, undefined]);
    }
  });

  it("the longest dictionary, which could be split in many ways, takes one pass", () => {
    for (const unit of ["(1 1 1 1)", ";a;a;a=a", '"\\"\\"\\""', "a:a/a:a/", "*.*.*.*."]) {
      expect(parseContentUsage(`a=${unit.repeat(900)}\0`)?.uses).toEqual({});
    }
  });

  it("any text is parsed without a throw", () => {
    const piece = fc.constantFrom("train-ai", "=", "n", "y", ",", ";", " ", "(", ")", '"', "?1", "/p", "\\", ":", "1");
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(text, (value) => {
        const read = [parseContentUsage(value), parseContentSignal(value)];
        for (const parsed of read) expect(parsed === undefined || parsed.path.startsWith("/")).toBe(true);
      }),
    );
  });
});
