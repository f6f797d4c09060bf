/** CRC-32 as in gzip, eight bytes at a time (slicing by eight: M. E. Kounavis and F. L. Berry, 2005). */
import { countTurn } from "../bytes/steps";

const TABLES: u32 = 8;
const tables: usize = memory.data(8192);

/** Call it once before `crc32`. */
export function writeCrcTables(): void {
  for (let i: u32 = 0; i < 256; i++) {
    let crc = i;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
    store<u32>(tables + ((<usize>i) << 2), crc);
  }
  for (let table: u32 = 1; table < TABLES; table++)
    for (let i: u32 = 0; i < 256; i++) {
      const before = entry(table - 1, i);
      store<u32>(tables + <usize>((table << 10) | (i << 2)), (before >>> 8) ^ entry(0, before & 255));
    }
}

function entry(table: u32, byte: u32): u32 {
  return load<u32>(tables + <usize>((table << 10) | (byte << 2)));
}

function four(table: u32, bytes: u32): u32 {
  const low = entry(table + 3, bytes & 255) ^ entry(table + 2, (bytes >>> 8) & 255);
  return low ^ entry(table + 1, (bytes >>> 16) & 255) ^ entry(table, bytes >>> 24);
}

/** @param before the checksum of what comes before, or 0 */
export function crc32(at: usize, end: usize, before: u32): u32 {
  let crc = ~before;
  for (; at + 8 <= end; at += 8) {
    countTurn();
    crc = four(4, load<u32>(at) ^ crc) ^ four(0, load<u32>(at, 4));
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ entry(0, (crc ^ load<u8>(at)) & 255);
  return ~crc;
}
