/**
 * How table-writer.ts lays out pages; assembly/bulk/page-layout.ts checks the same. Every byte of a table belongs to one page, and
 * only the last group of a leaf lies beyond PAGE_BYTES. Look-ups rely on it: otherwise a small archive could make each of them
 * read all of it.
 */
import { MAX_PROGRAM_BYTES } from "../../core/parsing.ts";
import { archiveError } from "./archive-error.ts";
import { hostOfKey } from "./origin-key.ts";
import type { Page } from "./page.ts";
import { compareBytes, type GroupOf, MAX_PAGE_BYTES, PAGE_BYTES } from "./table-writer.ts";

export interface TableLayout {
  readonly groupOf: GroupOf;
  /** The most entries of a group. */
  readonly maxEntries: number;
  /** The most groups of a leaf. */
  readonly maxGroups: number;
  /** The longest leaf, and the longest page above the leaves. */
  readonly maxLeafBytes: number;
  readonly maxBranchBytes: number;
}

/** What a table of any entries has, each a group of its own. */
export const plainLayout = (): TableLayout => ({
  groupOf: (key) => key,
  maxEntries: 1,
  maxGroups: PAGE_BYTES,
  maxLeafBytes: MAX_PAGE_BYTES,
  maxBranchBytes: MAX_PAGE_BYTES,
});

/** A host has an entry for both schemes and one for each. */
const MAX_ENTRIES_OF_HOST = 3;
/** Each takes 29 bytes at least: lengths, a key of one byte, and the state. One more may lie beyond PAGE_BYTES. */
const MAX_HOSTS_OF_LEAF = 142;
/** A page above the leaves refers to two pages at least, by hosts of 4,096 bytes at most. */
const MAX_BRANCH_BYTES = 12_288;
/** What an entry takes beside programs: lengths, the key and the state. */
const ENTRY_BYTES = 65_536;
/** In the list of a crawler's number and of a program's length. */
const LISTED_BYTES = 6;

/** The most that programs of an origin take: the entries of a host share a page. */
export const MAX_PROGRAMS_BYTES: number = Math.floor((MAX_PAGE_BYTES - PAGE_BYTES) / MAX_ENTRIES_OF_HOST) - ENTRY_BYTES;

/** The layout of an archive. The last host of a leaf may have rules of every crawler in each entry. */
export function archiveLayout(description: string): TableLayout {
  const programs = crawlersIn(description) * (MAX_PROGRAM_BYTES + LISTED_BYTES);
  return {
    groupOf: hostOfKey,
    maxEntries: MAX_ENTRIES_OF_HOST,
    maxGroups: MAX_HOSTS_OF_LEAF,
    maxLeafBytes: Math.min(MAX_PAGE_BYTES, PAGE_BYTES + MAX_ENTRIES_OF_HOST * (programs + ENTRY_BYTES)),
    maxBranchBytes: MAX_BRANCH_BYTES,
  };
}

/** How many crawlers there are at most: in the description, each has a list in the list of all. */
const crawlersIn = (description: string): number => Math.max(1, description.split("[").length - 2);

/** @param level 1 for a leaf. @throws RangeError unless the page at the offset has the layout */
export function checkLayout(page: Page, level: number, offset: number, layout: TableLayout): void {
  if (level > 1) checkReferences(page, offset, layout);
  else if (page.byteLength > PAGE_BYTES) checkLastGroup(page, layout);
}

/** The pages below lie one after the other before the page itself. */
function checkReferences(page: Page, end: number, { maxGroups }: TableLayout): void {
  let reached = 0;
  for (let i = 0; i < page.count; i++) {
    const { offset, length } = page.reference(i);
    if (offset < reached || offset + length > end)
      throw archiveError("pages one after the other", `${length} bytes at byte ${offset}`);
    // With more fingerprints, groups would read the leaf in vain.
    if (page.fingerprints(i) > maxGroups)
      throw archiveError(`at most ${maxGroups} fingerprints of a page`, page.fingerprints(i));
    reached = offset + length;
  }
}

/** Entries of other groups end before PAGE_BYTES. */
function checkLastGroup(page: Page, { groupOf, maxEntries }: TableLayout): void {
  const last = page.count - 1;
  const group = groupOf(page.entry(last).key);
  let first = last;
  while (first > 0 && last - first < maxEntries && compareBytes(groupOf(page.entry(first - 1).key), group) === 0)
    first--;
  if (page.startOf(first) > PAGE_BYTES || last - first >= maxEntries)
    throw archiveError(
      `at most ${maxEntries} entries after ${PAGE_BYTES} bytes of a page`,
      `${page.count} in the page`,
    );
}
