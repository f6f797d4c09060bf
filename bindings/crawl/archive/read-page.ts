/** Reads one page of a table, with its bounds and its checksum checked. */
import { archiveError } from "./archive-error.ts";
import { crc32 } from "./crc32.ts";
import { Page } from "./page.ts";
import { checkLayout, type TableLayout } from "./page-layout.ts";
import type { PageReference } from "./table-writer.ts";

/** Bytes that can be read at any offset, such as a file or a buffer. */
export interface RandomAccess {
  /** In bytes. */
  readonly size: number;
  /** Returns exactly these bytes, which must not change afterwards. @throws if they cannot be read. */
  read(offset: number, length: number): Uint8Array;
  close?(): void;
}

/** @throws RangeError unless the page lies between the bytes `start` and `end`. */
export function checkPlace({ offset, length }: PageReference, start: number, end: number): void {
  if (offset < start || offset + length > end)
    throw archiveError(`a page between the bytes ${start} and ${end}`, `${length} bytes at byte ${offset}`);
}

/**
 * @param level 1 for a leaf
 * @throws RangeError unless its bytes are whole and have the layout; nothing is read of a page that is too long
 */
export function readPage(source: RandomAccess, reference: PageReference, level: number, layout: TableLayout): Page {
  const { offset, length, checksum } = reference;
  const most = level === 1 ? layout.maxLeafBytes : layout.maxBranchBytes;
  if (length > most) throw archiveError(`a page of at most ${most} bytes at byte ${offset}`, `${length}`);
  const bytes = source.read(offset, length);
  if (crc32(bytes) !== checksum)
    throw archiveError(`the checksum of the page at byte ${offset} to hold`, "damaged bytes");
  const page = new Page(bytes);
  checkLayout(page, level, offset, layout);
  return page;
}
