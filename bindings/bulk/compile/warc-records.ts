/**
 * The records of a WARC file (ISO 28500), plain or gzip, in bounded memory: heads up to 64 KiB, and of each block no more
 * than what is asked for. warcio reads heads, but takes as long a head as comes and passes over damage, so
 * that where a record starts and ends is found here. Runs in Node only.
 */
import { createReadStream } from "node:fs";
import { gunzipped } from "../../node/gunzip.ts";
import { ByteReader } from "./byte-reader.ts";
import { WarcError } from "./warc-error.ts";

export const MAX_HEAD_BYTES = 65_536;
/** Of the block of a response: what may be needed to read 500 KiB of robots.txt (RFC 9309 §2.5), encoded in any way. */
export const MAX_BLOCK_BYTES = 4_194_304;
/** Chunks grow a thousandfold in gzip at most. */
const READ_BYTES = 65_536;
const HEAD_END = Buffer.from("\r\n\r\n");

export interface WarcRecord {
  /** WARC-Type: `response`, `request` and so on; "" without one. */
  readonly type: string;
  /** With the empty line that ends it. */
  readonly head: Uint8Array;
  /** Its beginning, no longer than MAX_BLOCK_BYTES; empty for what is no response. */
  readonly block: Uint8Array;
  /** Of the whole block. */
  readonly blockBytes: number;
}

/** @throws WarcError where the file is no WARC, or damaged, or ends too soon; what reading it throws. */
export async function* recordsOf(path: string): AsyncGenerator<WarcRecord> {
  const file = createReadStream(path, { highWaterMark: READ_BYTES });
  const refused = (came: string): WarcError => new WarcError(`${path}: expected whole gzip members; got ${came}`);
  try {
    const reader = new ByteReader(gunzipped(file, refused));
    if ((await reader.peek()) === undefined) throw new WarcError(`${path}: expected WARC records; got an empty file`);
    while ((await reader.peek()) !== undefined) yield await nextRecord(reader, path);
  } finally {
    file.destroy();
  }
}

async function nextRecord(reader: ByteReader, path: string): Promise<WarcRecord> {
  const { offset } = reader;
  const refused = (expected: string, came: string): WarcError =>
    new WarcError(`${path}: expected ${expected} at byte ${offset} (uncompressed); got ${came}`);
  const head = await reader.takeThrough(HEAD_END, MAX_HEAD_BYTES);
  const start = head === undefined ? await reader.take(10) : head;
  if (!/^WARC\/1\.\d\r\n/.test(Buffer.from(start.subarray(0, 10)).toString("latin1")))
    throw refused("a WARC record", JSON.stringify(Buffer.from(start.subarray(0, 10)).toString("latin1")));
  if (head === undefined) throw refused(`a WARC head of at most ${MAX_HEAD_BYTES} bytes`, "one without an end");
  const text = Buffer.from(head).toString("latin1");
  const blockBytes = lengthOf(text);
  if (blockBytes === undefined) throw refused("a record with one Content-Length", "none, or several");
  const type = /^WARC-Type:[ \t]*(\S*)[ \t]*\r$/im.exec(text)?.[1]?.toLowerCase() ?? "";
  const block = await reader.take(type === "response" ? Math.min(blockBytes, MAX_BLOCK_BYTES) : 0);
  const skipped = await reader.skip(blockBytes - block.length);
  if (block.length + skipped < blockBytes) throw refused(`a block of ${blockBytes} bytes`, "the end of the file");
  const end = await reader.take(HEAD_END.length);
  if (HEAD_END.compare(end) !== 0)
    throw refused(
      `a block of ${blockBytes} bytes`,
      end.length < HEAD_END.length ? "the end of the file" : "a longer one",
    );
  return { type, head, block, blockBytes };
}

function lengthOf(head: string): number | undefined {
  const lengths = Array.from(head.matchAll(/^Content-Length:[ \t]*(\d{1,15})[ \t]*\r$/gim), ([, digits]) => digits);
  return lengths.length === 1 ? Number(lengths[0]) : undefined;
}
