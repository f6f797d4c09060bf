/**
 * The body of the HTTP response in a WARC record, as a client would have read it. warcio parses heads; Node's zlib decodes
 * bodies, because it reports truncated ones. Runs in Node only.
 */
import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { AsyncIterReader, type WARCRecord } from "warcio";
import { undecodedCoding } from "../../access/codings.ts";
import { READ_BYTES } from "../filter/folder.ts";
import { type Joined, joined } from "./chunks.ts";

export interface Body {
  /** At most the parsing limit of a robots.txt plus one byte. */
  readonly bytes: Uint8Array;
  /** Why it is truncated, as a client would have seen it. */
  readonly error?: string;
}

export async function bodyOf(record: WARCRecord): Promise<Body> {
  const headers = record.httpHeaders!.headers;
  const transferred = Buffer.from(await new AsyncIterReader(record.reader, null).readFully());
  const transferCoding = headers.get("Transfer-Encoding") ?? "";
  const sent = sentIn(transferred, transferCoding);
  const coding = contentCodingOf(headers.get("Content-Encoding") ?? "");
  const isSent = /^(identity|chunked)?$/i.test(transferCoding);
  const body = (isSent ? await decoded(sent.bytes, coding) : undefined) ?? asItIs(sent.bytes, headers);
  const error = body.error ?? (sent.isWhole ? shortfallOf(record, transferred, coding) : "body: truncated in a chunk");
  return error === undefined ? body : { ...body, error };
}

/** A body in a coding that nothing here undoes: text under a wrong name, or an outage, as for a client. */
function asItIs(raw: Buffer, headers: Map<string, string> | Headers): Body {
  const names = ["content-encoding", "content-type", "transfer-encoding"];
  const coding = undecodedCoding(Object.fromEntries(names.map((name) => [name, headers.get(name) ?? ""])), raw);
  if (coding === undefined) return { bytes: raw.subarray(0, READ_BYTES) };
  return { bytes: new Uint8Array(), error: `body: not decoded (${coding})` };
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

/** The body without its chunks. */
function sentIn(transferred: Buffer, transferCoding: string): Joined {
  const whole = { bytes: transferred, isWhole: true };
  return /(^|,)\s*chunked$/i.test(transferCoding) ? (joined(transferred) ?? whole) : whole;
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
  if (coding === "deflate") return isZlib(raw) ? "deflate" : "deflate-raw";
  return coding === "br" ? "br" : undefined;
}

/** RFC 1950 §2.2: the method deflate, and a check value over two bytes. */
const isZlib = (raw: Buffer): boolean => raw.length > 1 && (raw[0]! & 15) === 8 && raw.readUInt16BE(0) % 31 === 0;
