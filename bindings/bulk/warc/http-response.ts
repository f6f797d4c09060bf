/**
 * The body of the HTTP response in a WARC record, as a client would have read it. Node's zlib decodes bodies: at once if they
 * are whole, else in parts, because only then it says what could be decoded. Runs in Node only.
 */

import { Readable } from "node:stream";
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from "node:zlib";
import { compressionOf, isGzip } from "../../base/gzip.ts";
import { undecodedCoding } from "../../core/access/internal.ts";
import { isPadding } from "../files/gunzip.ts";
import { ROBOTS_READ_BYTES } from "../folder/robots-file.ts";
import { HEADERS } from "./capture.ts";
import { type Dechunked, decodeChunked } from "./chunks.ts";
import { fieldsIn, utf8Head } from "./head-fields.ts";
import { HEAD_END, MAX_HEAD_BYTES } from "./warc-records.ts";

export interface HttpResponse {
  readonly status: number;
  /** @returns undefined for a header that is absent or empty. */
  header(name: string): string | undefined;
  /** As it was transferred. */
  readonly body: Buffer;
}

/** Some writers name HTTP/2 and HTTP/3 by the protocol's identifier. */
const STATUS_LINE = /^(?:HTTP\/\d(?:\.\d)?|h2c?|h3) (\d{3})(?: |\r\n)/;

/** The fields of HTTP heads that are read. */
const HTTP_FIELDS: ReadonlySet<string> = new Set([
  ...HEADERS,
  "content-type",
  "content-encoding",
  "content-length",
  "transfer-encoding",
]);

/** @returns undefined unless the block has the whole head of a final response. */
export function responseIn(block: Buffer): HttpResponse | undefined {
  const end = block.indexOf(HEAD_END);
  if (end < 0 || end + HEAD_END.length > MAX_HEAD_BYTES) return undefined;
  const head = utf8Head(block.toString("latin1", 0, end + 2), block.subarray(0, end + 2));
  const status = Number(STATUS_LINE.exec(head)?.[1]);
  // A status below 200 is interim: the final response follows (RFC 9110 §15.2). Readers differ on a head with an empty line
  // that ends in another way.
  if (!(status >= 200) || BLANK_LINE.test(head)) return undefined;
  const fields = fieldsIn(head, HTTP_FIELDS);
  return { status, header: (name) => fields.get(name), body: block.subarray(end + HEAD_END.length) };
}

const BLANK_LINE = /\n\r?\n/;

export interface Body {
  /** At most ROBOTS_READ_BYTES: twice the parsing limit, because UTF-16 takes two bytes a character. */
  readonly bytes: Uint8Array;
  /** Why it is truncated, as a client would have seen it. */
  readonly error?: string;
}

/** A promise only if the body is damaged or long. */
export function bodyOf(response: HttpResponse): Body | Promise<Body> {
  const transferCoding = response.header("transfer-encoding") ?? "";
  const sent = sentIn(response.body, transferCoding);
  const coding = contentCodingOf(response.header("content-encoding") ?? "");
  const isSent = /^(identity|chunked)?$/i.test(transferCoding);
  const received = (decoded: Body | undefined): Body => {
    const body = stillCoded(decoded) ?? decoded ?? asItIs(sent.bytes, response);
    const error = body.error ?? (sent.isWhole ? shortfallOf(response, coding) : "body: truncated in a chunk");
    return error === undefined ? body : { ...body, error };
  };
  const body = isSent ? decoded(sent.bytes, coding) : undefined;
  return body instanceof Promise ? body.then(received) : received(body);
}

/** A body in a coding that nothing here undoes: text under a wrong name, or an outage, as for a client. */
function asItIs(raw: Buffer, { header }: HttpResponse): Body {
  const names = ["content-encoding", "content-type", "transfer-encoding"];
  const coding = undecodedCoding(Object.fromEntries(names.map((name) => [name, header(name) ?? ""])), raw, true);
  if (coding === undefined) return { bytes: raw.subarray(0, ROBOTS_READ_BYTES) };
  return { bytes: new Uint8Array(), error: `body: not decoded (${coding})` };
}

/** A second layer, or another compression: it would be read as a file without rules. */
function stillCoded(body: Body | undefined): Body | undefined {
  const compression = body && compressionOf(body.bytes);
  return compression && { bytes: new Uint8Array(), error: `body: not decoded (${compression})` };
}

const contentCodingOf = (header: string): string => header.trim().toLowerCase().replace(/^x-/, "");

/** A body shorter than its Content-Length (RFC 9112 §6.3). Of a body that the archive decoded the length says nothing. */
function shortfallOf({ header, body }: HttpResponse, coding: string): string | undefined {
  const [length = "", ...others] = header("content-length")?.split(/[ \t]*,[ \t]*/) ?? [];
  const isDecoded = body.length > 0 && coding !== "" && codingOf(body, coding) === "identity";
  const isChunked = header("transfer-encoding") !== undefined;
  if (isChunked || isDecoded) return undefined;
  if (others.some((other) => other !== length)) return "body: several values of Content-Length";
  if (!/^\d+$/.test(length) || body.length >= Number(length)) return undefined;
  return `body: ${body.length} of ${length} bytes`;
}

/** The body without its chunks. */
function sentIn(transferred: Buffer, transferCoding: string): Dechunked {
  const whole = { bytes: transferred, isWhole: true };
  return /(^|,)\s*chunked$/i.test(transferCoding) ? (decodeChunked(transferred) ?? whole) : whole;
}

const decoders = {
  gzip: { atOnce: gunzipSync, inParts: createGunzip },
  br: { atOnce: brotliDecompressSync, inParts: createBrotliDecompress },
  deflate: { atOnce: inflateSync, inParts: createInflate },
  "deflate-raw": { atOnce: inflateRawSync, inParts: createInflateRaw },
} as const;

type Coding = keyof typeof decoders;

function decoded(raw: Buffer, coding: string): Body | Promise<Body> | undefined {
  const name = codingOf(raw, coding);
  if (name === "identity") return { bytes: raw.subarray(0, ROBOTS_READ_BYTES) };
  return name && (decodedAtOnce(raw, name) ?? decodedInParts(raw, name));
}

/** What Node returns for the option `info`. */
interface Decoded {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

/** Undefined if the body is damaged, or longer than what is read. */
function decodedAtOnce(raw: Buffer, name: Coding): Body | undefined {
  try {
    const { atOnce } = decoders[name];
    const { buffer, engine } = atOnce(raw, { info: true, maxOutputLength: ROBOTS_READ_BYTES }) as unknown as Decoded;
    return isRead(raw, name, engine.bytesWritten) ? { bytes: buffer } : undefined;
  } catch {
    return undefined;
  }
}

/** Node reads no gzip member after a zero byte: its rules would be lost. */
const isRead = (raw: Buffer, name: Coding, bytes: number): boolean => name !== "gzip" || isPadding(raw.subarray(bytes));

async function decodedInParts(raw: Buffer, name: Coding): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  const decoder = decoders[name].inParts();
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
  const isWhole = length >= ROBOTS_READ_BYTES || isRead(raw, name, decoder.bytesWritten);
  return isWhole ? { bytes } : { bytes, error: "body: other bytes after gzip" };
}

/** Some archives store decoded bodies but keep the header; `deflate` occurs with and without zlib wrapper (RFC 9110 §8.4.1.2). */
function codingOf(raw: Buffer, coding: string): Coding | "identity" | undefined {
  // Servers and archives lose the name of the coding: as for a client, the bytes say that they are gzip.
  if (["", "identity", "gzip"].includes(coding) || raw.length === 0) return isGzip(raw) ? "gzip" : "identity";
  if (coding === "deflate") return isZlib(raw) ? "deflate" : "deflate-raw";
  return coding === "br" ? "br" : undefined;
}

/** RFC 1950 §2.2: the method deflate, and a check value over two bytes. */
const isZlib = (raw: Buffer): boolean => raw.length > 1 && (raw[0]! & 15) === 8 && raw.readUInt16BE(0) % 31 === 0;
