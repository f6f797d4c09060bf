/** URLs in columns of TSV and in keys of NDJSON. */
import { describe, expect, it } from "vitest";
import { MAX_LINE_BYTES } from "../../../bindings/bulk/files/blocks.ts";
import { fieldLines, type UrlField } from "../../../bindings/bulk/filter/url-field.ts";

const urlsIn = (text: string, field: UrlField): string => Buffer.from(fieldLines(Buffer.from(text), field)).toString();

describe("a column of TSV", () => {
  const table = "a\tb\tc\r\n\td\n\n\te\t\t\n";
  it.each([
    [1, "a\n\n\n\n"],
    [2, "b\nd\n\ne\n"],
    [3, "c\n\n\n\n"],
    [9, "\n\n\n\n"],
  ])("%i", (column, urls) => expect(urlsIn(table, { column })).toBe(urls));
});

describe("a key of NDJSON", () => {
  it.each([
    ["a string", '{"url":"http://a.example/é","b":1}', "http://a.example/é"],
    ["escapes", '{"url":"http://a.example\\/\\u00e9"}\r', "http://a.example/é"],
    ["no such key", '{"b":"x"}', ""],
    ["a number", '{"url":5}', ""],
    ["a line break, which would make two lines", '{"url":"http://a.example/\\nhttp://b.example/"}', ""],
    ["line ends at the end, which URL parsers remove", '{"url":"http://a.example/a\\r\\n"}', "http://a.example/a"],
    ["no JSON", "http://a.example/", ""],
    ["null", "null", ""],
    ["an inherited key", "{}", ""],
  ])("%s", (_, line, url) => expect(urlsIn(`${line}\n`, { key: "url" })).toBe(`${url}\n`));
});

describe("bytes that are not UTF-8", () => {
  const line = Buffer.from('{"a":"x","url":"http://a.example/\xff"}\thttp://a.example/\xff\n', "latin1");
  const fieldOf = (bytes: Uint8Array, field: UrlField): string =>
    Buffer.from(fieldLines(bytes, field)).toString("latin1");

  it("are not JSON, so the line has no key", () => {
    const json = Buffer.concat([line.subarray(0, line.indexOf(9)), Buffer.from("\n")]);
    expect([fieldOf(json, { key: "url" }), fieldOf(json, { key: "a" })]).toEqual(["\n", "\n"]);
  });

  it("stay what they are in TSV", () => expect(fieldOf(line, { column: 2 })).toBe("http://a.example/\xff\n"));
});

it("a line over 4 MiB has no field, as a smaller window would skip it", () => {
  const line = (length: number): string => `{"url":"u","x":"${"x".repeat(length - 19)}"}\n`;
  expect(line(100)).toHaveLength(100);
  expect(urlsIn(line(MAX_LINE_BYTES) + line(MAX_LINE_BYTES + 1), { key: "url" })).toBe("u\n\n");
});
