/**
 * The body of the HTTP response in a WARC record, as a client would have read it. warcio parses heads; Node's zlib decodes
 * bodies, because it reports truncated ones. Runs in Node only.
 */
import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { AsyncIterReader, type WARCRecord } from "warcio";
import { READ_BYTES } from "../filter/folder.ts";
import { type Joined, joined } from "./chunks.ts";

export interface Body {
  /** At most the parsing limit of a robots.txt plus one byte. */
  readonly bytes: Uint8Array;
  /** Why it is truncated, as a client would have seen it. */
  readonly error?: string;
}

/** @returns undefined for an unknown coding. */
export async function bodyOf(record: WARCRecord): Promise<Body | undefined> {
  const headers = record.httpHeaders!.headers;
  const transferred = Buffer.from(await new AsyncIterReader(record.reader, null).readFully());
  const sent = sentIn(transferred, headers.get("Transfer-Encoding") ?? "");
  if (sent === undefined) return undefined;
  const coding = contentCodingOf(headers.get("Content-Encoding") ?? "");
  const body = await decoded(sent.bytes, coding);
  if (body === undefined) return undefined;
  const error = body.error ?? (sent.isWhole ? shortfallOf(record, transferred, coding) : "body: truncated in a chunk");
  return error === undefined ? body : { ...body, error };
}

const contentCodingOf = (header: string): string => header.trim().toLowerCase().replace(/^x-/, "");

/** A body shorter than its Content-Length (RFC 9112 §6.3). Of a body that the archive decoded the length says nothing. */
function shortfallOf(record: WARCRecord, transferred: Buffer, coding: string): string | undefined {
  const headers = record.httpHeaders!.headers;
  const length = headers.get("Content-Length")?.trim() ?? "";
  const isDecoded = transferred.length > 0 && coding !== "" && codingOf(transferred, coding) === "identity";
  if (headers.has("Transfer-Encoding") || isDecoded || !/^\d+$/.test(length) || transferred.length >= Number(length))
    return undefined;
  return `body: ${transferred.length} of ${length} bytes`;
}

/** The body without its transfer coding; undefined for a coding other than chunked, as in HTTP/1.1 clients. */
function sentIn(transferred: Buffer, coding: string): Joined | undefined {
  const asItIs = { bytes: transferred, isWhole: true };
  if (/^(identity)?$/i.test(coding)) return asItIs;
  return /^chunked$/i.test(coding) ? (joined(transferred) ?? asItIs) : undefined;
}

const decoders = {
  gzip: createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
  "deflate-raw": createInflateRaw,
} as const;

async function decoded(raw: Buffer, coding: string): Promise<Body | undefined> {
  const name = codingOf(raw, coding);
  if (name === "identity") return { bytes: raw.subarray(0, READ_BYTES) };
  if (name === undefined) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of Readable.from([raw]).pipe(decoders[name]())) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= READ_BYTES) break;
    }
  } catch (error) {
    return { bytes: Buffer.concat(chunks), error: `body: ${(error as Error).message}` };
  }
  return { bytes: Buffer.concat(chunks).subarray(0, READ_BYTES) };
}

/** Some archives store decoded bodies but keep the header; `deflate` occurs with and without zlib wrapper (RFC 9110 §8.4.1.2). */
function codingOf(raw: Buffer, coding: string): keyof typeof decoders | "identity" | undefined {
  if (coding === "" || coding === "identity" || raw.length === 0) return "identity";
  if (coding === "gzip") return raw[0] === 0x1f && raw[1] === 0x8b ? "gzip" : "identity";
  if (coding === "deflate") return (raw[0]! & 15) === 8 && raw.readUInt16BE(0) % 31 === 0 ? "deflate" : "deflate-raw";
  return coding === "br" ? "br" : undefined;
}
