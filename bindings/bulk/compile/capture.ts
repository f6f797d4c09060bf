/** What WARC records say of a URL: captured responses, revisits, and captures that cannot be used. Their encoding on disk. */
import type { FetchOutcome } from "../../access/index.ts";
import type { SkipReason } from "./compile-stats.ts";

/** Where a capture stands among those of its URL. */
export interface Position {
  /** Milliseconds since 1970; UNDATED comes before every date. */
  readonly dateMs: number;
  /** The number of the record among all that were read: within one date, the record read last counts. */
  readonly order: number;
}

interface Located extends Position {
  readonly url: string;
}

export type Response = FetchOutcome & { readonly type: "response" };

/** One captured response with what access policies need of it. */
export interface Capture extends Located {
  readonly outcome: FetchOutcome;
  /** What is kept of the body, if the policy reads it: the result of `keep`. */
  readonly kept?: Uint8Array;
  /** The WARC-Payload-Digest. */
  readonly digest?: string;
}

/** A revisit: the body is the one of an original capture. */
export interface Revisit extends Located {
  readonly original: { readonly url: string; readonly dateMs: number };
  /** The response of the revisit, if it has one that the policy reads; otherwise the original's counts. */
  readonly head?: Response;
  readonly digest?: string;
}

/** A capture that cannot be used, for example because the archive stored only a part of it. */
export interface Skip extends Located {
  readonly skipped: SkipReason;
}

export type Captured = Capture | Revisit | Skip;

/** Before its record has a number. */
export type Unnumbered<T> = T extends Captured ? Omit<T, "order"> : never;

export const UNDATED = -1;

export const isAfter = (one: Position, other: Position): boolean =>
  (one.dateMs - other.dateMs || one.order - other.order) > 0;

/** RFC 9309 §2.3: only `/robots.txt` at the root of the origin counts. @param url as URLs write themselves, without a fragment */
export const isRobotsTxt = (url: string): boolean => /^https?:\/\/[^/?@]+\/robots\.txt$/.test(url);

/**
 * What a capture says by itself: the policy's answer, nothing without another capture (a redirect, a revalidation, a
 * revisit), that the origin was unreachable, or nothing at all.
 */
export type Kind = "answer" | "reference" | "outage" | "skip";

const kinds: readonly Kind[] = ["answer", "reference", "outage", "skip"];

/** Kind, whether something is kept, order, length of the JSON. */
const HEAD_BYTES = 12;
const DATE_BYTES = 8;
const ORDER_BYTES = 6;
const TWO_32 = 2 ** 32;

/** Keys sort by URL, then by date, then by `order`. */
export function captureKey(url: string, dateMs: number, order: number): Uint8Array {
  const urlBytes = Buffer.byteLength(url);
  const key = Buffer.allocUnsafe(urlBytes + 1 + DATE_BYTES + ORDER_BYTES);
  key.write(url);
  key[urlBytes] = 0;
  const sinceUndated = dateMs - UNDATED;
  key.writeUInt32BE(Math.floor(sinceUndated / TWO_32), urlBytes + 1);
  key.writeUInt32BE(sinceUndated % TWO_32, urlBytes + 5);
  key.writeUIntBE(order, urlBytes + 1 + DATE_BYTES, ORDER_BYTES);
  return key;
}

/** The most records in a WARC file: 2^28, of which each takes more than 16 bytes of gzip. Files: 2^20. */
const MAX_RECORDS = 2 ** 28;
export const MAX_WARCS: number = 2 ** 20;

/** @param file the number of the WARC file @param record the number of the record in it */
export function orderOf(file: number, record: number): number {
  if (record >= MAX_RECORDS) throw new RangeError(`expected at most ${MAX_RECORDS} records in a WARC file; got more`);
  return file * MAX_RECORDS + record;
}

/** The key after those of all captures of the same URL. */
export function lastKey(key: Uint8Array): Uint8Array {
  const last = Uint8Array.from(key);
  return last.fill(255, key.length - DATE_BYTES - ORDER_BYTES);
}

/** The part of a key that all captures of its URL share. */
export const urlPart = (key: Uint8Array): Uint8Array => key.subarray(0, key.length - DATE_BYTES - ORDER_BYTES);

export function encodeCaptured(kind: Kind, captured: Unnumbered<Captured>, order: number): Uint8Array {
  const kept = "kept" in captured ? captured.kept : undefined;
  const json = JSON.stringify(kept === undefined ? captured : { ...captured, kept: undefined });
  const jsonBytes = Buffer.byteLength(json);
  const value = Buffer.allocUnsafe(HEAD_BYTES + jsonBytes + (kept?.length ?? 0));
  value[0] = kinds.indexOf(kind);
  value[1] = kept === undefined ? 0 : 1;
  value.writeUIntLE(order, 2, ORDER_BYTES);
  value.writeUInt32LE(jsonBytes, 8);
  value.write(json, HEAD_BYTES);
  if (kept !== undefined) value.set(kept, HEAD_BYTES + jsonBytes);
  return value;
}

export const kindOf = (value: Uint8Array): Kind => kinds[value[0]!]!;

export function decodeCaptured(value: Uint8Array): Captured {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
  const end = HEAD_BYTES + bytes.readUInt32LE(8);
  const captured = JSON.parse(bytes.toString("utf8", HEAD_BYTES, end));
  captured.order = bytes.readUIntLE(2, ORDER_BYTES);
  if (bytes[1] === 1) captured.kept = bytes.subarray(end);
  return captured;
}
