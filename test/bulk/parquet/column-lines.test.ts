/** Columns of Parquet in every encoding and compression. */
import { describe, expect, it } from "vitest";
import { CODECS, ENCODINGS, fileOf, linesOf, read, required, some } from "./column.ts";

describe.each(ENCODINGS)("%s", (encoding) => {
  it.each(CODECS)("in pages of both versions, with nulls and without: %s", (codec) => {
    for (const version of [1, 2] as const)
      for (const data of [some, required, [null, null], [], ["http://a.example/"]])
        expect(read(fileOf(data, encoding, { version, codec, crc: version === 1 }))).toBe(linesOf(data));
  });

  it("in several row groups and pages", () => {
    const many = Array.from({ length: 3000 }, (_, i) => (i % 7 === 0 ? null : `http://a.example/${i % 400}/${i % 3}`));
    for (const version of [1, 2] as const) {
      const file = fileOf(many, encoding, { version, codec: "SNAPPY" }, 1300, 2000);
      expect(read(file) === linesOf(many)).toBe(true);
    }
  });
});
