/**
 * Damaged Parquet: an error with its code, or one line for each row that the footer names. The file's footer length is mended too, so
 * that more of them get past it. Inputs that take too long count as hangs (main.ts).
 */
import { parquetMetadata } from "hyparquet";
import { columnLines } from "../../../bindings/bulk/parquet/column-lines.ts";
import { type Codec, parquetOf } from "../../support/parquet.ts";
import type { Input } from "../input.ts";
import { expectSame, expectTrue, type Target } from "../target.ts";

const urls = ["http://a.example/x", null, "http://a.example/x/y", "http://a.example/x", "", "http://b.example/", null];

const ENCODINGS = ["PLAIN", "RLE_DICTIONARY", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"] as const;
const CODECS: readonly Codec[] = ["UNCOMPRESSED", "SNAPPY", "GZIP", "BROTLI", "LZ4", "LZ4_RAW", "ZSTD"];

/** Without checksums, which would refuse nearly all changes. */
const seeds = (): readonly Input[] =>
  ENCODINGS.flatMap((encoding) =>
    CODECS.flatMap((codec) =>
      ([1, 2] as const).map((version) => [
        parquetOf([{ name: "url", data: urls, type: "STRING", encoding }], { version, codec, crc: false }),
      ]),
    ),
  );

/** What the rows are, or why they are refused, without numbers. */
function outcomeOf(bytes: Uint8Array): string {
  const part = (start: number, length: number): Uint8Array<ArrayBuffer> => {
    if (!(start >= 0 && length >= 0 && start + length <= bytes.length)) throw new Error("a part outside the file");
    return new Uint8Array(bytes.subarray(start, start + length));
  };
  let lines = 0;
  try {
    for (const piece of columnLines(part, bytes.length, "url")) for (const byte of piece) if (byte === 10) lines++;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    expectTrue("refusal", code === "ERR_INPUT", String(error));
    // Names of columns and codecs come from the input.
    return message.includes("a complete Parquet file")
      ? message.replaceAll(/\d+/g, "N").slice(0, 80)
      : "no such column";
  }
  expectSame("rows", Number(parquetMetadata(new Uint8Array(bytes), { geoparquet: false }).num_rows), lines);
  return "read";
}

function mended(bytes: Uint8Array, footerBytes: number): Uint8Array {
  const tail = Buffer.alloc(8, "....PAR1");
  tail.writeUInt32LE(footerBytes);
  return Buffer.concat([bytes.subarray(0, -8), tail]);
}

/** The thrift of the footer begins with the version, a small number. */
const footerAt = (bytes: Uint8Array): number => Buffer.from(bytes).lastIndexOf(Uint8Array.of(0x15, 4, 0x19));

export const parquetTarget: Target = {
  name: "parquet",
  kinds: ["program"],
  seeds,
  check: ([bytes]) => {
    const file = bytes!;
    const footer = footerAt(file);
    const variants = footer < 0 || footer > file.length - 8 ? [file] : [file, mended(file, file.length - 8 - footer)];
    return { cases: variants.length, features: variants.map(outcomeOf) };
  },
};
