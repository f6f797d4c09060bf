/** The records of a file: what record-reader.ts makes of its lines, as numbers and no strings. */
import { kinds } from "./keys.ts";

/** The records of a file in file order, `RECORD_STRIDE` numbers each. */
export interface Records {
  readonly bytes: Uint8Array;
  readonly table: Int32Array;
  readonly lineCount: number;
}

/** The numbers of a record: a kind of keys.ts, a 1-based line, and offsets in the bytes. */
export const record = { kind: 0, line: 1, keyStart: 2, keyEnd: 3, valueStart: 4, valueEnd: 5 } as const;
export const RECORD_STRIDE = 6;

export const isUserAgent = (kind: number): boolean => kind === kinds.userAgent;
export const isRule = (kind: number): boolean => kind === kinds.allow || kind === kinds.disallow;
export const isSitemap = (kind: number): boolean => kind === kinds.sitemap;
/** A field that the protocol does not name. */
export const isOther = (kind: number): boolean => kind === kinds.other;

/** The offsets in [from, to) of the records whose kind passes the test. */
export function offsetsIn(table: Int32Array, from: number, to: number, isWanted: (kind: number) => boolean): number[] {
  const offsets: number[] = [];
  for (let at = from; at < to; at += RECORD_STRIDE) if (isWanted(table[at]!)) offsets.push(at);
  return offsets;
}
