/**
 * Reads one text column of a Parquet file as lines, a row group at a time. The optional peer hyparquet decodes it. A null and
 * a value that contains a line feed are empty lines, so that every row has one line. Runs in Node only.
 */
import { read } from "node:fs";
import { promisify } from "node:util";
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetScan, type RowGroup } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { compressors } from "hyparquet-compressors";
import { inputError } from "../../node/input-error.ts";

const readFile = promisify(read);

/** What a row group may hold of the column: it is in memory at once. */
const MAX_GROUP_BYTES = 2 ** 30;
const MAX_GROUP_ROWS = 2 ** 25;
const LINE_BATCH = 8192;
const LF: Uint8Array = Buffer.from("\n");

/** @throws ERR_INPUT if the file is damaged or has no such column of text */
export async function* parquetLines(
  file: number,
  bytes: number,
  column: string,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  try {
    const buffer = fileBuffer(file, bytes, onRead);
    const metadata = await parquetMetadataAsync(buffer);
    checkColumn(metadata, column);
    checkRows(
      metadata.row_groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0),
      metadata.num_rows,
    );
    // Text stays bytes: decoding would replace what is not UTF-8.
    const parsers = { stringFromBytes: (text: Uint8Array) => text };
    const groups = metadata.row_groups.filter(({ num_rows }) => num_rows > 0);
    const scan = await parquetScan({ file: buffer, metadata, columns: [column], compressors, parsers, utf8: false });
    for (const [i, { rowStart, rowEnd }] of scan.ranges.entries()) {
      await checkPages(buffer, groups[i]!, column);
      const values = await scan.readColumn({ column, rowStart, rowEnd });
      if (values.length !== rowEnd - rowStart) throw new Error(`${values.length} of ${rowEnd - rowStart} rows`);
      for (let at = 0; at < values.length; at += LINE_BATCH) yield linesOf(values.slice(at, at + LINE_BATCH));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_INPUT") throw error;
    throw inputError("the input", `expected a complete Parquet file; got ${(error as Error).message}`);
  }
}

function fileBuffer(file: number, byteLength: number, onRead: (bytes: number) => void): AsyncBuffer {
  const slice = async (start: number, end: number = byteLength): Promise<ArrayBuffer> => {
    if (!(start >= 0 && start <= end && end <= byteLength)) throw new Error("a part outside the file");
    const bytes = new Uint8Array(end - start);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await readFile(file, bytes, at, bytes.length - at, start + at);
      if (bytesRead === 0) throw new Error("the end of the file");
      at += bytesRead;
    }
    onRead(bytes.length);
    return bytes.buffer;
  };
  return { byteLength, slice };
}

/** A column of text at the top of the schema, not nested, in row groups that fit into memory. */
function checkColumn({ schema, row_groups }: FileMetaData, column: string): void {
  const expected = `expected a column of text ${JSON.stringify(column)}`;
  const names = schema.slice(1).map(({ name }) => name);
  const element = schema.find(({ name }, i) => i > 0 && name === column);
  if (element === undefined) throw inputError("the input", `${expected}; got the columns ${names.join(", ")}`);
  if (element.type !== "BYTE_ARRAY" || element.repetition_type === "REPEATED")
    throw inputError("the input", `${expected}; got ${element.type ?? "a group of columns"}`);
  for (const group of row_groups) {
    const { total_uncompressed_size } = chunkOf(group, column);
    if (total_uncompressed_size > MAX_GROUP_BYTES || group.num_rows > MAX_GROUP_ROWS)
      throw inputError("the input", "expected row groups of at most 1 GiB and 33,554,432 rows; got a larger one");
  }
}

function chunkOf({ columns }: RowGroup, column: string) {
  const chunk = columns.find(({ meta_data }) => meta_data?.path_in_schema.join(".") === column);
  if (chunk?.meta_data === undefined) throw new Error(`a row group without ${column}`);
  return chunk.meta_data;
}

/** hyparquet believes the numbers in the head of a page, and would loop for hours over a wrong one. */
async function checkPages(buffer: AsyncBuffer, group: RowGroup, column: string): Promise<void> {
  const { dictionary_page_offset, data_page_offset, total_compressed_size } = chunkOf(group, column);
  const start = Number(dictionary_page_offset || data_page_offset);
  const view = new DataView(await buffer.slice(start, start + Number(total_compressed_size)));
  const reader = { view, offset: 0 };
  let rows = 0;
  while (reader.offset < view.byteLength - 1) {
    const page = parquetHeader(reader);
    const { data_page_header: v1, data_page_header_v2: v2 } = page;
    checkNumber(page.compressed_page_size, view.byteLength - reader.offset);
    checkNumber(page.uncompressed_page_size, MAX_GROUP_BYTES);
    for (const values of [v1?.num_values, v2?.num_values, v2?.num_rows]) checkNumber(values, Number(group.num_rows));
    checkNumber(v2?.num_nulls, v2?.num_values);
    for (const bytes of [v2?.definition_levels_byte_length, v2?.repetition_levels_byte_length])
      checkNumber(bytes, page.compressed_page_size);
    rows += v1?.num_values ?? v2?.num_values ?? 0;
    reader.offset += page.compressed_page_size;
  }
  checkRows(rows, group.num_rows);
}

/** A wrong number of rows would lose lines, or move the verdicts of all that follow. */
function checkRows(rows: number, expected: bigint): void {
  if (rows !== Number(expected)) throw new Error(`${rows} of ${expected} rows`);
}

function checkNumber(value = 0, most = 0): void {
  if (!(value >= 0 && value <= most)) throw new Error(`a page with the number ${value} instead of at most ${most}`);
}

const isLine = (value: unknown): value is Uint8Array => value instanceof Uint8Array && !value.includes(10);

function linesOf(values: ArrayLike<unknown>): Uint8Array {
  return Buffer.concat(Array.from(values, (value) => (isLine(value) ? [value, LF] : [LF])).flat());
}
