/**
 * The archives of a run: one, or all shards of one. What the head and the footer say (docs/archive.md).
 *
 *   archive  0 root's offset, u64 | 8 its length | 12 its checksum | 16 end of the pages, u64 | 24 their start | 28 levels
 *            32 the crawler's number | 36 the most bytes of a leaf
 */

import { indexOf } from "../bytes/bytes";
import { BRACKET } from "../bytes/characters";
import { MAX_PROGRAM_BYTES } from "../bytes/layout";
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
/** `compile` refuses to write more to a page, however many crawlers there are. */
const MAX_PAGE_BYTES: u64 = 1 << 28;
const PAGE_BYTES: u64 = 4096;
/** A host has an entry for both schemes and one for each. */
export const MAX_ENTRIES_OF_HOST: u32 = 3;
/** What an entry takes beside programs: lengths, the key and the state. */
const ENTRY_BYTES: u64 = 1 << 16;
/** In the list of a crawler's number and of a program's length. */
const LISTED_BYTES: u64 = 6;
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

/** No leaf that `compile` writes is longer. */
export function maxLeafBytesOf(archive: u32): u32 {
  return load<u32>(archiveAt(archive), 36);
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
  store<u32>(archive, maxLeafBytes(head + HEADER_BYTES, footer), 36);
  return <i32>count + 1;
}

function isArchive(head: usize, headBytes: usize, footer: usize): bool {
  if (load<u32>(head) != MAGIC || load<u32>(head, 4) != VERSION || load<u32>(footer, 40) != END_MAGIC) return false;
  if (<u64>load<u32>(head, 8) + HEADER_BYTES != <u64>headBytes) return false;
  if (load<u64>(footer, 16) < <u64>(headBytes + FOOTER_BYTES)) return false;
  const levels = load<u32>(footer, 32);
  return levels >= 1 && levels <= MAX_LEVELS && load<u32>(footer, 36) == crc32(head, footer + 36, 0);
}

/** The last host of a leaf may have rules of every crawler in each entry. */
function maxLeafBytes(description: usize, end: usize): u32 {
  const programs = <u64>crawlersIn(description, end) * (<u64>MAX_PROGRAM_BYTES + LISTED_BYTES);
  return <u32>min<u64>(MAX_PAGE_BYTES, PAGE_BYTES + <u64>MAX_ENTRIES_OF_HOST * (programs + ENTRY_BYTES));
}

/** How many crawlers there are at most: in the description, each has a list in the list of all. */
function crawlersIn(description: usize, end: usize): u32 {
  let brackets: u32 = 0;
  for (let at = indexOf(BRACKET, description, end); at < end; at = indexOf(BRACKET, at + 1, end)) brackets++;
  return max<u32>(brackets, 2) - 1;
}

/** The archive that holds a host with its port, or WRONG_SHARD: an origin of another shard is not missing. */
export function archiveOf(host: usize, end: usize): i32 {
  if (shards == 1) return 0;
  const wanted = fnv1a(host, end) % shards;
  if (archiveCount() > 1) return wanted < archiveCount() ? <i32>wanted : WRONG_SHARD;
  return wanted == shard ? 0 : WRONG_SHARD;
}

export function fnv1a(from: usize, end: usize): u32 {
  let hash = FNV_BASIS;
  for (; from < end; from++) {
    countTurn();
    hash = (hash ^ load<u8>(from)) * FNV_PRIME;
  }
  return hash;
}
