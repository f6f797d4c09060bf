/** Decoding the chunked transfer coding (RFC 9112 §7.1), and in how many steps. */
import { describe, expect, it, vi } from "vitest";
import { decodeChunked } from "../../../bindings/bulk/warc/chunks.ts";

describe("chunks", () => {
  it.each<[string, string, string, boolean]>([
    ["one", "3\r\nabc\r\n0\r\n\r\n", "abc", true],
    ["two, of sizes in any case", `a\r\n0123456789\r\nB\r\n0123456789a\r\n0\r\n`, "01234567890123456789a", true],
    ["zeros before the size, however many", `${"0".repeat(70)}3\r\nabc\r\n0\r\n`, "abc", true],
    ["spaces and an extension after it", "3 \t;x=1\r\nabc\r\n0\r\n", "abc", true],
    ["without the last", "3\r\nabc\r\n", "abc", false],
    ["which breaks off", "5\r\nabc", "abc", false],
    ["in its line", "3\r\nabc\r\n5", "abc", false],
    ["longer than its size", "3\r\nabcd\r\n0\r\n", "abc", false],
    ["of a size beyond any", `${"f".repeat(400)}\r\nabc\r\n0\r\n`, "abc\r\n0\r\n", false],
  ])("%s", (_, coded, text, isWhole) => {
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
