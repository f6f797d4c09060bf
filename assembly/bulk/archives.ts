/**
 * The archives of a run: one, or all shards of one. What the head and the footer say (docs/archive.md).
 *
 *   archive  0 root's offset, u64 | 8 its length | 12 its checksum | 16 end of the pages, u64 | 24 their start | 28 levels
 *            32 the crawler's number
 */

import { countTurn } from "../bytes/steps";
import { INVALID_ARCHIVE, INVALID_LENGTH, OUT_OF_MEMORY, WRONG_SHARD } from "../embed/errors";
import { crc32 } from "./crc32";
import { clear, firstOf, LIST_BYTES, push, usedBytes } from "./list";

const ARCHIVE_BYTES: usize = 40;
const HEADER_BYTES: usize = 12;
const FOOTER_BYTES: usize = 44;
/** `RWAR` and `RWAE`. */
const MAGIC: u32 = 0x52415752;
const END_MAGIC: u32 = 0x45415752;
const VERSION: u32 = 3;
const MAX_LEVELS: u32 = 40;
const FNV_BASIS: u32 = 0x811c9dc5;
const FNV_PRIME: u32 = 0x01000193;

const archives: usize = memory.data(LIST_BYTES);
let shard: u32 = 0;
let shards: u32 = 1;

export function forgetArchives(): void {
  clear(archives);
}

export function archiveCount(): u32 {
  return <u32>(usedBytes(archives) / ARCHIVE_BYTES);
}

function archiveAt(number: u32): usize {
  return firstOf(archives) + <usize>number * ARCHIVE_BYTES;
}

export function rootOf(archive: u32): usize {
  return archiveAt(archive);
}

export function pagesEndOf(archive: u32): u64 {
  return load<u64>(archiveAt(archive), 16);
}

export function pagesStartOf(archive: u32): u64 {
  return <u64>load<u32>(archiveAt(archive), 24);
}

export function levelsOf(archive: u32): u32 {
  return load<u32>(archiveAt(archive), 28);
}

export function crawlerOf(archive: u32): u32 {
  return load<u32>(archiveAt(archive), 32);
}

/**
 * Adds the archive whose head of `headBytes` and footer lie at `head`, and returns the number of archives or an error. Either
 * one archive is added, which may be any shard; or all shards in their order.
 */
export function addArchive(head: usize, bytes: u32, crawler: u32, number: u32, total: u32): i32 {
  if (bytes < <u32>(HEADER_BYTES + FOOTER_BYTES)) return INVALID_LENGTH;
  const headBytes = <usize>bytes - FOOTER_BYTES;
  const footer = head + headBytes;
  if (!isArchive(head, headBytes, footer)) return INVALID_ARCHIVE;
  const count = archiveCount();
  if (number >= total || (count > 0 && (shard != 0 || total != shards || number != count))) return WRONG_SHARD;
  const archive = push(archives, ARCHIVE_BYTES);
  if (archive == 0) return OUT_OF_MEMORY;
  if (count == 0) shard = number;
  shards = total;
  memory.copy(archive, footer, 16);
  store<u64>(archive, load<u64>(footer, 16) - FOOTER_BYTES, 16);
  store<u32>(archive, <u32>headBytes, 24);
  store<u32>(archive, load<u32>(footer, 32), 28);
  store<u32>(archive, crawler, 32);
  return <i32>count + 1;
}

function isArchive(head: usize, headBytes: usize, footer: usize): bool {
  if (load<u32>(head) != MAGIC || load<u32>(head, 4) != VERSION || load<u32>(footer, 40) != END_MAGIC) return false;
  if (<u64>load<u32>(head, 8) + HEADER_BYTES != <u64>headBytes) return false;
  if (load<u64>(footer, 16) < <u64>(headBytes + FOOTER_BYTES)) return false;
  const levels = load<u32>(footer, 32);
  return levels >= 1 && levels <= MAX_LEVELS && load<u32>(footer, 36) == crc32(head, footer + 36, 0);
}

/** The archive that holds a host with its port, or WRONG_SHARD: an origin of another shard is not missing. */
export function archiveOf(host: usize, end: usize): i32 {
  if (shards == 1) return 0;
  const wanted = fnv1a(host, end) % shards;
  if (archiveCount() > 1) return wanted < archiveCount() ? <i32>wanted : WRONG_SHARD;
  return wanted == shard ? 0 : WRONG_SHARD;
}

/** FNV-1a with 32 bits. */
export function fnv1a(from: usize, end: usize): u32 {
  let hash = FNV_BASIS;
  for (; from < end; from++) {
    countTurn();
    hash = (hash ^ load<u8>(from)) * FNV_PRIME;
  }
  return hash;
}
