/** Decoding the chunked transfer coding (RFC 9112 §7.1), and in how many steps. */
import { describe, expect, it, vi } from "vitest";
import { decodeChunked } from "../../../bindings/bulk/warc/chunks.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

describe("chunks", () => {
  itEach<[string, string, string, boolean]>("chunks: %s", (_, coded, text, isWhole) => {
    const decoded = decodeChunked(Buffer.from(coded))!;
    expect([String(decoded.bytes), decoded.isWhole]).toEqual([text, isWhole]);
  });

  it.each(["", "User-agent: *", "\r\n", " 3\r\nabc", "3x\r\nabc", "-3\r\nabc"])("no body in chunks: %j", (body) => {
    expect(decodeChunked(Buffer.from(body))).toBeUndefined();
  });

  it("of one byte each are copied into one buffer", () => {
    const coded = Buffer.from(`${"1\r\na\r\n".repeat(10_000)}0\r\n\r\n`);
    const parts = vi.spyOn(Buffer.prototype, "subarray");
    const decoded = decodeChunked(coded)!;
    const calls = parts.mock.calls.length;
    parts.mockRestore();
    expect(calls).toBeLessThan(10);
    expect(decoded.bytes.equals(Buffer.from("a".repeat(10_000)))).toBe(true);
  });
});
