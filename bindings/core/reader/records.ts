/** The records of a file: what record-reader.ts makes of its lines, as numbers and no strings. */
import {
  KIND_ALLOW,
  KIND_DISALLOW,
  KIND_OTHER,
  KIND_SITEMAP,
  KIND_USER_AGENT,
  RECORD_STRIDE,
  VALUE_END,
  VALUE_START,
} from "../layout.ts";

/** The records of a file in file order, `RECORD_STRIDE` numbers each: see ../layout.ts. */
export interface Records {
  readonly bytes: Uint8Array;
  readonly table: Int32Array;
}

export const isUserAgent = (kind: number): boolean => kind === KIND_USER_AGENT;
export const isRule = (kind: number): boolean => kind === KIND_ALLOW || kind === KIND_DISALLOW;
export const isSitemap = (kind: number): boolean => kind === KIND_SITEMAP;
/** A field that the protocol does not name. */
export const isOther = (kind: number): boolean => kind === KIND_OTHER;

/** The offsets in [from, to) of the records whose kind passes the test. */
export function offsetsIn(table: Int32Array, from: number, to: number, isWanted: (kind: number) => boolean): number[] {
  const offsets: number[] = [];
  for (let at = from; at < to; at += RECORD_STRIDE) if (isWanted(table[at]!)) offsets.push(at);
  return offsets;
}

/** Where each sitemap starts and ends in the bytes, in file order. */
export const sitemapSpansOf = ({ table }: Records): readonly number[] =>
  offsetsIn(table, 0, table.length, isSitemap).flatMap((at) => [table[at + VALUE_START]!, table[at + VALUE_END]!]);
