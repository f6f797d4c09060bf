/**
 * Checks everything on which looking up relies, in one pass over a table: pages fill the file in their order, keys ascend and
 * each comes once, every key lies between the separators above it, and the fingerprints beside a reference are those of the
 * groups in its leaf. Checksums detect damage; this detects tables that were written wrongly, or forged. Reads past the cache.
 */
import { archiveError } from "./archive-error.ts";
import type { Page } from "./page.ts";
import type { TableLayout } from "./page-layout.ts";
import { checkPlace, type RandomAccess, readPage } from "./read-page.ts";
import {
  compareBytes,
  FINGERPRINT_BYTES,
  groupFingerprint,
  type PageReference,
  REFERENCE_BYTES,
  type TableEntry,
} from "./table-writer.ts";

/** A table by what its footer says. */
interface TableShape {
  readonly source: RandomAccess;
  readonly root: PageReference;
  readonly levels: number;
  readonly layout: TableLayout;
  readonly entries: number;
  /** Where pages begin and end. */
  readonly start: number;
  readonly end: number;
}

/** The keys that a page may hold: from the first one up to, but without, the second. */
interface Keys {
  readonly from: Uint8Array;
  readonly until?: Uint8Array | undefined;
}

/** @throws RangeError at the first fault. */
export function verifyTable(table: TableShape, visit: (entry: TableEntry) => void): void {
  new Verification(table, visit).run();
}

class Verification {
  readonly #table: TableShape;
  readonly #visit: (entry: TableEntry) => void;
  #entries = 0;
  #last: Uint8Array | undefined;

  constructor(table: TableShape, visit: (entry: TableEntry) => void) {
    this.#table = table;
    this.#visit = visit;
  }

  run(): void {
    const { root, start, end, entries, levels } = this.#table;
    const reached = this.#verify(root, start, levels, { from: new Uint8Array() });
    if (reached !== end) throw archiveError("pages up to the footer", `pages up to byte ${reached}`);
    if (this.#entries !== entries) throw archiveError(`${entries} entries`, this.#entries);
  }

  /**
   * Pages lie just before the page that refers to them.
   * @returns the offset after the page.
   */
  #verify(at: PageReference, start: number, levels: number, keys: Keys, beside?: Uint8Array): number {
    checkPlace(at, start, this.#table.end);
    const page = readPage(this.#table.source, at, levels, this.#table.layout);
    if (page.count === 0 && (beside !== undefined || levels > 1)) throw archiveError("entries in each page", "none");
    const offset = levels === 1 ? start : this.#verifyChildren(page, start, levels - 1, keys);
    if (levels === 1) this.#verifyLeaf(page, keys, beside);
    if (at.offset !== offset) throw archiveError(`a page at byte ${offset}`, `one at byte ${at.offset}`);
    return at.offset + at.length;
  }

  /** @returns the offset after the last child. */
  #verifyChildren(page: Page, start: number, levels: number, keys: Keys): number {
    let offset = start;
    if (compareBytes(page.entry(0).key, keys.from) !== 0)
      throw archiveError("the first key of the page above", "another");
    for (let i = 0; i < page.count; i++) {
      const { key, value } = page.entry(i);
      const until = i + 1 < page.count ? page.entry(i + 1).key : keys.until;
      if (until !== undefined && compareBytes(key, until) >= 0)
        throw archiveError("ascending keys in the pages above the leaves", "another order");
      const beside = value.subarray(REFERENCE_BYTES);
      if (levels > 1 && beside.length > 0) throw archiveError("fingerprints beside leaves", "some beside another page");
      offset = this.#verify(page.reference(i), offset, levels, { from: key, until }, beside);
    }
    return offset;
  }

  /** @param beside the fingerprints beside the reference to the leaf; undefined for the root. */
  #verifyLeaf(page: Page, { from, until }: Keys, beside: Uint8Array | undefined): void {
    const fingerprints: number[] = [];
    let group: Uint8Array | undefined;
    for (let i = 0; i < page.count; i++) {
      const entry = page.entry(i);
      this.#checkOrder(entry.key);
      const next = this.#table.layout.groupOf(entry.key);
      if (compareBytes(next, from) < 0 || (until !== undefined && compareBytes(entry.key, until) >= 0))
        throw archiveError("keys between the keys of the page above", "another");
      if (group === undefined || compareBytes(group, next) !== 0) fingerprints.push(groupFingerprint(next));
      group = next;
      this.#entries++;
      this.#visit(entry);
    }
    if (beside !== undefined && !listsFingerprints(beside, fingerprints))
      throw archiveError("a fingerprint of each host in a leaf", "others");
  }

  #checkOrder(key: Uint8Array): void {
    const order = this.#last === undefined ? -1 : compareBytes(this.#last, key);
    if (order === 0) throw archiveError("each key once", "a key twice");
    if (order > 0) throw archiveError("ascending keys", "another order");
    this.#last = key;
  }
}

const listsFingerprints = (bytes: Uint8Array, fingerprints: readonly number[]): boolean =>
  bytes.length === FINGERPRINT_BYTES * fingerprints.length &&
  fingerprints.every((one, i) => (bytes[2 * i]! | (bytes[2 * i + 1]! << 8)) === one);
