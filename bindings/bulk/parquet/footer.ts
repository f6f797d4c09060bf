/** Reads the footer of a Parquet file and finds the chunks of one column of text. The package hyparquet parses it. */
import { type ColumnChunk, type FileMetaData, parquetMetadata, type SchemaElement } from "hyparquet";
import { inputError } from "../files/input-error.ts";
import { isCodec } from "./codecs.ts";
import type { FilePart } from "./file-part.ts";

/** The column in one row group. */
export interface Chunk {
  readonly start: number;
  readonly bytes: number;
  readonly rows: number;
  readonly codec: string;
  /** Whether values may be null: then pages have definition levels. */
  readonly isOptional: boolean;
}

/** What one row group may hold of the column: its compressed bytes are in memory at once. */
export const MAX_CHUNK_BYTES: number = 2 ** 30;
export const MAX_CHUNK_ROWS: number = 2 ** 25;
/** Footers of wide files have some MiB. */
const MAX_FOOTER_BYTES = 2 ** 28;

/** After the footer: its length and the magic number. */
const TAIL_BYTES = 8;
const MAGIC = 0x31524150;

/** @throws ERR_INPUT if the file has no such column of text; another error if it is damaged */
export function chunksOf(file: FilePart, fileBytes: number, column: string): readonly Chunk[] {
  const metadata = readFooter(file, fileBytes);
  const element = elementOf(metadata, column);
  const groups = metadata.row_groups.map(({ columns, num_rows }) => chunkOf(columns, column, num_rows, element));
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  if (rows !== Number(metadata.num_rows)) throw new Error(`${rows} of ${metadata.num_rows} rows`);
  return groups.filter((group) => group.rows > 0);
}

/** @throws an Error if the file does not end in a footer */
export function readFooter(file: FilePart, fileBytes: number): FileMetaData {
  const tail = Buffer.from(file(fileBytes - TAIL_BYTES, TAIL_BYTES));
  if (tail.readUInt32LE(4) !== MAGIC) throw new Error("a file that does not end in PAR1");
  const bytes = tail.readUInt32LE(0) + TAIL_BYTES;
  if (bytes > MAX_FOOTER_BYTES) throw new Error(`a footer of ${bytes} bytes`);
  return parquetMetadata(file(fileBytes - bytes, bytes), { geoparquet: false });
}

/** The column must be at the top of the schema. */
function elementOf({ schema }: FileMetaData, column: string): SchemaElement {
  const expected = `expected a column of text ${JSON.stringify(column)}`;
  const top = topElements(schema);
  const element = top.find(({ name }) => name === column);
  if (element === undefined)
    throw inputError("the input", `${expected}; got the columns ${top.map(({ name }) => name).join(", ")}`);
  if (element.type !== "BYTE_ARRAY" || element.repetition_type === "REPEATED")
    throw inputError("the input", `${expected}; got ${element.type ?? "a group of columns"}`);
  if (element.repetition_type === undefined) throw new Error("a column that is neither required nor optional");
  return element;
}

/** The schema is a tree in depth-first order; each element says how many children follow it. */
function topElements(schema: readonly SchemaElement[]): SchemaElement[] {
  const top: SchemaElement[] = [];
  let nested = 0;
  for (const element of schema.slice(1)) {
    if (nested === 0) top.push(element);
    nested += (element.num_children ?? 0) - (nested === 0 ? 0 : 1);
  }
  return top;
}

function chunkOf(columns: readonly ColumnChunk[], column: string, groupRows: bigint, element: SchemaElement): Chunk {
  const chunk = columns.find(
    ({ meta_data }) => meta_data?.path_in_schema.length === 1 && meta_data.path_in_schema[0] === column,
  );
  if (chunk?.meta_data === undefined) throw new Error(`a row group without ${column}`);
  const { type, codec, num_values, total_compressed_size, data_page_offset, dictionary_page_offset } = chunk.meta_data;
  if (chunk.file_path !== undefined || chunk.crypto_metadata !== undefined)
    throw new Error("a column that is encrypted or in another file");
  if (type !== element.type) throw new Error(`a column of ${element.type} with values of ${type}`);
  if (!isCodec(codec)) throw new Error(`the compression ${codec}`);
  if (num_values !== groupRows) throw new Error(`${num_values} of ${groupRows} rows`);
  return {
    start: Number(dictionary_page_offset || data_page_offset),
    bytes: atMost(Number(total_compressed_size), MAX_CHUNK_BYTES),
    rows: atMost(Number(groupRows), MAX_CHUNK_ROWS),
    codec,
    isOptional: element.repetition_type === "OPTIONAL",
  };
}

function atMost(value: number, most: number): number {
  if (value > most)
    throw inputError("the input", "expected row groups of at most 1 GiB and 33,554,432 rows; got a larger one");
  if (!(value >= 0)) throw new Error(`a row group of ${value} bytes or rows`);
  return value;
}
