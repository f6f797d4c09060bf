/**
 * The keys of captures: `host NUL scheme NUL path NUL`, then whether it is a skip, the date and the order. So captures sort by
 * their origin as in an archive (archive/origin-key.ts), then by URL; of each URL the captures come first, then the skips, both
 * by date and order.
 */
import { compareBytes } from "../../crawl/archive/internal.ts";
import { type Position, UNDATED } from "./capture.ts";

const CLASS_BYTES = 1;
const DATE_BYTES = 8;
const ORDER_BYTES = 6;
const POSITION_BYTES = DATE_BYTES + ORDER_BYTES;
const TWO_32 = 2 ** 32;

/** @param url as URLs write themselves, which is in ASCII */
export function captureKey(url: string, isSkip: boolean, { dateMs, order }: Position): Uint8Array {
  const colon = url.indexOf(":");
  const path = url.indexOf("/", colon + "://".length);
  const name = `${url.slice(colon + 3, path)}\0${url.slice(0, colon)}\0${url.slice(path)}\0`;
  const key = Buffer.allocUnsafe(name.length + CLASS_BYTES + POSITION_BYTES);
  key.write(name, "latin1");
  key[name.length] = isSkip ? 1 : 0;
  const at = name.length + CLASS_BYTES;
  const sinceUndated = dateMs - UNDATED;
  key.writeUInt32BE(Math.floor(sinceUndated / TWO_32), at);
  key.writeUInt32BE(sinceUndated % TWO_32, at + 4);
  key.writeUIntBE(order, at + DATE_BYTES, ORDER_BYTES);
  return key;
}

export function urlOfKey(key: Uint8Array): string {
  const [host, scheme, path] = bufferOf(key).toString("latin1", 0, classAt(key)).split("\0");
  return `${scheme}://${host}${path}`;
}

export function positionIn(key: Uint8Array): Position {
  const bytes = bufferOf(key);
  const at = classAt(key) + CLASS_BYTES;
  const sinceUndated = TWO_32 * bytes.readUInt32BE(at) + bytes.readUInt32BE(at + 4);
  return { dateMs: sinceUndated + UNDATED, order: bytes.readUIntBE(at + DATE_BYTES, ORDER_BYTES) };
}

const ROBOTS_TXT = Buffer.from("\0/robots.txt\0");
const AT = 0x40;

/** The key in an archive of the origin whose robots.txt this is; undefined for other URLs, as `isRobotsTxt`. */
export function originKeyIn(key: Uint8Array): Uint8Array | undefined {
  const end = classAt(key) - ROBOTS_TXT.length;
  const origin = key.subarray(0, Math.max(0, end));
  const isRobotsTxt = ROBOTS_TXT.every((byte, i) => key[end + i] === byte);
  return isRobotsTxt && !origin.includes(AT) ? origin : undefined;
}

export const isSameUrl = (one: Uint8Array, other: Uint8Array): boolean =>
  compareBytes(one.subarray(0, classAt(one)), other.subarray(0, classAt(other))) === 0;

export const isSkipKey = (key: Uint8Array): boolean => key[classAt(key)] === 1;

/** Whether the first of two captures of one URL is later. */
export const isLater = (one: Uint8Array, other: Uint8Array): boolean =>
  compareBytes(one.subarray(-POSITION_BYTES), other.subarray(-POSITION_BYTES)) > 0;

const classAt = (key: Uint8Array): number => key.length - POSITION_BYTES - CLASS_BYTES;
const bufferOf = (key: Uint8Array): Buffer => Buffer.from(key.buffer, key.byteOffset, key.length);
