/**
 * The body of the HTTP response in a WARC record, as a client would have read it. warcio parses heads; Node's zlib decodes
 * bodies, because it reports truncated ones. Runs in Node only.
 */
import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import type { WARCRecord } from "warcio";
import { undecodedCoding } from "../../access/internal.ts";
import { isPadding } from "../../files/gunzip.ts";
import { ROBOTS_READ_BYTES } from "../filter/index.ts";
import { type Dechunked, decodeChunked } from "./chunks.ts";
import { MAX_HEAD_BYTES } from "./warc-records.ts";

export interface HttpResponse {
  readonly status: number;
  /** @returns undefined for a header that is absent or empty. */
  header(name: string): string | undefined;
  /** As it was transferred. */
  readonly body: Buffer;
}

/** Some writers name HTTP/2 and HTTP/3 by the protocol's identifier. */
const STATUS_LINE = /^(?:HTTP\/\d(?:\.\d)?|h2c?|h3) (\d{3})(?: |$)/;

/** @returns undefined unless the block has the whole head of a final response. */
export function responseIn(record: WARCRecord, block: Uint8Array): HttpResponse | undefined {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.length);
  const head = headIn(bytes);
  const status = Number(STATUS_LINE.exec(head?.split("\r\n", 1)[0] ?? "")?.[1]);
  // A status below 200 is interim: the final response follows (RFC 9110 §15.2).
  if (head === undefined || !(status >= 200)) return undefined;
  const { httpHeaders } = record;
  if (hasHeaders(head) && !httpHeaders) return undefined;
  const header = (name: string): string | undefined => (httpHeaders && headerOf(httpHeaders, name)) || undefined;
  return { status, header, body: bytes.subarray(head.length + HEAD_END.length) };
}

const HEAD_END = "\r\n\r\n";

/** The head without its end; undefined if it has none, or if its lines end in other ways, because readers of such heads differ. */
export function headIn(block: Uint8Array): string | undefined {
  const bytes = Buffer.from(block.buffer, block.byteOffset, Math.min(block.length, MAX_HEAD_BYTES));
  const text = bytes.toString("latin1");
  const end = /\r?\n\r?\n/.exec(text);
  return end?.[0] === HEAD_END ? text.slice(0, end.index) : undefined;
}

/** After a status line alone warcio would read the body as headers. */
export const hasHeaders = (head: string): boolean => head.includes("\r\n");

/** warcio stores a value with characters beyond Latin-1 as UTF-8 bytes, one character each. */
export function headerOf({ headers, reencodeHeaders }: WARCRecord["warcHeaders"], name: string): string | null {
  const value = headers.get(name) ?? null;
  return value !== null && reencodeHeaders?.has(name) ? Buffer.from(value, "latin1").toString("utf8") : value;
}

export interface Body {
  /** At most ROBOTS_READ_BYTES: twice the parsing limit, because UTF-16 takes two bytes a character. */
  readonly bytes: Uint8Array;
  /** Why it is truncated, as a client would have seen it. */
  readonly error?: string;
}

export async function bodyOf(response: HttpResponse): Promise<Body> {
  const transferCoding = response.header("transfer-encoding") ?? "";
  const sent = sentIn(response.body, transferCoding);
  const coding = contentCodingOf(response.header("content-encoding") ?? "");
  const isSent = /^(identity|chunked)?$/i.test(transferCoding);
  const body = (isSent ? await decoded(sent.bytes, coding) : undefined) ?? asItIs(sent.bytes, response);
  const error = body.error ?? (sent.isWhole ? shortfallOf(response, coding) : "body: truncated in a chunk");
  return error === undefined ? body : { ...body, error };
}

/** A body in a coding that nothing here undoes: text under a wrong name, or an outage, as for a client. */
function asItIs(raw: Buffer, { header }: HttpResponse): Body {
  const names = ["content-encoding", "content-type", "transfer-encoding"];
  const coding = undecodedCoding(Object.fromEntries(names.map((name) => [name, header(name) ?? ""])), raw, true);
  if (coding === undefined) return { bytes: raw.subarray(0, ROBOTS_READ_BYTES) };
  return { bytes: new Uint8Array(), error: `body: not decoded (${coding})` };
}

const contentCodingOf = (header: string): string => header.trim().toLowerCase().replace(/^x-/, "");

/** A body shorter than its Content-Length (RFC 9112 §6.3). Of a body that the archive decoded the length says nothing. */
function shortfallOf({ header, body }: HttpResponse, coding: string): string | undefined {
  const length = header("content-length")?.trim() ?? "";
  const isDecoded = body.length > 0 && coding !== "" && codingOf(body, coding) === "identity";
  const isChunked = header("transfer-encoding") !== undefined;
  if (isChunked || isDecoded || !/^\d+$/.test(length) || body.length >= Number(length)) return undefined;
  return `body: ${body.length} of ${length} bytes`;
}

/** The body without its chunks. */
function sentIn(transferred: Buffer, transferCoding: string): Dechunked {
  const whole = { bytes: transferred, isWhole: true };
  return /(^|,)\s*chunked$/i.test(transferCoding) ? (decodeChunked(transferred) ?? whole) : whole;
}

const decoders = {
  gzip: createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
  "deflate-raw": createInflateRaw,
} as const;

async function decoded(raw: Buffer, coding: string): Promise<Body | undefined> {
  const name = codingOf(raw, coding);
  if (name === "identity") return { bytes: raw.subarray(0, ROBOTS_READ_BYTES) };
  if (name === undefined) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  const decoder = decoders[name]();
  try {
    for await (const chunk of Readable.from([raw]).pipe(decoder)) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= ROBOTS_READ_BYTES) break;
    }
  } catch (error) {
    return { bytes: Buffer.concat(chunks), error: `body: ${(error as Error).message}` };
  }
  const bytes = Buffer.concat(chunks).subarray(0, ROBOTS_READ_BYTES);
  // Node reads no gzip member after a zero byte: its rules would be lost.
  const isWhole = length >= ROBOTS_READ_BYTES || name !== "gzip" || isPadding(raw.subarray(decoder.bytesWritten));
  return isWhole ? { bytes } : { bytes, error: "body: other bytes after gzip" };
}

/** Some archives store decoded bodies but keep the header; `deflate` occurs with and without zlib wrapper (RFC 9110 §8.4.1.2). */
function codingOf(raw: Buffer, coding: string): keyof typeof decoders | "identity" | undefined {
  if (coding === "" || coding === "identity" || raw.length === 0) return "identity";
  if (coding === "gzip") return raw[0] === 0x1f && raw[1] === 0x8b ? "gzip" : "identity";
  if (coding === "deflate") return isZlib(raw) ? "deflate" : "deflate-raw";
  return coding === "br" ? "br" : undefined;
}

/** RFC 1950 §2.2: the method deflate, and a check value over two bytes. */
const isZlib = (raw: Buffer): boolean => raw.length > 1 && (raw[0]! & 15) === 8 && raw.readUInt16BE(0) % 31 === 0;
