/** CRC-32 as in gzip (ISO 3309): detects damage, not forgery. Native in Node, a table elsewhere. */
import { builtinModule } from "../../base/runtime.ts";

const POLYNOMIAL = 0xedb88320;

const table: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
  return crc;
});

/** @internal For tests; `crc32` is the faster one. */
export function crc32ByTable(bytes: Uint8Array, before: number = 0): number {
  let crc = ~before;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]!) & 255]!;
  return ~crc >>> 0;
}

/** The CRC of `bytes`; `before` is the CRC of the bytes before these, if there are any. */
export const crc32: (bytes: Uint8Array, before?: number) => number = builtinModule("node:zlib")?.crc32 ?? crc32ByTable;
