/** The values of a page, in each encoding that a column of text can have. All lengths are checked before the first value is used. */
import { Cursor } from "./cursor.ts";
import { readLengths } from "./deltas.ts";
import { readRuns } from "./runs.ts";

/** Values in order: call `next` once for each. It returns bytes that the next call may overwrite. */
export interface Texts {
  next(): Uint8Array;
}

/** What the values of a page may have in total: prefixes and dictionaries can repeat one value without end. */
export const MAX_PAGE_TEXT_BYTES: number = 2 ** 32;

const MAX_INT32 = 2 ** 31 - 1;

/** @throws an Error that says what is wrong with the page */
export function textsOf(encoding: string, page: Uint8Array, count: number, dictionary: Dictionary | undefined): Texts {
  const read = Object.hasOwn(readerByEncoding, encoding) ? readerByEncoding[encoding] : undefined;
  if (read === undefined) throw new Error(`the encoding ${encoding}`);
  return read(new Cursor(page), count, dictionary);
}

export type Dictionary = readonly Uint8Array[];

export function dictionaryOf(page: Uint8Array, count: number): Dictionary {
  const texts = plain(new Cursor(page), count);
  return Array.from({ length: count }, () => texts.next());
}

type TextsReader = (cursor: Cursor, count: number, dictionary: Dictionary | undefined) => Texts;

const readerByEncoding: Readonly<Record<string, TextsReader>> = {
  PLAIN: plain,
  PLAIN_DICTIONARY: indexed,
  RLE_DICTIONARY: indexed,
  DELTA_LENGTH_BYTE_ARRAY: lengthsFirst,
  DELTA_BYTE_ARRAY: sharedPrefixes,
};

/** Each value after its length. */
function plain(cursor: Cursor, count: number): Texts {
  const pieces = new Array<Uint8Array>(count);
  for (let i = 0; i < count; i++) pieces[i] = cursor.take(cursor.u32());
  checkEnd(cursor);
  return inOrder(pieces);
}

/** All lengths, then all values. */
function lengthsFirst(cursor: Cursor, count: number): Texts {
  // A page of nulls may have no lengths at all.
  if (count === 0) return inOrder([]);
  return inOrder(textPieces(cursor, count));
}

function textPieces(cursor: Cursor, count: number): Uint8Array[] {
  const lengths = readLengths(cursor, count, cursor.remaining);
  const pieces = Array.from(lengths, (length) => cursor.take(length));
  checkEnd(cursor);
  return pieces;
}

const inOrder = (pieces: readonly Uint8Array[]): Texts => {
  let at = 0;
  return { next: () => pieces[at++]! };
};

function checkEnd(cursor: Cursor): void {
  if (cursor.remaining > 0) throw new Error(`a page with ${cursor.remaining} bytes after its values`);
}

/** Places in the dictionary, after one byte with their width. */
function indexed(cursor: Cursor, count: number, dictionary: Dictionary | undefined): Texts {
  if (dictionary === undefined) throw new Error("a page without its dictionary");
  const width = count === 0 ? 0 : cursor.byte();
  // Without bits, all values are the first; writers differ in what follows.
  const indexes = width === 0 ? new Uint32Array(count) : readRuns(cursor, width, count);
  let bytes = 0;
  for (const index of indexes) {
    if (index >= dictionary.length) throw new Error(`value ${index} of a dictionary of ${dictionary.length}`);
    bytes += dictionary[index]!.length;
  }
  checkTotal(bytes);
  let at = 0;
  return { next: () => dictionary[indexes[at++]!]! };
}

/** How much of the value before each one begins with, then the rest. */
function sharedPrefixes(cursor: Cursor, count: number): Texts {
  if (count === 0) return inOrder([]);
  const prefixes = readLengths(cursor, count, MAX_INT32);
  const suffixes = textPieces(cursor, count);
  const longest = longestOf(prefixes, suffixes);
  const text = new Uint8Array(longest);
  let at = 0;
  const next = (): Uint8Array => {
    const suffix = suffixes[at]!;
    const length = prefixes[at++]!;
    text.set(suffix, length);
    return text.subarray(0, length + suffix.length);
  };
  return { next };
}

function longestOf(prefixes: Uint32Array, suffixes: readonly Uint8Array[]): number {
  let longest = 0;
  let length = 0;
  let total = 0;
  for (const [i, prefix] of prefixes.entries()) {
    if (prefix > length) throw new Error(`a prefix of ${prefix} bytes of a value of ${length}`);
    length = prefix + suffixes[i]!.length;
    longest = Math.max(longest, length);
    total += length;
  }
  checkTotal(total);
  return longest;
}

function checkTotal(bytes: number): void {
  if (bytes > MAX_PAGE_TEXT_BYTES) throw new Error(`a page with ${bytes} bytes of text`);
}
