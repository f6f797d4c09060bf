/**
 * Finds the pages of a chunk and checks all their headers, counts and checksums before the first page is decoded. The package
 * hyparquet parses headers.
 */
import { crc32 } from "node:zlib";
import type { PageHeader } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { type Chunk, MAX_CHUNK_BYTES } from "./footer.ts";

export interface Page {
  /** As stored. */
  readonly bytes: Uint8Array;
  /** After decompression, with the levels. */
  readonly length: number;
  readonly encoding: string;
  readonly values: number;
  readonly levels: Levels;
}

/** Where the definition levels are: nowhere, before the values after their length, or in this many uncompressed bytes. */
export type Levels =
  | { readonly kind: "none" }
  | { readonly kind: "inside" }
  | { readonly kind: "outside"; readonly bytes: number; readonly nulls: number; readonly isCompressed: boolean };

export interface Pages {
  readonly dictionary: Page | undefined;
  readonly data: readonly Page[];
}

/** @param stored the bytes of the chunk */
export function pagesOf(stored: Uint8Array<ArrayBuffer>, chunk: Chunk): Pages {
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const reader = { view, offset: 0 };
  let dictionary: Page | undefined;
  const data: Page[] = [];
  let rows = 0;
  while (reader.offset < stored.length) {
    const header = parquetHeader(reader);
    const bytes = pageBody(stored, reader.offset, header);
    reader.offset += bytes.length;
    if (header.type === "DICTIONARY_PAGE") {
      if (dictionary !== undefined || data.length > 0) throw new Error("a dictionary after other pages");
      dictionary = dictionaryPage(header, bytes);
    } else {
      const page = dataPage(header, bytes, chunk);
      rows += page.values;
      data.push(page);
    }
  }
  // A wrong number of rows would lose lines, or move the verdicts of all that follow.
  if (rows !== chunk.rows) throw new Error(`${rows} of ${chunk.rows} rows`);
  return { dictionary, data };
}

/** The checksum covers the page as it is stored, without its header (Parquet, Checksumming). */
function pageBody(stored: Uint8Array, offset: number, header: PageHeader): Uint8Array {
  const { compressed_page_size, crc } = header;
  const length = numberIn("compressed bytes", compressed_page_size, stored.length - offset);
  const bytes = stored.subarray(offset, offset + length);
  if (crc !== undefined && crc !== (crc32(bytes) | 0)) throw new Error("a page with a wrong checksum");
  return bytes;
}

function dictionaryPage({ dictionary_page_header: head, uncompressed_page_size }: PageHeader, bytes: Uint8Array): Page {
  if (head?.encoding !== "PLAIN" && head?.encoding !== "PLAIN_DICTIONARY")
    throw new Error(`a dictionary with the encoding ${head?.encoding}`);
  return {
    bytes,
    length: numberIn("bytes", uncompressed_page_size, MAX_CHUNK_BYTES),
    encoding: "PLAIN",
    // Each value has a length of four bytes.
    values: numberIn("values", head.num_values, uncompressed_page_size / 4),
    levels: { kind: "none" },
  };
}

function dataPage(header: PageHeader, bytes: Uint8Array, chunk: Chunk): Page {
  const length = numberIn("bytes", header.uncompressed_page_size, MAX_CHUNK_BYTES);
  if (header.type === "DATA_PAGE") return { bytes, length, ...firstVersion(header, chunk) };
  if (header.type === "DATA_PAGE_V2")
    return { bytes, length, ...secondVersion(header, Math.min(bytes.length, length), chunk) };
  throw new Error(`a page of the type ${header.type}`);
}

type Content = Pick<Page, "encoding" | "values" | "levels">;

function firstVersion({ data_page_header: head }: PageHeader, chunk: Chunk): Content {
  if (head === undefined) throw new Error("a page without its header");
  if (chunk.isOptional && head.definition_level_encoding !== "RLE")
    throw new Error(`definition levels with the encoding ${head.definition_level_encoding}`);
  return {
    encoding: head.encoding,
    values: numberIn("values", head.num_values, chunk.rows),
    levels: { kind: chunk.isOptional ? "inside" : "none" },
  };
}

/** Levels are not compressed, and a flat column has no repetition levels. */
function secondVersion({ data_page_header_v2: head }: PageHeader, mostBytes: number, chunk: Chunk): Content {
  if (head === undefined) throw new Error("a page without its header");
  const values = numberIn("values", head.num_values, chunk.rows);
  if (head.num_rows !== values) throw new Error(`a page of ${head.num_rows} rows with ${values} values`);
  numberIn("bytes of repetition levels", head.repetition_levels_byte_length, 0);
  const levelBytes = chunk.isOptional ? mostBytes : 0;
  return {
    encoding: head.encoding,
    values,
    levels: {
      kind: "outside",
      bytes: numberIn("bytes of definition levels", head.definition_levels_byte_length, levelBytes),
      nulls: numberIn("nulls", head.num_nulls, chunk.isOptional ? values : 0),
      isCompressed: head.is_compressed !== false,
    },
  };
}

function numberIn(what: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new Error(`a page with ${value} ${what} instead of at most ${Math.floor(most)}`);
}
