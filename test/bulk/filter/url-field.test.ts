/** URLs in columns of TSV and in keys of NDJSON. */
import { describe, expect, it } from "vitest";
import { MAX_LINE_BYTES } from "../../../bindings/bulk/files/blocks.ts";
import { fieldLines, type UrlField } from "../../../bindings/bulk/filter/url-field.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const urlsIn = (text: string, field: UrlField): string => Buffer.from(fieldLines(Buffer.from(text), field)).toString();

describe("a column of TSV", () => {
  const table = "a\tb\tc\r\n\td\n\n\te\t\t\n";
  itEach<[column: number, urls: string]>("a column of TSV: %i", (column, urls) =>
    expect(urlsIn(table, { column })).toBe(urls),
  );
});

itEach<[title: string, line: string, url: string]>("a key of NDJSON: %s", (_, line, url) =>
  expect(urlsIn(`${line}\n`, { key: "url" })).toBe(`${url}\n`),
);

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
