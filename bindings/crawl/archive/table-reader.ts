/**
 * Reads tables (table-writer.ts) by random access. Opening reads the head and the footer, whatever the size; a look-up reads one
 * page of each level, and pages used lately are kept. Truncated, damaged, foreign and newer tables are refused; no input
 * makes the reader read outside the given bytes.
 */

import { viewOf } from "../../base/little-endian.ts";
import { decodeUtf8 } from "../../base/utf8.ts";
import { archiveError } from "./archive-error.ts";
import { crc32 } from "./crc32.ts";
import { type Page, readReference } from "./page.ts";
import { PageCache } from "./page-cache.ts";
import { plainLayout, type TableLayout } from "./page-layout.ts";
import { checkPlace, type RandomAccess, readPage } from "./read-page.ts";
import {
  END_MAGIC,
  FOOTER_BYTES,
  groupFingerprint,
  HEADER_BYTES,
  MAGIC,
  MAX_DESCRIPTION_BYTES,
  MAX_LEVELS,
  type PageReference,
  type TableEntry,
  VERSION,
} from "./table-writer.ts";
import { verifyTable } from "./verify-table.ts";

export type { RandomAccess };

/** Leaves are used again less often than the pages above them, which would be dropped for them. */
const LEAVES_BYTES = 8 * 2 ** 20;
const BRANCHES_BYTES = 32 * 2 ** 20;

const RECOMPILE = "compile the archive again with robots-wasm compile";

const magicAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

export class TableReader {
  readonly description: string;
  /** The number of entries that the writer counted. */
  readonly size: number;
  readonly #source: RandomAccess;
  readonly #headBytes: number;
  readonly #root: PageReference;
  readonly #levels: number;
  readonly #leaves: PageCache;
  readonly #branches: PageCache;
  readonly #layout: TableLayout;

  /**
   * @param layoutOf the layout that a table of this description has; other pages are refused
   * @param cacheShare the share of the usual pages that are kept in memory
   * @throws RangeError unless the source has the head and the footer of a table of this version.
   */
  constructor(source: RandomAccess, layoutOf: (description: string) => TableLayout = plainLayout, cacheShare = 1) {
    this.#leaves = new PageCache(cacheShare * LEAVES_BYTES);
    this.#branches = new PageCache(cacheShare * BRANCHES_BYTES);
    const head = readHead(source);
    const footer = readFooter(source, head);
    const view = viewOf(footer);
    this.#source = source;
    this.#headBytes = head.length;
    this.description = decodeUtf8(head.subarray(HEADER_BYTES));
    this.#layout = layoutOf(this.description);
    this.#root = readReference(footer, 0);
    this.#levels = view.getUint32(32, true);
    this.size = Number(view.getBigUint64(24, true));
    if (this.#levels < 1 || this.#levels > MAX_LEVELS) throw archiveError(`1 to ${MAX_LEVELS} levels`, this.#levels);
  }

  /** The entries of a group. @throws RangeError at a damaged page. */
  find(group: Uint8Array): readonly TableEntry[] {
    let at = this.#rootPlace;
    let page = this.#page(at, this.#levels);
    for (let levels = this.#levels - 1; levels > 0; levels--) {
      const child = page.lastUpTo(group);
      if (child < 0 || (levels === 1 && !page.mayHold(child, groupFingerprint(group)))) return [];
      at = childPlace(page, child, at);
      page = this.#page(at, levels);
    }
    const entries: TableEntry[] = [];
    for (let i = page.firstFrom(group); i < page.count && page.startsWith(i, group); i++) entries.push(page.entry(i));
    return entries;
  }

  /** The entries in order, from the first key that is not before `key`. @throws RangeError at a damaged page. */
  from(key: Uint8Array): Generator<TableEntry> {
    return this.#from(key, this.#rootPlace, this.#levels);
  }

  *#from(key: Uint8Array, at: PagePlace, levels: number): Generator<TableEntry> {
    const page = this.#page(at, levels);
    if (levels === 1) {
      for (let i = page.firstFrom(key); i < page.count; i++) yield page.entry(i);
      return;
    }
    for (let i = Math.max(0, page.lastUpTo(key)); i < page.count; i++)
      yield* this.#from(key, childPlace(page, i, at), levels - 1);
  }

  /** The last entry whose key is before `key`. @throws RangeError at a damaged page. */
  before(key: Uint8Array): TableEntry | undefined {
    return this.#before(key, this.#rootPlace, this.#levels);
  }

  #before(key: Uint8Array, at: PagePlace, levels: number): TableEntry | undefined {
    const page = this.#page(at, levels);
    if (levels === 1) {
      const i = page.firstFrom(key) - 1;
      return i < 0 ? undefined : page.entry(i);
    }
    let found: TableEntry | undefined;
    for (let i = page.lastUpTo(key); i >= 0 && found === undefined; i--)
      found = this.#before(key, childPlace(page, i, at), levels - 1);
    return found;
  }

  /**
   * Reads and checks everything on which look-ups rely.
   * @throws RangeError at the first fault.
   */
  verify(visit: (entry: TableEntry) => void): void {
    const [source, root, levels, layout] = [this.#source, this.#root, this.#levels, this.#layout] as const;
    const shape = { source, root, levels, layout, entries: this.size, start: this.#headBytes, end: this.#pagesEnd };
    verifyTable(shape, visit);
  }

  get #rootPlace(): PagePlace {
    return { reference: this.#root, start: this.#headBytes, end: this.#pagesEnd };
  }

  get #pagesEnd(): number {
    return this.#source.size - FOOTER_BYTES;
  }

  #page({ reference, start, end }: PagePlace, levels: number): Page {
    checkPlace(reference, start, end);
    const cache = levels === 1 ? this.#leaves : this.#branches;
    const known = cache.get(reference.offset);
    if (known !== undefined) return known;
    const page = readPage(this.#source, reference, levels, this.#layout);
    cache.set(reference.offset, page);
    return page;
  }
}

/** A page, and between which bytes it and the pages below it must lie: no page refers to itself, and no byte is in two pages. */
interface PagePlace {
  readonly reference: PageReference;
  readonly start: number;
  readonly end: number;
}

/** @throws RangeError if the pages below begin before the first byte of their own. */
function childPlace(page: Page, child: number, { reference: { offset: end }, start }: PagePlace): PagePlace {
  checkPlace(page.reference(0), start, end);
  const reference = page.reference(child);
  if (child === 0) return { reference, start, end };
  const before = page.reference(child - 1);
  return { reference, start: before.offset + before.length, end };
}

function readHead(source: RandomAccess): Uint8Array {
  const start = source.read(0, Math.min(source.size, HEADER_BYTES));
  if (magicAt(start, 0) !== MAGIC)
    throw archiveError(`a file that starts with ${MAGIC}`, source.size === 0 ? "an empty one" : "a foreign one");
  if (source.size < HEADER_BYTES + FOOTER_BYTES) throw archiveError("a whole archive", `${source.size} bytes of one`);
  const version = viewOf(start).getUint32(4, true);
  if (version !== VERSION)
    throw archiveError(`format ${VERSION}`, version < VERSION ? `${version}; ${RECOMPILE}` : version);
  const length = viewOf(start).getUint32(8, true);
  if (length > Math.min(MAX_DESCRIPTION_BYTES, source.size - HEADER_BYTES - FOOTER_BYTES))
    throw archiveError("a description within the file", `one of ${length} bytes`);
  return source.read(0, HEADER_BYTES + length);
}

function readFooter(source: RandomAccess, head: Uint8Array): Uint8Array {
  const footer = source.read(source.size - FOOTER_BYTES, FOOTER_BYTES);
  const view = viewOf(footer);
  if (magicAt(footer, 40) !== END_MAGIC)
    throw archiveError(`a whole archive, which ends in ${END_MAGIC}`, "another end");
  const size = Number(view.getBigUint64(16, true));
  if (size !== source.size) throw archiveError(`a length of ${size} bytes`, source.size);
  if (view.getUint32(36, true) !== crc32(footer.subarray(0, 36), crc32(head)))
    throw archiveError("the checksum of the footer to hold", "damaged bytes");
  return footer;
}
