/** Records of WARC files and the fields of heads: however the bytes are cut, and as another parser reads them. */

import { describe, expect, it } from "vitest";
import { AsyncIterReader, StatusAndHeadersParser } from "warcio";
import { fieldsIn, utf8Head } from "../../../bindings/bulk/warc/head-fields.ts";
import { RecordReader } from "../../../bindings/bulk/warc/warc-records.ts";
import fc from "../../support/properties.ts";
import { http, info, recordOf, response } from "../compile/warc.ts";

const file = Buffer.concat([
  info,
  response("https://a.example/robots.txt", "2026-03-01T00:00:00Z", 200, "User-agent: *\r\n\r\nDisallow: /\r\n\r\n"),
  recordOf({ type: "resource", block: http(200, "not kept") }),
  recordOf({ block: "" }),
]);

/** What is read of each record, or the error. */
function readIn(pieces: readonly Uint8Array[]): unknown[] {
  const records: unknown[] = [];
  try {
    const reader = new RecordReader("a.warc");
    for (const piece of pieces)
      for (const { type, head, block, blockBytes } of reader.read(piece))
        records.push([type, String(head), String(block), blockBytes]);
    reader.end();
  } catch (error) {
    records.push((error as Error).message);
  }
  return records;
}

const inPieces = (bytes: Buffer, length: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) => bytes.subarray(i * length, (i + 1) * length));

describe("records", () => {
  it("are the same in pieces of any length", () => {
    const whole = readIn([file]);
    expect(whole.map((record) => (record as unknown[])[0])).toEqual(["warcinfo", "response", "resource", "response"]);
    for (let length = 1; length < file.length; length += 1 + (length >> 3))
      expect(readIn(inPieces(file, length)), `${length}`).toEqual(whole);
  });

  it("errors are the same in pieces of any length", () => {
    const damaged = [
      file.subarray(0, -1),
      file.subarray(0, 700),
      Buffer.concat([file, Buffer.from("damage")]),
      Buffer.concat([file, recordOf({ block: "longer than it says", length: 3 })]),
      Buffer.concat([file, recordOf({ block: "", length: null })]),
      Buffer.from("no WARC file\r\n\r\n"),
    ];
    for (const bytes of damaged) {
      const whole = readIn([bytes]);
      expect(whole.at(-1)).toMatch(/^a\.warc: expected /);
      for (const length of [1, 7, 100]) expect(readIn(inPieces(bytes, length))).toEqual(whole);
    }
  });
});

describe("fields of heads", () => {
  const names = ["Location", "location", "WARC-Date", "Age", "X y", "", " Age", "Ag\u00e9"];
  const values = ["a", "", " b ", "\u00fc", "\u0161\u65e5", "a\rb", "a\0b", "c:d", "\u00a0", "\ufffd"];
  const line = fc.oneof(
    fc
      .tuple(fc.constantFrom(...names), fc.constantFrom(":", ": ", " :", ""), fc.constantFrom(...values))
      .map((parts) => parts.join("")),
    fc.constantFrom(" folded", "\tfolded \u0161", " Age: 2", "\u00e0", ":", "no field"),
  );
  const head = fc
    .array(fc.tuple(line, fc.constantFrom("\r\n", "\r\n", "\n")))
    .map((lines) => `HTTP/1.1 200 OK\r\n${lines.flat().join("")}`)
    .filter((text) => !/\n\r?\n|\n$/.test(text.slice(0, -1)))
    // warcio drops the value of a field that begins on its second line, or takes that line for a field.
    .filter((text) => !/:\s*\n[ \t]/.test(text));

  it("are those that warcio reads", async () => {
    const wanted = ["location", "warc-date", "age"];
    await fc.assert(
      fc.asyncProperty(head, async (text) => {
        const bytes = Buffer.from(`${text.trimEnd()}\r\nServer: x\r\n\r\n`);
        const reader = new AsyncIterReader([bytes], null);
        const parsed = await new StatusAndHeadersParser().parse(reader, { headersClass: Headers });
        const { headers, reencodeHeaders } = parsed!;
        const textUnder = (name: string): string | undefined => {
          const value = headers.get(name);
          if (value === null || value === undefined) return undefined;
          return reencodeHeaders?.has(name) ? Buffer.from(value, "latin1").toString("utf8") : value;
        };
        // warcio mixes two encodings if only one of two values is beyond Latin-1.
        fc.pre(wanted.every((name) => !(reencodeHeaders?.has(name) && headers.get(name)!.includes(", "))));
        const fields = fieldsIn(utf8Head(bytes.toString("latin1"), bytes), new Set(wanted));
        for (const name of wanted) expect(fields.get(name), name).toBe(textUnder(name));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["values of one name are joined", "Age: 1\r\nAGE: 2", "1, 2"],
    ["a value goes on in a line that begins with space", "Age: 1\r\n 2\r\n\t3", "1 2\t3"],
    ["a value may begin on the second line", "Age:\r\n 1\r\nServer: x", "1"],
    ["which is not another field", "Server:\r\n Age: 1", undefined],
    ["a field without a value is absent", "Age:", undefined],
    ["values beyond ASCII are UTF-8", "Age: \u0161\u65e5", "\u0161\u65e5"],
  ])("%s", (_, lines, value) => {
    const head = Buffer.from(`HTTP/1.1 200\r\n${lines}\r\n\r\n`);
    expect(fieldsIn(utf8Head(head.toString("latin1"), head)).get("age")).toBe(value);
  });
});
