/** Pieces of a file as text. Invalid UTF-8 shows as U+FFFD. */

import { decodeMarked } from "../../base/utf8.ts";
import { KEY_END, KEY_START, LINE, VALUE_END, VALUE_START } from "../layout.ts";
import type { Records } from "./records.ts";

/** A byte order mark inside a file belongs to the piece: a key that starts with one is another key. */
export const textAt = (bytes: Uint8Array, start: number, end?: number): string =>
  decodeMarked(bytes.subarray(start, end));

/** Reads a piece of a file by its offsets. */
export type ReadText = (start: number, end: number) => string;

/**
 * A reader of pieces in [from, to). All is decoded at once, because a call of the decoder takes 0.1 microseconds. If the text
 * has as many units as bytes, each byte is one unit, and the text can be cut by their offsets.
 */
export function textReader(bytes: Uint8Array, from: number, to: number): ReadText {
  const text = textAt(bytes, from, to);
  if (text.length !== to - from) return (start, end) => textAt(bytes, start, end);
  return (start, end) => text.slice(start - from, end - from);
}

/** A field as text, its key in lower case. */
export interface FieldText {
  readonly key: string;
  readonly value: string;
  readonly line: number;
}

/** The field at an offset in the table of records. */
export function fieldAt({ bytes, table }: Records, at: number, read?: ReadText): FieldText {
  const pieceAt = read ?? ((start, end) => textAt(bytes, start, end));
  const key = pieceAt(table[at + KEY_START]!, table[at + KEY_END]!).toLowerCase();
  return { key, value: pieceAt(table[at + VALUE_START]!, table[at + VALUE_END]!), line: table[at + LINE]! };
}
