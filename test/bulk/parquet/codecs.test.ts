/** Damage for which other decoders never end, or return a page of another length. */
import { expect, it } from "vitest";
import { decompressed } from "../../../bindings/bulk/parquet/codecs.ts";

/** A frame of Zstandard with one block (RFC 8878 §3.1.1). @param type 0 stores the bytes, 1 repeats one byte `size` times */
const frame = (type: 0 | 1, size: number, bytes: string): Buffer =>
  Buffer.concat([
    Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, size, (size << 3) | (type << 1) | 1, 0, 0),
    Buffer.from(bytes),
  ]);

it.each([
  [
    "Snappy: a literal whose length has the sign bit",
    "SNAPPY",
    Buffer.of(10, 0xfc, 0xfa, 255, 255, 255, 0, 0, 0, 0),
    10,
  ],
  ["Zstandard: fewer bytes than the page has", "ZSTD", frame(0, 5, "hello"), 9],
  ["Zstandard: more bytes than the page has", "ZSTD", frame(0, 5, "hello"), 3],
  ["Zstandard: more repeated bytes than the page has", "ZSTD", frame(1, 9, "A"), 5],
])("%s: an error", (_, codec, input, length) => expect(() => decompressed(codec, input, length)).toThrow());

it("the same frames decode to their own length", () => {
  expect(Buffer.from(decompressed("ZSTD", frame(0, 5, "hello"), 5)).toString()).toBe("hello");
  expect(Buffer.from(decompressed("ZSTD", frame(1, 9, "A"), 9)).toString()).toBe("AAAAAAAAA");
});
