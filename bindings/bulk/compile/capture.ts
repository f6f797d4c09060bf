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

/** RFC 9309 §2.3: only `/robots.txt` at the root of the origin counts. */
export const isRobotsTxt = (url: string): boolean => url === `${new URL(url).origin}/robots.txt`;

/**
 * What a capture says by itself: the policy's answer, nothing without another capture (a redirect, a revalidation, a
 * revisit), that the origin was unreachable, or nothing at all.
 */
export type Kind = "answer" | "reference" | "outage" | "skip";

const kinds: readonly Kind[] = ["answer", "reference", "outage", "skip"];

const KIND_BYTES = 1;
const HEAD_BYTES = KIND_BYTES + 4;
const DATE_BYTES = 8;
const ORDER_BYTES = 6;
const encoder = new TextEncoder();

/** Keys sort by URL, then by date, then by `order`. */
export function captureKey(url: string, dateMs: number, order: number): Uint8Array {
  const start = encoder.encode(`${url}\0`);
  const key = Buffer.alloc(start.length + DATE_BYTES + ORDER_BYTES);
  key.set(start);
  key.writeBigUInt64BE(BigInt(dateMs - UNDATED), start.length);
  key.writeUIntBE(order, start.length + DATE_BYTES, ORDER_BYTES);
  return key;
}

/** The key after those of all captures of the same URL. */
export function lastKey(key: Uint8Array): Uint8Array {
  const last = Uint8Array.from(key);
  return last.fill(255, key.length - DATE_BYTES - ORDER_BYTES);
}

/** The part of a key that all captures of its URL share. */
export const urlPart = (key: Uint8Array): Uint8Array => key.subarray(0, key.length - DATE_BYTES - ORDER_BYTES);

export function encodeCaptured(kind: Kind, captured: Captured): Uint8Array {
  const { kept, ...rest } = { kept: undefined, ...captured };
  const json = encoder.encode(JSON.stringify({ ...rest, isRead: kept !== undefined }));
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = kinds.indexOf(kind);
  head.writeUInt32LE(json.length, KIND_BYTES);
  return Buffer.concat([head, json, kept ?? new Uint8Array()]);
}

export const kindOf = (value: Uint8Array): Kind => kinds[value[0]!]!;

export function decodeCaptured(value: Uint8Array): Captured {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
  const end = HEAD_BYTES + bytes.readUInt32LE(KIND_BYTES);
  const { isRead, ...captured } = JSON.parse(bytes.toString("utf8", HEAD_BYTES, end));
  return isRead ? { ...captured, kept: bytes.subarray(end) } : captured;
}
