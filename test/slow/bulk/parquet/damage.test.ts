/** Columns of Parquet with one bit changed, in every encoding and compression: one bit of each byte, weekly all of them. */
import { describe, expect, it } from "vitest";
import { CODECS, ENCODINGS, fileOf, linesOf, read, some } from "../../../bulk/parquet/column.ts";
import { sized } from "../../../support/sized.ts";

describe.each(ENCODINGS)("%s", (encoding) => {
  it.each(CODECS)("a bit of any byte changed, with checksums: an error or the right lines: %s", (codec) => {
    const file = fileOf(some, encoding, { version: 1, codec });
    const wrong = [...changes(file)].filter(([, got]) => !isRefused(got) && got !== linesOf(some));
    expect(wrong).toEqual([]);
  });

  it.each(CODECS)("a bit of any byte changed, without checksums: an error or a line for each row: %s", (codec) => {
    const file = fileOf(some, encoding, { version: 2, codec, crc: false });
    const wrong = [...changes(file)].filter(
      ([, got]) => !isRefused(got) && `${got}`.split("\n").length !== some.length + 1,
    );
    expect(wrong).toEqual([]);
  });
});

const isRefused = (got: string | Error): boolean => (got as NodeJS.ErrnoException).code === "ERR_INPUT";

/** Which bits of the byte at this offset are changed. */
const bitsAt = (at: number): readonly number[] => sized([(at * 5) % 8], [0, 1, 2, 3, 4, 5, 6, 7]);

/** What each file with one bit changed reads as. */
function* changes(file: Uint8Array): Generator<[place: string, got: string | Error]> {
  for (let at = 0; at < file.length; at++)
    for (const bit of bitsAt(at)) {
      const changed = file.slice();
      changed[at]! ^= 1 << bit;
      yield [`byte ${at}, bit ${bit}`, read(changed)];
    }
}
