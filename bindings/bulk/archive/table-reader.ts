/**
 * Reads tables (table.ts) by random access. Opening reads the head, the index and the footer; a look-up reads and checks
 * one block and keeps it for the next look-up. Truncated, damaged, foreign and newer tables are refused; no input makes
 * the reader read outside the given bytes.
 */
import { fnv1a } from "../../core/engine/checksum.ts";
import { withCode } from "../../core/errors.ts";
import {
  blockChecksum,
  CHECKSUM_BYTES,
  compareKeys,
  END_MAGIC,
  ENTRY_HEAD_BYTES,
  FOOTER_BYTES,
  HEADER_BYTES,
  INDEX_HEAD_BYTES,
  MAGIC,
  MAX_DESCRIPTION_BYTES,
  MAX_INDEX_BYTES,
  type TableEntry,
  VERSION,
} from "./table.ts";

/** Bytes that can be read at any offset, such as a file or a buffer. */
export interface RandomAccess {
  /** In bytes. */
  readonly size: number;
  /** Returns exactly these bytes, which must not change afterwards. @throws if they cannot be read. */
  read(offset: number, length: number): Uint8Array;
  close?(): void;
}

const decoder = new TextDecoder();

/** @returns the error for an archive that cannot be used, with the code ERR_ARCHIVE. */
export const archiveError = (expected: string, got: string | number): RangeError =>
  withCode(new RangeError(`archive: expected ${expected}; got ${got}`), "ERR_ARCHIVE");

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
const magicAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

export class TableReader {
  readonly description: string;
  /** The number of entries that the writer counted. */
  readonly size: number;
  readonly #source: RandomAccess;
  readonly #index: Uint8Array;
  readonly #indexView: DataView;
  /** Where the entry of each block starts in the index. */
  readonly #places: Uint32Array;
  #lastBlock = -1;
  #lastBytes: Uint8Array = new Uint8Array();

  /** @throws RangeError unless the source is a whole table of this version. */
  constructor(source: RandomAccess) {
    const head = readHead(source);
    const footer = source.read(source.size - FOOTER_BYTES, FOOTER_BYTES);
    const indexOffset = readFooter(source, footer, head.length);
    const indexBytes = source.size - FOOTER_BYTES - indexOffset;
    if (indexBytes > MAX_INDEX_BYTES)
      throw archiveError(`an index of at most ${MAX_INDEX_BYTES} bytes: compile several archives`, indexBytes);
    const index = source.read(indexOffset, indexBytes);
    const sum = fnv1a(footer.subarray(0, 24), fnv1a(index, fnv1a(head)));
    if (sum !== viewOf(footer).getUint32(24, true)) throw archiveError("the index's checksum to hold", "damaged bytes");
    this.#source = source;
    this.description = decoder.decode(head.subarray(HEADER_BYTES));
    this.size = Number(viewOf(footer).getBigUint64(16, true));
    this.#index = index;
    this.#indexView = viewOf(index);
    this.#places = placesOf(index, head.length, indexOffset);
  }

  /** The entries in order, from the first key that is not before `key`. @throws RangeError at a damaged block. */
  *from(key: Uint8Array): Generator<TableEntry> {
    let isReached = false;
    for (let block = Math.max(0, this.#blocksUpTo(key) - 1); block < this.#places.length; block++) {
      for (const entry of entriesOf(this.#block(block))) {
        isReached ||= compareKeys(entry.key, key) >= 0;
        if (isReached) yield entry;
      }
    }
  }

  /** The last entry whose key is before `key`. @throws RangeError at a damaged block. */
  before(key: Uint8Array): TableEntry | undefined {
    let last: TableEntry | undefined;
    for (let block = this.#blocksUpTo(key) - 1; block >= 0 && last === undefined; block--) {
      for (const entry of entriesOf(this.#block(block))) if (compareKeys(entry.key, key) < 0) last = entry;
    }
    return last;
  }

  /** How many blocks start with a key that is not after `key`. */
  #blocksUpTo(key: Uint8Array): number {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareKeys(this.#firstKey(middle), key) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #firstKey(block: number): Uint8Array {
    const start = this.#places[block]! + INDEX_HEAD_BYTES;
    return this.#index.subarray(start, start + this.#indexView.getUint32(start - 4, true));
  }

  #block(block: number): Uint8Array {
    if (block === this.#lastBlock) return this.#lastBytes;
    const offset = Number(this.#indexView.getBigUint64(this.#places[block]!, true));
    const bytes = this.#source.read(offset, this.#indexView.getUint32(this.#places[block]! + 8, true));
    if (blockChecksum(bytes, offset) !== viewOf(bytes).getUint32(0, true))
      throw archiveError(`the checksum of the block at byte ${offset} to hold`, "damaged bytes");
    this.#lastBytes = bytes;
    this.#lastBlock = block;
    return bytes;
  }
}

function readHead(source: RandomAccess): Uint8Array {
  const start = source.read(0, Math.min(source.size, HEADER_BYTES));
  if (magicAt(start, 0) !== MAGIC)
    throw archiveError(`a file that starts with ${MAGIC}`, source.size === 0 ? "an empty one" : "a foreign one");
  if (source.size < HEADER_BYTES + FOOTER_BYTES) throw archiveError("a whole archive", `${source.size} bytes of one`);
  const version = viewOf(start).getUint32(4, true);
  if (version !== VERSION) throw archiveError(`version ${VERSION}`, version);
  const length = viewOf(start).getUint32(8, true);
  if (length > Math.min(MAX_DESCRIPTION_BYTES, source.size - HEADER_BYTES - FOOTER_BYTES))
    throw archiveError("a description within the file", `one of ${length} bytes`);
  return source.read(0, HEADER_BYTES + length);
}

/** @returns the offset of the index. */
function readFooter(source: RandomAccess, footer: Uint8Array, headBytes: number): number {
  const view = viewOf(footer);
  if (magicAt(footer, 28) !== END_MAGIC)
    throw archiveError(`a whole archive, which ends in ${END_MAGIC}`, "another end");
  const size = Number(view.getBigUint64(8, true));
  if (size !== source.size) throw archiveError(`a length of ${size} bytes`, source.size);
  const indexOffset = Number(view.getBigUint64(0, true));
  if (indexOffset < headBytes || indexOffset > source.size - FOOTER_BYTES)
    throw archiveError("an index within the file", `one at byte ${indexOffset}`);
  return indexOffset;
}

/** Checks that the blocks fill the space between head and index without gaps. */
function placesOf(index: Uint8Array, firstOffset: number, indexOffset: number): Uint32Array {
  const view = viewOf(index);
  const places: number[] = [];
  let expected = firstOffset;
  for (let at = 0; at < index.length; ) {
    const keyBytes = at + INDEX_HEAD_BYTES <= index.length ? view.getUint32(at + 12, true) : index.length;
    if (at + INDEX_HEAD_BYTES + keyBytes > index.length)
      throw archiveError("whole entries in the index", "half of one");
    const offset = Number(view.getBigUint64(at, true));
    const length = view.getUint32(at + 8, true);
    if (offset !== expected || length < CHECKSUM_BYTES) throw archiveError(`a block at byte ${expected}`, offset);
    expected += length;
    places.push(at);
    at += INDEX_HEAD_BYTES + keyBytes;
  }
  if (expected !== indexOffset) throw archiveError(`blocks up to byte ${indexOffset}`, expected);
  return Uint32Array.from(places);
}

function* entriesOf(block: Uint8Array): Generator<TableEntry> {
  const view = viewOf(block);
  for (let at = CHECKSUM_BYTES; at < block.length; ) {
    const keyBytes = at + ENTRY_HEAD_BYTES <= block.length ? view.getUint32(at, true) : block.length;
    const key = at + ENTRY_HEAD_BYTES;
    const value = key + keyBytes;
    const end = value <= block.length ? value + view.getUint32(at + 4, true) : value;
    if (end > block.length) throw archiveError("whole entries in a block", "half of one");
    yield { key: block.subarray(key, value), value: block.subarray(value, end) };
    at = end;
  }
}
