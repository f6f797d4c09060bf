/** Small files with a column `url`, and what reading them returns. */
import type { ColumnSource } from "hyparquet-writer";
import { columnLines } from "../../../bindings/bulk/parquet/column-lines.ts";
import { type Codec, type Framing, parquetOf } from "../../support/parquet.ts";

/** The lines, or the error. */
export function read(bytes: Uint8Array, column = "url"): string | Error {
  const part = (start: number, length: number): Uint8Array<ArrayBuffer> => {
    if (start < 0 || length < 0 || start + length > bytes.length) throw new Error("outside");
    return new Uint8Array(bytes.slice(start, start + length));
  };
  try {
    return Buffer.concat([...columnLines(part, bytes.length, column)]).toString("latin1");
  } catch (error) {
    return error as Error;
  }
}

export const ENCODINGS: NonNullable<ColumnSource["encoding"]>[] = [
  "PLAIN",
  "RLE_DICTIONARY",
  "DELTA_LENGTH_BYTE_ARRAY",
  "DELTA_BYTE_ARRAY",
];
export const CODECS: Codec[] = ["UNCOMPRESSED", "SNAPPY", "GZIP", "BROTLI", "LZ4", "LZ4_RAW", "ZSTD"];

export const some: (string | null)[] = [
  "http://a.example/x",
  null,
  "http://a.example/x/y",
  "http://a.example/x",
  "",
  "http://a.example/\n",
  null,
  "http://b.example/",
  "http://b.example/x",
];
export const required: string[] = some.map((value) => value ?? "http://c.example/");
const columns = (data: unknown[], encoding: ColumnSource["encoding"]): ColumnSource[] => [
  { name: "id", data: data.map((_, i) => i), type: "INT32" },
  { name: "url", data: data as string[], type: "STRING", ...(encoding && { encoding }) },
];
/** What a column reads as. */
export const linesOf = (data: readonly (string | null)[]): string =>
  data.map((value) => `${value?.includes("\n") ? "" : (value ?? "")}\n`).join("");

export const fileOf = (
  data: unknown[],
  encoding: ColumnSource["encoding"],
  framing: Partial<Framing>,
  ...sizes: number[]
): Uint8Array =>
  parquetOf(columns(data, encoding), { version: 2, crc: true, codec: "UNCOMPRESSED", ...framing }, ...sizes);
