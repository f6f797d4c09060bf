/** Body to bytes (RFC 9309 §2.3 and §2.5): text, UTF-16, the limit and the line that it cuts. */
import { describe, expect, it } from "vitest";
import { hasUtf8Mark, hasUtf16Mark } from "../../../bindings/base/utf8.ts";
import { dialectNamed, dialects } from "../../../bindings/core/dialects.ts";
import { LEAST_READ_BYTES, MOST_READ_BYTES } from "../../../bindings/core/layout.ts";
import { checkedMaxBytes, openBody, readBytes } from "../../../bindings/core/robots/body.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const rfc9309 = dialectNamed("rfc9309");
const read = (body: string | Uint8Array, maxBytes: number = LEAST_READ_BYTES, dialect = rfc9309) => {
  const { bytes, truncated } = readBytes(body, dialect, maxBytes);
  return [new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), truncated];
};

const utf16 = (text: string, bigEndian: boolean): Uint8Array => {
  const bytes = new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
  return bigEndian ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes;
};

describe("text and bytes stay as they are", () => {
  it("encodes text", () => expect(read("Disallow: /é\u{1f600}")).toEqual(["Disallow: /é\u{1f600}", false]));
  it("a lone surrogate becomes U+FFFD", () => expect(read("/\ud800")).toEqual(["/\ufffd", false]));
  it("a mark at the start of text is kept for the reader", () => expect(read("\ufeffa")[0]).toBe("\ufeffa"));
  it("text stays text, and is cut one character after the limit", () => {
    const text = "é".repeat(LEAST_READ_BYTES);
    expect(openBody(text, rfc9309, LEAST_READ_BYTES)).toBe(text);
    expect(openBody(`${text}ef`, rfc9309, LEAST_READ_BYTES)).toBe(`${text}e`);
  });
  it("bytes are cut one byte after the limit, without a copy", () => {
    const bytes = new Uint8Array(LEAST_READ_BYTES + 2);
    const read = openBody(bytes, rfc9309, LEAST_READ_BYTES) as Uint8Array;
    expect([read.length, read.buffer === bytes.buffer]).toEqual([LEAST_READ_BYTES + 1, true]);
  });
  it("does not copy bytes", () => {
    const body = Uint8Array.of(0xff, 0, 0xc3, 10);
    for (const dialect of dialects) expect(readBytes(body, dialect, LEAST_READ_BYTES).bytes).toBe(body);
  });
});

describe("UTF-16 by its byte order mark, in rfc9309 only", () => {
  const text = "User-agent: é\nDisallow: /\u{1f600}";
  it.each([false, true])("big-endian: %s", (bigEndian) => {
    expect(read(utf16(text, bigEndian))).toEqual([text, false]);
    expect(readBytes(utf16(text, bigEndian), dialectNamed("google"), LEAST_READ_BYTES).bytes).toEqual(
      utf16(text, bigEndian),
    );
  });
  itEach<[title: string, bytes: number[], wanted: string]>(
    "UTF-16 by its byte order mark, in rfc9309 only: %s",
    (_, bytes, wanted) => expect(read(Uint8Array.from(bytes))).toEqual([wanted, false]),
  );
});

describe("a byte order mark", () => {
  it.each<[name: string, has: (bytes: Uint8Array) => boolean, mark: readonly number[]]>([
    ["UTF-8", hasUtf8Mark, [0xef, 0xbb, 0xbf]],
    ["UTF-16, little-endian", hasUtf16Mark, [0xff, 0xfe]],
    ["UTF-16, big-endian", hasUtf16Mark, [0xfe, 0xff]],
  ])("%s: is whole, and stands first", (_, has, mark) => {
    expect([has(Uint8Array.from(mark)), has(Uint8Array.of(...mark, 0x61))]).toEqual([true, true]);
    mark.forEach((byte, at) => {
      expect(has(Uint8Array.from(mark.slice(0, at)))).toBe(false);
      for (const other of [byte - 2, byte ^ 2, 0]) expect(has(Uint8Array.from(mark.with(at, other)))).toBe(false);
    });
    expect(has(Uint8Array.of(0x61, ...mark))).toBe(false);
  });
});

describe("the limit, and the line that it cuts", () => {
  itEach<[title: string, text: string, maxBytes: number, wanted: string, truncated: boolean]>(
    "the limit, and the line that it cuts: %s",
    (_, text, maxBytes, wanted, truncated) => {
      expect(read(text, maxBytes)).toEqual([wanted, truncated]);
      expect(read(new TextEncoder().encode(text), maxBytes)).toEqual([wanted, truncated]);
      // UTF-16 is measured by what is read of it, as UTF-8.
      for (const bigEndian of [false, true])
        expect(read(utf16(text, bigEndian), maxBytes)).toEqual([wanted, truncated]);
    },
  );
  it("is at least 500 KiB in decimal (RFC 9309 §2.5), and at most what line numbers suffice for", () => {
    for (const limit of [LEAST_READ_BYTES, MOST_READ_BYTES]) expect(checkedMaxBytes(limit)).toBe(limit);
    for (const limit of [LEAST_READ_BYTES - 1, MOST_READ_BYTES + 1, LEAST_READ_BYTES + 0.5, Number.NaN])
      expect(() => checkedMaxBytes(limit), `${limit}`).toThrow(RangeError);
  });
  it("reads no more of endless text than the limit", () => {
    const line = "Disallow: /some/path\n";
    const [text, truncated] = read(line.repeat(2e6 / 10));
    expect(truncated).toBe(true);
    // The last one of it ends just before its line end.
    expect(`${text}\n`).toBe(line.repeat(Math.floor((LEAST_READ_BYTES + 1) / line.length)));
  });
});
