/** Pieces of a file as text, and where a long file is cut (RFC 9309 §2.5). */
import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../bindings/core/dialects.ts";
import { endWithin, within } from "../../../bindings/core/reader/cut.ts";
import { readRecords } from "../../../bindings/core/reader/record-reader.ts";
import { sitemapSpansOf } from "../../../bindings/core/reader/records.ts";
import { fieldAt, textAt, textReader } from "../../../bindings/core/reader/text.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");

describe("text.ts", () => {
  itEach<[title: string, text: string, from: number, to: number]>(
    "textReader reads as textAt does: %s",
    (_, text, from, to) => {
      const read = textReader(bytes(text), from, to);
      for (let start = from; start <= to; start++)
        for (let end = start; end <= to; end++) expect(read(start, end)).toBe(textAt(bytes(text), start, end));
    },
  );

  it("fieldAt gives the key in lower case, the value and the line", () => {
    const records = readRecords(bytes("\nCrawl-DELAY: 2\xc3\xa4 \nK: V"), dialectNamed("rfc9309"));
    const fields = [fieldAt(records, 0), fieldAt(records, 6, textReader(records.bytes, 0, records.bytes.length))];
    expect(fields).toEqual([
      { key: "crawl-delay", value: "2ä", line: 2 },
      { key: "k", value: "V", line: 3 },
    ]);
  });

  it("a byte order mark inside a file stays", () => {
    expect(textAt(bytes("\xef\xbb\xbfKey"), 0)).toBe("\ufeffKey");
  });

  it("sitemapSpansOf gives the values of sitemaps, in file order", () => {
    const records = readRecords(bytes("Sitemap: a\nAllow: /\nsitemap:bc"), dialectNamed("rfc9309"));
    expect(sitemapSpansOf(records)).toEqual([9, 10, 28, 30]);
  });
});

/** The whole lines in the first `limit` bytes; a line end that crosses the limit does not matter. */
const naiveEnd = (text: string, limit: number): number => {
  if (text.length <= limit) return text.length;
  let end = limit;
  while (end > 0 && !/[\r\n]/.test(text[end]!) && !/[\r\n]/.test(text[end - 1]!)) end--;
  return end;
};

it.each(["ab\ncd\nef", "ab\r\ncd\r\n", "\n\na", "abc", "a\rb\rc", ""])("within keeps whole lines of %j", (text) => {
  for (let limit = 0; limit <= text.length + 1; limit++) {
    const kept = Buffer.from(within(bytes(text), limit)).toString("latin1");
    expect(kept).toBe(text.slice(0, naiveEnd(text, limit)));
    const whole = text.split(/(?<=\r\n|\n|\r(?!\n))/).filter(
      (line, i, all) =>
        all
          .slice(0, i + 1)
          .join("")
          .trimEnd().length <= limit && line !== "",
    );
    if (text.length > limit)
      expect(kept.split(/[\r\n]+/).filter(Boolean)).toEqual(whole.map((line) => line.trimEnd()).filter(Boolean));
  }
});

itEach<[text: string, limit: number, end: number]>("endWithin cuts %j at %i to %i", (text, limit, end) =>
  expect(endWithin(bytes(text), limit)).toBe(end),
);
