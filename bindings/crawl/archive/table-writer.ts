/**
 * The container of an archive: keys with values, sorted by key, in a tree of pages (docs/archive.md shows the layout).
 * Written in one pass, so that it can be streamed; equal input gives equal bytes. Memory: one page for each level, and a piece.
 */
import { fnv1a } from "../../base/checksum.ts";
import { concat } from "../../base/little-endian.ts";
import { crc32 } from "./crc32.ts";

export const MAGIC = "RWAR";
export const END_MAGIC = "RWAE";
export const VERSION = 3;
/** Magic, version, length of the description. */
export const HEADER_BYTES = 12;
/** Reference to the root, file length, number of entries, number of levels, checksum, magic. */
export const FOOTER_BYTES = 44;
/** Lengths of key and value. */
export const ENTRY_HEAD_BYTES = 8;
/** Offset, length and checksum of a page. */
export const REFERENCE_BYTES = 16;
export const FINGERPRINT_BYTES = 2;
/** The size of a page, which is what a look-up reads on each level. A longer group gets a longer page of its own. */
export const PAGE_BYTES = 4096;
/** The least that is written at once: each write costs as much as ten pages. */
const PIECE_BYTES = 2 ** 16;
export const MAX_PAGE_BYTES: number = 2 ** 28;
export const MAX_DESCRIPTION_BYTES: number = 2 ** 20;
/** Every page above the leaves refers to two pages or more, except a root of one. */
export const MAX_LEVELS = 40;

export interface TableEntry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** Where a page lies, and the checksum of its bytes. */
export interface PageReference {
  readonly offset: number;
  readonly length: number;
  readonly checksum: number;
}

/** The group of a key: a beginning of it. Neighbours of one group lie in one page, so that one look-up finds them all. */
export type GroupOf = (key: Uint8Array) => Uint8Array;

const encoder = new TextEncoder();
const NOTHING = new Uint8Array();
const NO_PAGES: readonly Uint8Array[] = [];

/** Two bytes that show, in the page above, which groups a leaf may hold. */
export const groupFingerprint = (group: Uint8Array): number => fnv1a(group) >>> 16;

/** Byte order; a prefix comes before a longer key. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}

/**
 * Yields the bytes of a table in pieces.
 * @param description stored once for the whole table.
 * @param entries in ascending order of their keys, each key once.
 * @param groupOf by default each key is a group of its own.
 * @throws RangeError for entries out of order, or too long.
 */
export async function* writeTable(
  description: string,
  entries: Iterable<TableEntry>,
  groupOf: GroupOf = (key) => key,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for (const part of partsOf(tableHead(encoder.encode(description)), entries, groupOf)) {
    parts.push(part);
    bytes += part.length;
    if (bytes < PIECE_BYTES) continue;
    yield concat(parts);
    parts = [];
    bytes = 0;
  }
  yield concat(parts);
}

function* partsOf(head: Uint8Array, entries: Iterable<TableEntry>, groupOf: GroupOf): Generator<Uint8Array> {
  yield head;
  const tree = new Tree(head.length, groupOf);
  for (const entry of entries) for (const page of tree.add(entry)) yield page;
  yield* tree.finish();
  yield footerOf(head, tree);
}

function tableHead(description: Uint8Array): Uint8Array {
  const head = new Uint8Array(HEADER_BYTES + description.length);
  const view = new DataView(head.buffer);
  head.set(encoder.encode(MAGIC));
  view.setUint32(4, VERSION, true);
  view.setUint32(8, description.length, true);
  head.set(description, HEADER_BYTES);
  return head;
}

/** Its checksum covers the head and the footer; the references cover the pages. */
function footerOf(head: Uint8Array, { root, offset, count, levels }: Tree): Uint8Array {
  const footer = new Uint8Array(FOOTER_BYTES);
  const view = new DataView(footer.buffer);
  writeReference(footer, root);
  view.setBigUint64(16, BigInt(offset + FOOTER_BYTES), true);
  view.setBigUint64(24, BigInt(count), true);
  view.setUint32(32, levels, true);
  view.setUint32(36, crc32(footer.subarray(0, 36), crc32(head)), true);
  footer.set(encoder.encode(END_MAGIC), 40);
  return footer;
}

/** A page that is being filled. */
class OpenPage {
  entries: TableEntry[] = [];
  bytes = 0;
  /** Of a leaf. */
  fingerprints: number[] = [];
}

/**
 * Fills a page of each level. A full page is yielded, and an entry that refers to it goes into the page of the level above:
 * a key that is not after the first group of the page but after all keys before, and the reference with the fingerprints.
 */
class Tree {
  offset: number;
  count = 0;
  root: PageReference = { offset: 0, length: 0, checksum: 0 };
  readonly #groupOf: GroupOf;
  readonly #open: OpenPage[] = [new OpenPage()];
  #lastKey: Uint8Array | undefined;
  #lastGroup: Uint8Array | undefined;
  /** The key that will refer to the open leaf. */
  #separator: Uint8Array = NOTHING;

  constructor(offset: number, groupOf: GroupOf) {
    this.offset = offset;
    this.#groupOf = groupOf;
  }

  get levels(): number {
    return this.#open.length;
  }

  /** @returns the pages that are full now: few entries fill one */
  add(entry: TableEntry): readonly Uint8Array[] {
    let full = NO_PAGES;
    const last = this.#lastKey;
    if (last !== undefined && compareBytes(last, entry.key) >= 0)
      throw new RangeError("entries: expected ascending keys; got one that is not");
    const group = this.#groupOf(entry.key);
    if (this.#lastGroup === undefined || compareBytes(this.#lastGroup, group) !== 0) {
      if (last !== undefined && this.#isFull(0, bytesFor(entry.key.length, entry.value.length))) {
        full = [...this.#close(0)];
        this.#separator = separatorOf(last, group);
      }
      this.#open[0]!.fingerprints.push(groupFingerprint(group));
    }
    this.#append(0, entry);
    this.#lastKey = entry.key;
    this.#lastGroup = group;
    this.count++;
    return full;
  }

  /** Closes the pages from the leaves up; the last one is the root. */
  *finish(): Generator<Uint8Array> {
    for (let level = 0; level < this.#open.length - 1; level++) yield* this.#close(level);
    const { bytes, reference } = this.#pageOf(this.#open.at(-1)!);
    this.root = reference;
    yield bytes;
  }

  /** A page above the leaves refers to two pages at least, however long keys are: otherwise levels would never end. */
  #isFull(level: number, moreBytes: number): boolean {
    const { bytes, entries } = this.#open[level]!;
    return entries.length > Math.min(level, 1) && bytes + moreBytes > PAGE_BYTES;
  }

  #append(level: number, entry: TableEntry): void {
    const page = this.#open[level]!;
    page.entries.push(entry);
    page.bytes += bytesFor(entry.key.length, entry.value.length);
    if (page.bytes > MAX_PAGE_BYTES)
      throw new RangeError(`entries: expected at most ${MAX_PAGE_BYTES} bytes in a group; got ${page.bytes}`);
  }

  /** Yields the open page of a level, and refers to it in the page above. */
  *#close(level: number): Generator<Uint8Array> {
    const page = this.#open[level]!;
    if (level + 1 === this.#open.length) this.#open.push(new OpenPage());
    const key = level === 0 ? this.#separator : page.entries[0]!.key;
    // How long the reference to a leaf is, is known only now; room for others was made when they got their first entry.
    if (level === 0) yield* this.#makeRoom(1, key, REFERENCE_BYTES + FINGERPRINT_BYTES * page.fingerprints.length);
    const { bytes, reference } = this.#pageOf(page);
    yield bytes;
    this.#open[level] = new OpenPage();
    this.#append(level + 1, { key, value: referenceTo(reference, page.fingerprints) });
  }

  /**
   * Closes the pages from this level up in which a reference does not fit. They are written before the page that it refers
   * to, so that every page comes right after its last child, and before the first page of its next neighbour.
   */
  *#makeRoom(level: number, key: Uint8Array, valueBytes: number): Generator<Uint8Array> {
    if (level === this.#open.length) return;
    if (this.#isFull(level, bytesFor(key.length, valueBytes))) yield* this.#close(level);
    if (this.#open[level]!.bytes === 0) yield* this.#makeRoom(level + 1, key, REFERENCE_BYTES);
  }

  #pageOf(page: OpenPage): { readonly bytes: Uint8Array; readonly reference: PageReference } {
    const bytes = pageBytes(page);
    const reference = { offset: this.offset, length: bytes.length, checksum: crc32(bytes) };
    this.offset += bytes.length;
    return { bytes, reference };
  }
}

const bytesFor = (keyBytes: number, valueBytes: number): number => ENTRY_HEAD_BYTES + keyBytes + valueBytes;

function pageBytes({ entries, bytes }: OpenPage): Uint8Array {
  const page = new Uint8Array(bytes);
  const view = new DataView(page.buffer);
  let at = 0;
  for (const { key, value } of entries) {
    view.setUint32(at, key.length, true);
    view.setUint32(at + 4, value.length, true);
    page.set(key, at + ENTRY_HEAD_BYTES);
    page.set(value, at + ENTRY_HEAD_BYTES + key.length);
    at += ENTRY_HEAD_BYTES + key.length + value.length;
  }
  return page;
}

/** The shortest beginning of the group that comes after `last`, a key of another group before it. */
function separatorOf(last: Uint8Array, group: Uint8Array): Uint8Array {
  let length = 1;
  while (last[length - 1] === group[length - 1]) length++;
  return group.slice(0, length);
}

function referenceTo(reference: PageReference, fingerprints: readonly number[]): Uint8Array {
  const value = new Uint8Array(REFERENCE_BYTES + FINGERPRINT_BYTES * fingerprints.length);
  const view = new DataView(value.buffer);
  writeReference(value, reference);
  for (const [i, one] of fingerprints.entries()) view.setUint16(REFERENCE_BYTES + FINGERPRINT_BYTES * i, one, true);
  return value;
}

function writeReference(to: Uint8Array, { offset, length, checksum }: PageReference): void {
  const view = new DataView(to.buffer);
  view.setBigUint64(0, BigInt(offset), true);
  view.setUint32(8, length, true);
  view.setUint32(12, checksum, true);
}
