/** Lines to records: what the texts say, line by line, and agreement with a naive reader on everything else. */

import { describe, expect, it } from "vitest";
import { type DialectName, dialectNamed, dialects } from "../../../bindings/core/dialects.ts";
import { readRecords } from "../../../bindings/core/reader/record-reader.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";
import { bytesOf, type Line, naiveLines, recordsOf } from "./lines.ts";

type Row = readonly [title: string, latin1: string, records: readonly Line[]];

const check = (dialect: DialectName) => (_: string, latin1: string, wanted: readonly Line[]) =>
  expect(recordsOf(latin1, dialectNamed(dialect))).toEqual(wanted);

const a1: Line = ["disallow", 1, "disallow", "/a"];
const b2: Line = ["disallow", 2, "disallow", "/b"];

describe("RFC 9309 §2.2: lines, in every dialect", () => {
  const rows: readonly Row[] = [
    ["nothing", "", []],
    ["LF", "Disallow: /a\nDisallow: /b\n", [a1, b2]],
    ["CR", "Disallow: /a\rDisallow: /b\r", [a1, b2]],
    ["CRLF is one line end", "Disallow: /a\r\nDisallow: /b\r\n", [a1, b2]],
    ["LF CR is two line ends", "# a\n\rDisallow: /a", [["disallow", 3, "disallow", "/a"]]],
    ["no end of the last line", "Disallow: /a\nDisallow: /b", [a1, b2]],
    ["a last line of one byte", "Disallow: /a\nx", [a1]],
    ["any letter case", "dIsAlLoW: /a", [a1]],
    ["white space around key and value", " \tDisallow \t: \t/a \t", [a1]],
    ["no white space", "Disallow:/a", [a1]],
    ["a comment, glued on", "Disallow: /a#b: c", [a1]],
    ["a comment in the key is the line", "Dis#allow: /a", []],
    ["a comment's colon is not a separator", "Disallow # : /a", []],
    ["an escaped # is not a comment", "Disallow: /a%23", [["disallow", 1, "disallow", "/a%23"]]],
    ["a colon in the value", "Sitemap: http://h/s", [["sitemap", 1, "sitemap", "http://h/s"]]],
    ["a second colon", "Disallow:: /a", [["disallow", 1, "disallow", ": /a"]]],
    ["white space in the value", "Disallow: /a b", [["disallow", 1, "disallow", "/a b"]]],
    ["an empty value", "Disallow:", [["disallow", 1, "disallow", ""]]],
    ["an empty value in blanks", "Disallow: \t \n", [["disallow", 1, "disallow", ""]]],
    ["an empty key is not a record", ": /a", []],
    ["an unknown key", "Crawl-Delay: 5", [["other", 1, "crawl-delay", "5"]]],
    [
      "a key within a name",
      "Dis: /a\nallo: /a",
      [
        ["other", 1, "dis", "/a"],
        ["other", 2, "allo", "/a"],
      ],
    ],
    ["a byte order mark", "\xef\xbb\xbfDisallow: /a", [a1]],
    [
      "a second mark is part of a key",
      "\xef\xbb\xbf\xef\xbb\xbfDisallow: /a",
      [["other", 1, "\xef\xbb\xbfdisallow", "/a"]],
    ],
    ["bytes that are not UTF-8", "Disallow: /\xff\xc3", [["disallow", 1, "disallow", "/\xff\xc3"]]],
    ["NEL and NBSP are not white space", "Disallow: \xa0/a\x85", [["disallow", 1, "disallow", "\xa0/a\x85"]]],
  ];
  for (const { name } of dialects) it.each(rows)(`${name}: %s`, check(name));
});

describe("RFC 9309 §2.2 is exact where google/robotstxt is not", () => {
  const exact: readonly Row[] = [
    ["a longer key is another key", "Disallowed: /a", [["other", 1, "disallowed", "/a"]]],
    ["two words of key", "Disallow all: /a", [["other", 1, "disallow all", "/a"]]],
    [
      "a typo is another key",
      "Disalow: /a\nuser agent: b",
      [
        ["other", 1, "disalow", "/a"],
        ["other", 2, "user agent", "b"],
      ],
    ],
    ["no colon, no record", "Disallow /a", []],
    ["VT and FF are not white space", "Disallow:\v/a\f", [["disallow", 1, "disallow", "\v/a\f"]]],
    ["part of a byte order mark", "\xef\xbbDisallow: /a", [["other", 1, "\xef\xbbdisallow", "/a"]]],
    ["NUL is a byte", "Disallow: /a\0b", [["disallow", 1, "disallow", "/a\0b"]]],
    [
      "lines of any length",
      `Disallow: /${"a".repeat(20_000)}`,
      [["disallow", 1, "disallow", `/${"a".repeat(20_000)}`]],
    ],
  ];
  it.each(exact)("rfc9309: %s", check("rfc9309"));

  const CAP = 16_663;
  const fill = (length: number, from: string): string => from + "a".repeat(length - from.length);
  const lenient: readonly Row[] = [
    ["keys by their beginning", "Disallowed: /a", [["disallow", 1, "disallowed", "/a"]]],
    ["two words of key", "Disallow all: /a", [["disallow", 1, "disallow all", "/a"]]],
    ["an early colon decides", "Disallow /a: b", [["disallow", 1, "disallow /a", "b"]]],
    ["no colon, two words", "Disallow \t/a", [a1]],
    ["no colon, two words and a comment", "Disallow /a # b", [a1]],
    ["no colon, three words", "Disallow /a b", []],
    ["no colon, one word", "Disallow", []],
    ["= and VT do not separate", "Disallow=/a\nDisallow\v/a", []],
    ["VT and FF are white space", "\vDisallow\f:\v/a\f", [a1]],
    ["one byte of a byte order mark", "\xefDisallow: /a", [a1]],
    ["two bytes of it", "\xef\xbbDisallow: /a", [a1]],
    ["one byte of it, then all", "\xef\xef\xbb\xbfDisallow: /a", [["other", 1, "\xef\xbb\xbfdisallow", "/a"]]],
    ["NUL hides the rest of the line", "Disallow: /a\0#b: c\nDisallow: /b", [a1, b2]],
    ["NUL in the key", "Dis\0allow: /a", []],
    ["NUL before the colon", "Disallow\0: /a", []],
    ["a line at the cap", fill(CAP, "Disallow: /"), [["disallow", 1, "disallow", fill(CAP - 10, "/")]]],
    [
      "a line over the cap",
      `${fill(CAP, "Disallow: /")}b\nDisallow: /b`,
      [["disallow", 1, "disallow", fill(CAP - 10, "/")], b2],
    ],
    ["leading blanks count", `${" ".repeat(CAP - 12)}Disallow: /abc`, [a1]],
    ["blanks before the cap are trimmed", `Disallow: /a${" ".repeat(CAP)}b`, [a1]],
    ["a colon behind the cap", `Disallow${" ".repeat(CAP)}: /a`, []],
    [
      "a byte order mark does not count",
      `\xef\xbb\xbf${fill(CAP, "Disallow: /")}`,
      [["disallow", 1, "disallow", fill(CAP - 10, "/")]],
    ],
  ];
  it.each(lenient)("google: %s", check("google"));
});

describe("1994 and 1996: an empty line is a record of its own", () => {
  const rows: readonly Row[] = [
    [
      "between lines",
      "x: 1\n\ny: 2",
      [
        ["other", 1, "x", "1"],
        ["blank", 2, "", ""],
        ["other", 3, "y", "2"],
      ],
    ],
    [
      "of white space",
      "x: 1\n \t\ny: 2",
      [
        ["other", 1, "x", "1"],
        ["blank", 2, "", ""],
        ["other", 3, "y", "2"],
      ],
    ],
    [
      "many are one",
      "x: 1\n\n\r\n\ry: 2",
      [
        ["other", 1, "x", "1"],
        ["blank", 2, "", ""],
        ["other", 5, "y", "2"],
      ],
    ],
    ["none before the first record", "\n\nx: 1", [["other", 3, "x", "1"]]],
    [
      "a comment is not an empty line",
      "x: 1\n#\n # c\ny: 2",
      [
        ["other", 1, "x", "1"],
        ["other", 4, "y", "2"],
      ],
    ],
    [
      "nor is a line without a colon",
      "x: 1\nnothing\ny: 2",
      [
        ["other", 1, "x", "1"],
        ["other", 3, "y", "2"],
      ],
    ],
  ];
  it.each(rows)("koster1996: %s", check("koster1996"));
  it.each(rows)("original1994: %s", check("original1994"));
  it.each([["rfc9309"], ["google"]] as const)("but not in %s", (name) => {
    expect(recordsOf("x: 1\n\ny: 2", dialectNamed(name)).map(([kind]) => kind)).toEqual(["other", "other"]);
  });
  it("1994 does not know Allow", () => {
    expect(recordsOf("Allow: /a", dialectNamed("original1994"))).toEqual([["other", 1, "allow", "/a"]]);
  });
});

describe("agrees with a naive reader", () => {
  const atom = fc.constantFrom(
    ..."User-agent|user agent|USERAGENT|Disallow|disalow|diasllow|allow|Allowed|Site-map|sitemap|crawl-delay|x|dis|:|/a".split(
      "|",
    ),
    ..." |\t|#|\n|\r|\r\n|\n\n|\0|\v|\f|\xef|\xbb|\xbf|\xef\xbb\xbf|\xff|: /p\n|disallow: |allow:/a\n|-|*|$".split("|"),
  );
  const file = fc.array(atom, { maxLength: 40 }).map((atoms) => atoms.join(""));

  it.each(dialects)("$name, made files", (dialect) => {
    fc.assert(
      fc.property(file, (latin1) => {
        expect(recordsOf(latin1, dialect)).toEqual(naiveLines(latin1, dialect));
      }),
      { numRuns: sized(600, 20_000) },
    );
  });

  it.each(dialects)("$name, every byte at every offset from the start of a word", (dialect) => {
    for (let byte = 0; byte < 256; byte++) {
      for (const padding of sized([0, 6], [0, 1, 2, 3, 4, 5, 6, 7, 8])) {
        const latin1 = `a: ${"b".repeat(padding)}${String.fromCharCode(byte)}cccccccc\ndisallow: /d`;
        expect(recordsOf(latin1, dialect), JSON.stringify(latin1)).toEqual(naiveLines(latin1, dialect));
      }
    }
  });
});

describe("bytes anywhere in memory", () => {
  it.each([0, 1, 2, 3, 7])("at offset %i of a larger buffer, whose other bytes are not read", (offset) => {
    const text = "User-agent: a\nDisallow: /b";
    const memory = new Uint8Array(200).fill(0x61);
    memory.set(bytesOf(text), offset);
    const { table } = readRecords(memory.subarray(offset, offset + text.length), dialectNamed("rfc9309"));
    expect([...table]).toEqual([1, 1, 0, 10, 12, 13, 3, 2, 14, 22, 24, 26]);
  });
});
