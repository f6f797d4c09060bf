/**
 * The container of an archive: keys with values, sorted by key, in blocks, followed by an index (docs/archive.md shows the
 * layout). Written in one pass, so that it can be streamed; equal input gives equal bytes. Memory: one block and the index.
 */
import { FNV_BASIS, fnv1a } from "../../core/engine/checksum.ts";
import { GrowingBytes } from "../../core/engine/growing-bytes.ts";

export const MAGIC = "RWAR";
export const END_MAGIC = "RWAE";
export const VERSION = 1;
/** Magic, version, length of the description. */
export const HEADER_BYTES = 12;
/** Index offset, file length, number of entries, checksum, magic. */
export const FOOTER_BYTES = 32;
/** Lengths of key and value. */
export const ENTRY_HEAD_BYTES = 8;
/** Offset, length, and length of the key. */
export const INDEX_HEAD_BYTES = 16;
export const CHECKSUM_BYTES = 4;
/**
 * The size of a block, which is what a look-up reads. A longer entry gets a block of its own. With 16 KiB a look-up takes
 * twice as long (2026-11-21, Node 20: 141 and 63 us); the index is 1 % of the blocks.
 */
export const BLOCK_BYTES = 4096;
export const MAX_DESCRIPTION_BYTES: number = 2 ** 20;
/** The longest index that is read, because it is held in memory: about 90 million origins. */
export const MAX_INDEX_BYTES: number = 2 ** 31 - 1;

export interface TableEntry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

const encoder = new TextEncoder();

/** The checksum depends on the offset, so that one block cannot be read in place of another. */
export const blockChecksum = (block: Uint8Array, offset: number): number =>
  fnv1a(block.subarray(CHECKSUM_BYTES), FNV_BASIS ^ offset ^ Math.floor(offset / 2 ** 32));

/** Byte order; a prefix comes before a longer key. */
export function compareKeys(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}

/**
 * Yields the bytes of a table in pieces.
 * @param description stored once for the whole table.
 * @param entries in ascending order of their keys, each key once.
 * @throws RangeError for entries out of order.
 */
export async function* tableOf(
  description: string,
  entries: Iterable<TableEntry> | AsyncIterable<TableEntry>,
): AsyncGenerator<Uint8Array> {
  const head = headOf(encoder.encode(description));
  yield head;
  const blocks = new Blocks(head.length);
  for await (const entry of entries) {
    const full = blocks.add(entry);
    if (full !== undefined) yield full;
  }
  const last = blocks.close();
  if (last !== undefined) yield last;
  yield tailOf(head, blocks);
}

function headOf(description: Uint8Array): Uint8Array {
  const head = new Uint8Array(HEADER_BYTES + description.length);
  const view = new DataView(head.buffer);
  head.set(encoder.encode(MAGIC));
  view.setUint32(4, VERSION, true);
  view.setUint32(8, description.length, true);
  head.set(description, HEADER_BYTES);
  return head;
}

/** The index and the footer; the checksum of the footer covers everything except the blocks. */
function tailOf(head: Uint8Array, { offset, count, index: entries }: Blocks): Uint8Array {
  const index = entries.bytes();
  const at = index.length;
  const tail = new Uint8Array(at + FOOTER_BYTES);
  tail.set(index);
  const view = new DataView(tail.buffer);
  view.setBigUint64(at, BigInt(offset), true);
  view.setBigUint64(at + 8, BigInt(offset + tail.length), true);
  view.setBigUint64(at + 16, BigInt(count), true);
  tail.set(encoder.encode(END_MAGIC), at + 28);
  view.setUint32(at + 24, fnv1a(tail.subarray(0, at + 24), fnv1a(head)), true);
  return tail;
}

/** Collects entries into blocks and writes the index entries of full blocks. */
class Blocks {
  offset: number;
  count = 0;
  readonly index: GrowingBytes = new GrowingBytes(BLOCK_BYTES);
  #entries: TableEntry[] = [];
  #bytes = CHECKSUM_BYTES;
  #lastKey: Uint8Array | undefined;

  constructor(offset: number) {
    this.offset = offset;
  }

  /** @returns the previous block if the entry does not fit into it. */
  add(entry: TableEntry): Uint8Array | undefined {
    if (this.#lastKey !== undefined && compareKeys(this.#lastKey, entry.key) >= 0)
      throw new RangeError("entries: expected ascending keys; got one that is not");
    const bytes = ENTRY_HEAD_BYTES + entry.key.length + entry.value.length;
    const full = this.#bytes + bytes > BLOCK_BYTES ? this.close() : undefined;
    this.#entries.push(entry);
    this.#bytes += bytes;
    this.#lastKey = entry.key;
    this.count++;
    return full;
  }

  close(): Uint8Array | undefined {
    const [first] = this.#entries;
    if (first === undefined) return undefined;
    const block = blockOf(this.#entries, this.#bytes, this.offset);
    this.index.append(indexEntryOf(this.offset, block.length, first.key));
    this.offset += block.length;
    this.#entries = [];
    this.#bytes = CHECKSUM_BYTES;
    return block;
  }
}

function blockOf(entries: readonly TableEntry[], bytes: number, offset: number): Uint8Array {
  const block = new Uint8Array(bytes);
  const view = new DataView(block.buffer);
  let at = CHECKSUM_BYTES;
  for (const { key, value } of entries) {
    view.setUint32(at, key.length, true);
    view.setUint32(at + 4, value.length, true);
    block.set(key, at + ENTRY_HEAD_BYTES);
    block.set(value, at + ENTRY_HEAD_BYTES + key.length);
    at += ENTRY_HEAD_BYTES + key.length + value.length;
  }
  view.setUint32(0, blockChecksum(block, offset), true);
  return block;
}

function indexEntryOf(offset: number, length: number, key: Uint8Array): Uint8Array {
  const entry = new Uint8Array(INDEX_HEAD_BYTES + key.length);
  const view = new DataView(entry.buffer);
  view.setBigUint64(0, BigInt(offset), true);
  view.setUint32(8, length, true);
  view.setUint32(12, key.length, true);
  entry.set(key, INDEX_HEAD_BYTES);
  return entry;
}
