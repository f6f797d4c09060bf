/**
 * Hostile files, half a megabyte each (weekly: four): read to the right end, and so long that reading them in more than
 * linear time would not end within any test's patience.
 */

import { describe, expect, it } from "vitest";
import { dialectNamed, dialects } from "../../../../bindings/core/dialects.ts";
import { KEY_START, LINE, MERGES, RECORD_STRIDE } from "../../../../bindings/core/layout.ts";
import { selectRules } from "../../../../bindings/core/reader/groups.ts";
import { readRecords } from "../../../../bindings/core/reader/record-reader.ts";
import { parse } from "../../../../bindings/index.ts";
import fc from "../../../support/properties.ts";
import { sized } from "../../../support/sized.ts";

const FILE_BYTES = sized(500_000, 4_000_000);
const encoder = new TextEncoder();
const filled = (unit: string, bytes: number = FILE_BYTES): string => unit.repeat(bytes / unit.length);

/** Ends every file, on a line of its own. */
const END = "\nUser-agent: x\nDisallow: /last";

describe.each(dialects)("$name reads to the end of", (dialect) => {
  it.each([
    ["one line without a colon", filled("a")],
    ["one line of colons", filled(":")],
    ["one comment", filled("#")],
    ["one line of white space", filled(" ")],
    ["one key of white space and letters", `k${filled(" ")}: v`],
    ["a line whose colon is behind a comment", `${filled("a ")}#:`],
    ["NULs", filled("\0")],
    ["line feeds", filled("\n")],
    ["carriage returns", filled("\r")],
    ["both, the wrong way round", filled("\n\r")],
    ["lines without a colon", filled("abc\n")],
    ["the shortest records", filled("a:\n")],
    ["empty records", filled("a:\n\n")],
    ["names cut short", filled("disallo\n")],
    ["names without an end", filled("disallow")],
    ["byte order marks", filled("\u{feff}", FILE_BYTES / 4)],
    ["HTML", filled("<p class='a: b'>x</p>\n")],
  ])("%s", (_, head) => {
    const records = readRecords(encoder.encode(head + END), dialect);
    const selection = selectRules(records, ["x"], dialect);
    expect(new TextDecoder().decode(selection.rules[0]?.original)).toBe("/last");
  });
});

describe.each(dialects)("$name selects among", (dialect) => {
  const COUNT = sized(20_000, 100_000);
  const lines = (line: (i: number) => string): string => Array.from({ length: COUNT }, (_, i) => line(i)).join("\n");
  const rulesFor = (file: string, agent: string): number =>
    selectRules(readRecords(encoder.encode(file), dialect), [agent], dialect).rules.length;

  it("user-agent lines in one run", () => {
    const file = `${lines((i) => `User-agent: bot${"x".repeat(i % 7)}\nCrawl-delay: ${i}`)}${END}`;
    expect(rulesFor(file, "x")).toBeGreaterThan(0);
    expect(rulesFor(file, "absent")).toBe(0);
  });
  it("groups", () => {
    const file = lines((i) => `User-agent: ${i % 2 ? "odd" : "x"}\nDisallow: /${i}\n`);
    const merged = dialect.flags & MERGES ? COUNT / 2 : 1;
    expect(rulesFor(file, "x")).toBe(merged);
  });
  it("names of a megabyte", () => {
    const name = "a".repeat(1_000_000);
    expect(rulesFor(`User-agent: ${name}b\nDisallow: /a${END}`, "x")).toBe(1);
    const isReadWhole = dialect.lineCapBytes > name.length;
    expect(rulesFor(`User-agent: ${name}\nDisallow: /a`, name)).toBe(isReadWhole ? 1 : 0);
  });
});

describe("any bytes", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .array(fc.constantFrom(...encoder.encode("\r\n\0 \t#:aDdisalow-*/\u{feff}")), { maxLength: 200 })
      .map((some) => Uint8Array.from(some)),
  );
  it.each(dialects)("$name: records lie in the file, in order", (dialect) => {
    fc.assert(
      fc.property(bytes, (file) => {
        const { table } = readRecords(file, dialect);
        let [last, lastLine] = [0, 0];
        for (let at = 0; at < table.length; at += RECORD_STRIDE) {
          const [keyStart, keyEnd, valueStart, valueEnd] = table.subarray(at + KEY_START, at + RECORD_STRIDE);
          const offsets = [last, keyStart!, keyEnd!, valueStart!, valueEnd!, file.length];
          expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
          expect(table[at + LINE]).toBeGreaterThan(lastLine);
          [last, lastLine] = [valueEnd!, table[at + LINE]!];
        }
        const lineEnds = file.filter((byte) => byte === 10 || byte === 13).length;
        expect(lastLine).toBeLessThanOrEqual(lineEnds + 1);
      }),
      { numRuns: 2000 },
    );
  });
  it("never throw, whatever token asks", () => {
    // A token with these is a header or a URL, and refused, as a blank one is (test/core/misuse.test.ts).
    const token = fc.string().map((text) => `x${text.replace(/[;(]|:\/\//g, "-")}`);
    fc.assert(
      fc.property(bytes, token, fc.constantFrom(...dialects), (file, agent, { name }) => {
        const robots = parse(file, { dialect: name, url: "http://h/robots.txt" });
        expect(typeof robots.isAllowed("/a", agent)).toBe("boolean");
        expect(robots.groups.length + robots.sitemaps.length + robots.fields.length).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("what a caller does to the bytes later", () => {
  it("does not reach rules that were made before", () => {
    const body = encoder.encode("User-agent: *\nDisallow: /a");
    const rules = parse(body).agent("x");
    body.fill(0);
    expect([rules.isAllowed("/a"), rules.explain("/a").rule?.pattern]).toEqual([false, "/a"]);
  });
});

it("the table of a small file does not keep the memory that a monster needed", () => {
  const dialect = dialectNamed("rfc9309");
  const monster = encoder.encode(filled("a:\n", 3_000_000));
  readRecords(monster, dialect);
  const { table } = readRecords(encoder.encode("a: b"), dialect);
  expect(table.buffer.byteLength).toBeLessThanOrEqual(16_384);
});
