/** One captured response with what access policies need of it, and its encoding on disk. */
import type { FetchOutcome } from "../../access/index.ts";

export interface Capture {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly dateMs: number;
  readonly outcome: FetchOutcome;
  /** The rules compiled from the body, if the policy reads it: the result of `packPrograms`. */
  readonly programs?: Uint8Array;
}

const HEAD_BYTES = 4;
const DATE_BYTES = 8;
const ORDER_BYTES = 6;
const encoder = new TextEncoder();

/** Keys sort by URL, then by date, then by `order`. */
export function captureKey(url: string, dateMs: number, order: number): Uint8Array {
  const start = encoder.encode(`${url}\0`);
  const key = Buffer.alloc(start.length + DATE_BYTES + ORDER_BYTES);
  key.set(start);
  key.writeBigUInt64BE(BigInt(dateMs), start.length);
  key.writeUIntBE(order, start.length + DATE_BYTES, ORDER_BYTES);
  return key;
}

export const urlOfKey = (key: Uint8Array): string =>
  Buffer.from(key.buffer, key.byteOffset, key.length - 1 - DATE_BYTES - ORDER_BYTES).toString("utf8");

export function encodeCapture({ programs, ...capture }: Capture): Uint8Array {
  const json = encoder.encode(JSON.stringify({ ...capture, isRead: programs !== undefined }));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(json.length);
  return Buffer.concat([head, json, programs ?? new Uint8Array()]);
}

export function decodeCapture(value: Uint8Array): Capture {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
  const end = HEAD_BYTES + bytes.readUInt32LE();
  const { isRead, ...capture } = JSON.parse(bytes.toString("utf8", HEAD_BYTES, end));
  return isRead ? { ...capture, programs: bytes.subarray(end) } : capture;
}
