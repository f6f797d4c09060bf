/** Decompresses pages to exactly the length that their header states. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { decompressZstd } from "hyparquet-compressors";
import { unlz4, unlz4Hadoop } from "./lz4.ts";
import { unsnappy } from "./snappy.ts";
import { checkZstd } from "./zstd.ts";

/** A block of Zstandard holds up to 128 KiB, but may hold less: what the blocks of a page could hold together. */
const MAX_ZSTD_BYTES = 2 ** 31;

type Decompress = (input: Uint8Array, length: number) => Uint8Array;

/**
 * Why not those of hyparquet and hyparquet-compressors: they do not end on a literal of Snappy, or a frame of LZ4 in Hadoop's form,
 * whose length is negative, and a page of LZ4 or of Zstandard with room of its own may decode to another length without an error.
 */
const codecs: Readonly<Record<string, Decompress>> = {
  UNCOMPRESSED: (input) => input,
  SNAPPY: unsnappy,
  GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, length) }),
  LZ4: unlz4Hadoop,
  LZ4_RAW: unlz4,
  ZSTD: (input) => {
    checkZstd(input, MAX_ZSTD_BYTES);
    return decompressZstd(input);
  },
};

export const isCodec = (name: string): boolean => Object.hasOwn(codecs, name);

/** @throws an Error if the bytes are damaged or decode to another length */
export function decompressed(codec: string, input: Uint8Array, length: number): Uint8Array {
  // Some writers store nothing for a page without values.
  if (length === 0) return new Uint8Array();
  const page = codecs[codec]!(input, length);
  if (page.length !== length) throw new Error(`a page of ${page.length} bytes instead of ${length}`);
  return page;
}
