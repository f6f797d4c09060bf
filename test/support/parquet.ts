/** Small Parquet files of every kind: hyparquet-writer writes pages of version 2; this frames them again as others do. */
import { brotliCompressSync, crc32, gzipSync } from "node:zlib";
import { type FileMetaData, type PageHeader, parquetMetadata } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { ByteWriter, type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";

type Bytes = Uint8Array<ArrayBuffer>;
type ColumnMetadata = NonNullable<FileMetaData["row_groups"][number]["columns"][number]["meta_data"]>;
export type Codec = ColumnMetadata["codec"];

export interface Framing {
  readonly version: 1 | 2;
  /** Whether page headers have checksums. */
  readonly crc: boolean;
  readonly codec: Codec;
}

/** The columns as a file. */
export function parquetOf(
  columnData: ColumnSource[],
  framing: Framing,
  rowGroupSize = 1000,
  pageSize = 1_048_576,
): Uint8Array {
  const file = new Uint8Array(
    parquetWriteBuffer({ columnData, codec: "UNCOMPRESSED", rowGroupSize, pageSize, statistics: false }),
  );
  const metadata = parquetMetadata(file);
  const writer = new ByteWriter();
  writer.appendBytes(Buffer.from("PAR1"));
  for (const group of metadata.row_groups)
    for (const { meta_data } of group.columns) framed(file, meta_data!, framing, writer);
  writeMetadata(writer, metadata);
  writer.appendBytes(Buffer.from("PAR1"));
  return writer.getBytes();
}

/** Writes the pages of a column chunk, and puts their new places into its metadata. */
function framed(file: Uint8Array, meta: ColumnMetadata, framing: Framing, writer: ByteWriter): void {
  const start = Number(meta.dictionary_page_offset ?? meta.data_page_offset);
  const end = start + Number(meta.total_compressed_size);
  const reader = { view: new DataView(file.buffer, file.byteOffset, end), offset: start };
  const newStart = writer.offset;
  while (reader.offset < end) {
    const header = parquetHeader(reader);
    const body = file.slice(reader.offset, reader.offset + header.compressed_page_size);
    reader.offset += header.compressed_page_size;
    if (header.type === "DICTIONARY_PAGE") meta.dictionary_page_offset = BigInt(writer.offset);
    else if (meta.data_page_offset <= BigInt(start) || meta.data_page_offset < BigInt(newStart))
      meta.data_page_offset = BigInt(writer.offset);
    writePage(header, body, framing, writer);
  }
  if (meta.dictionary_page_offset === undefined) meta.data_page_offset = BigInt(newStart);
  meta.codec = framing.codec;
  meta.total_compressed_size = BigInt(writer.offset - newStart);
}

function writePage(header: PageHeader, body: Bytes, { version, crc, codec }: Framing, writer: ByteWriter): void {
  const { levels, head, content } = version === 1 ? firstVersion(header, body) : secondVersion(header, body);
  const stored = Buffer.concat([levels, compressed[codec]!(content)]);
  writePageHeader(writer, {
    ...head,
    uncompressed_page_size: levels.length + content.length,
    compressed_page_size: stored.length,
    ...(crc && { crc: crc32(stored) | 0 }),
  } as PageHeader);
  writer.appendBytes(stored);
}

interface Reframed {
  /** Not compressed. */
  readonly levels: Uint8Array;
  readonly content: Uint8Array;
  readonly head: Partial<PageHeader>;
}

function secondVersion(header: PageHeader, body: Bytes): Reframed {
  const { data_page_header_v2: v2 } = header;
  const split = v2?.definition_levels_byte_length ?? 0;
  const compressing = v2 && { data_page_header_v2: { ...v2, is_compressed: true } };
  return { levels: body.subarray(0, split), content: body.subarray(split), head: { ...header, ...compressing } };
}

/** Levels come after their length and are compressed with the values. */
function firstVersion({ type, dictionary_page_header, data_page_header_v2: v2 }: PageHeader, body: Bytes): Reframed {
  const levels = new Uint8Array();
  if (v2 === undefined)
    return { levels, content: body, head: { type, dictionary_page_header: dictionary_page_header! } };
  const length = Buffer.alloc(v2.definition_levels_byte_length > 0 ? 4 : 0);
  if (length.length > 0) length.writeUInt32LE(v2.definition_levels_byte_length);
  const head = { num_values: v2.num_values, encoding: v2.encoding };
  const data_page_header = {
    ...head,
    definition_level_encoding: "RLE",
    repetition_level_encoding: "RLE",
  } as const;
  return { levels, content: Buffer.concat([length, body]), head: { type: "DATA_PAGE", data_page_header } };
}

const compressed: Partial<Record<Codec, (bytes: Uint8Array) => Uint8Array>> = {
  UNCOMPRESSED: (bytes) => bytes,
  SNAPPY: (bytes) => snappyCompress(bytes),
  GZIP: (bytes) => gzipSync(bytes),
  BROTLI: (bytes) => brotliCompressSync(bytes),
  LZ4_RAW: lz4,
  LZ4: hadoop,
  ZSTD: zstd,
};

/** Literals, then one copy if the bytes end in a repeated one, then the five literals that a block must end in. */
function lz4(bytes: Uint8Array): Uint8Array {
  const length = bytes.length;
  const more = length < 15 ? [] : [...Array(Math.floor((length - 15) / 255)).fill(255), (length - 15) % 255];
  return Buffer.concat([Uint8Array.of(Math.min(length, 15) << 4, ...more), bytes]);
}

function hadoop(bytes: Uint8Array): Uint8Array {
  const half = bytes.length >> 1;
  return Buffer.concat([bytes.subarray(0, half), bytes.subarray(half)].map(hadoopFrame));
}

function hadoopFrame(bytes: Uint8Array): Uint8Array {
  const block = lz4(bytes);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes.length);
  head.writeUInt32BE(block.length, 4);
  return Buffer.concat([head, block]);
}

/** One raw block (RFC 8878 §3.1.1). */
function zstd(bytes: Uint8Array): Uint8Array {
  const head = Buffer.alloc(12);
  head.writeUInt32LE(0xfd2fb528);
  head[4] = 0xa0;
  head.writeUInt32LE(bytes.length, 5);
  head.writeUIntLE(1 + bytes.length * 8, 9, 3);
  return Buffer.concat([head, bytes]);
}
