/** Content-Signal and Content-Usage: parsing of single lines. */

import { describe, expect, it } from "vitest";
import { contentSignalsOf, parseContentSignal } from "../../../../bindings/core/robots/fields/content-signal.ts";
import { contentUsageOf, parseContentUsage } from "../../../../bindings/core/robots/fields/content-usage.ts";
import fc from "../../../support/properties.ts";
import { fieldsOf } from "./fields.ts";

const [yes, no] = [true, false];

describe("Content-Signal (contentsignals.org, draft-romm-aipref-contentsignals)", () => {
  it.each<[value: string, path: string, uses: Record<string, boolean>]>([
    ["search=yes,ai-train=no", "/", { search: yes, "ai-train": no }],
    ["ai-train=no, search=yes, ai-input=no", "/", { "ai-train": no, search: yes, "ai-input": no }],
    ["/p search=no", "/p", { search: no }],
    ["/p\tsearch=no", "/p", { search: no }],
    ["/locale/* ai-train=no", "/locale/*", { "ai-train": no }],
    // Blanks, case and semicolons are not defined anywhere; what is meant is plain
    [" search = yes ,\tai-train =no ", "/", { search: yes, "ai-train": no }],
    ["SEARCH=Yes, AI-Train=NO", "/", { search: yes, "ai-train": no }],
    ["search=yes; ai-train=no", "/", { search: yes, "ai-train": no }],
    // Unknown names and answers are ignored
    ["search=yes, show=reference, ai-train=no", "/", { search: yes, "ai-train": no }],
    ["search=maybe, ai-train=no", "/", { "ai-train": no }],
    ["search=yes=no, ai-train=no", "/", { "ai-train": no }],
    ["research=no, search=yes", "/", { search: yes }],
    ["search=yes no, ai-train=no", "/", { "ai-train": no }],
    ["search==no, ai-train=no", "/", { "ai-train": no }],
    ["search, ai-train=no", "/", { "ai-train": no }],
    // Twice in a line: no counts, whichever comes first
    ["search=yes, search=no", "/", { search: no }],
    ["search=no, search=yes", "/", { search: no }],
  ])("%s", (value, path, uses) => expect(parseContentSignal(value)).toEqual({ path, uses }));

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

  it.each([
    "",
    "/",
    "/p",
    "no",
    "search",
    "search=",
    "ai_train=no",
    "train-ai=no",
    "search=y",
    "=yes",
    "constructor=no",
    "__proto__=no",
  ])("states no preference: %j", (value) => expect(parseContentSignal(value)).toBeUndefined());

  it("the result has the line number and the text", () =>
    expect(contentSignalsOf(fieldsOf("content-signal", ["?", "/p search=no"]))).toEqual([
      { path: "/p", uses: { search: no }, value: "/p search=no", line: 2 },
    ]));
});

describe("Content-Usage (draft-ietf-aipref-vocab §6, RFC 9651 §3.2)", () => {
  it.each<[value: string, path: string, uses: Record<string, boolean>]>([
    ["/ train-ai=n", "/", { "train-ai": no }],
    ["/ai-ok/ train-ai=y", "/ai-ok/", { "train-ai": yes }],
    ["train-ai=y, search=n", "/", { "train-ai": yes, search: no }],
    ["/p  train-ai=n ,\tsearch=y", "/p", { "train-ai": no, search: yes }],
    ["/a*b$ search=n", "/a*b$", { search: no }],
    ["ai-use=n, x.y_z-*=y", "/", { "ai-use": no, "x.y_z-*": yes }],
    // Parameters are ignored, and only those of the value that counts exist
    ["train-ai=n;q=1.5;a", "/", { "train-ai": no }],
    ["train-ai;allow=n, train-ai=y", "/", { "train-ai": yes }],
    ['train-ai;has;parameters="?"', "/", {}],
    // Only the tokens y and n say anything
    ["train-ai=?0", "/", {}],
    ["train-ai=?1, search=n", "/", { search: no }],
    ["train-ai=1", "/", {}],
    ['train-ai="n"', "/", {}],
    ["train-ai=no", "/", {}],
    ["train-ai=N", "/", {}],
    ["train-ai", "/", {}],
    // Of a name given twice the last counts, even if it says nothing
    ["train-ai=y, train-ai=n", "/", { "train-ai": no }],
    ["train-ai=n, train-ai=y", "/", { "train-ai": yes }],
    ['train-ai=y, train-ai, search=n, search="n"', "/", {}],
    // Everything that a dictionary can hold
    [
      'a=-1.5, b="x\\"\\\\,y", c=:aGk=:, d=@1659578233, e=(1 "a";p tok);q, f=%"f%c3%bc", g=*t/x:y, search=n',
      "/",
      { search: no },
    ],
    ["a=(), b=( ), search=n", "/", { search: no }],
  ])("%s", (value, path, uses) => expect(parseContentUsage(value)).toEqual({ path, uses }));

  it.each([
    "train-ai=n, INVALID=y",
    "Train-AI=n",
    "train-ai=n,",
    "train-ai=n,!",
    "!train-ai=n",
    "train-ai=n,,search=n",
    ",train-ai=n",
    "train-ai=n; search=",
    "train-ai = n",
    "train-ai=n search=n",
    "train-ai=n, =y",
    'train-ai=n, a="open',
    "train-ai=n, a=(1",
    "train-ai=n, a=(1,2)",
    "train-ai=n, a=1.2345",
    "train-ai=n, a=1234567890123456",
    "train-ai=n, a=?2",
    "train-ai=n;A=1",
    "train-ai=n, é=1",
    "train-ai=n, 1=1",
  ])("an invalid dictionary states no preference: $0", (value) =>
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
