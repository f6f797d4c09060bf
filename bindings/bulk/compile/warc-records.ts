/**
 * Reads the records of a WARC file (ISO 28500), plain or gzip, in bounded memory: heads up to 64 KiB, blocks up to 4 MiB.
 * warcio parses heads, but accepts heads of any length and skips damage, so record boundaries are found here. Runs in Node
 * only.
 */
import { createReadStream } from "node:fs";
import { ByteReader } from "../../files/byte-reader.ts";
import { gunzipped } from "../../files/gunzip.ts";
import { inputError } from "../../files/input-error.ts";

export const MAX_HEAD_BYTES = 65_536;
/** The most that is kept of a block: enough for 500 KiB of robots.txt (RFC 9309 §2.5) in any coding. */
export const MAX_BLOCK_BYTES = 4_194_304;
/** Small, because a chunk of gzip may grow a thousandfold. */
const CHUNK_BYTES = 65_536;
const HEAD_END = Buffer.from("\r\n\r\n");

export interface WarcRecord {
  /** WARC-Type: `response`, `request` and so on; "" without one. */
  readonly type: string;
  /** Includes the empty line that ends it. */
  readonly head: Uint8Array;
  /** At most the first MAX_BLOCK_BYTES; empty unless the record is a response or a revisit. */
  readonly block: Uint8Array;
  /** The length of the whole block. */
  readonly blockBytes: number;
}

/** @throws an Error (ERR_INPUT) if the file is not a WARC, is damaged, or is truncated; system errors. */
export async function* recordsOf(path: string): AsyncGenerator<WarcRecord> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const refused = (got: string): Error => inputError(path, `expected complete gzip members; got ${got}`);
  try {
    const reader = new ByteReader(gunzipped(file, refused));
    if ((await reader.peek()) === undefined) throw inputError(path, "expected WARC records; got an empty file");
    while ((await reader.peek()) !== undefined) yield await nextRecord(reader, path);
  } finally {
    file.destroy();
  }
}

type Refused = (expected: string, got: string) => Error;

async function nextRecord(reader: ByteReader, path: string): Promise<WarcRecord> {
  const { offset } = reader;
  const refused: Refused = (expected, got) =>
    inputError(path, `expected ${expected} at byte ${offset} (uncompressed); got ${got}`);
  const head = await takeHead(reader, refused);
  const text = Buffer.from(head).toString("latin1");
  const blockBytes = lengthOf(text);
  if (blockBytes === undefined) throw refused("a record with one Content-Length", "none, or several");
  const type = /^WARC-Type:[ \t]*(\S*)[ \t]*\r$/im.exec(text)?.[1]?.toLowerCase() ?? "";
  const isRead = type === "response" || type === "revisit";
  const block = await takeBlock(reader, blockBytes, isRead ? MAX_BLOCK_BYTES : 0, refused);
  return { type, head, block, blockBytes };
}

async function takeHead(reader: ByteReader, refused: Refused): Promise<Uint8Array> {
  const head = await reader.takeThrough(HEAD_END, MAX_HEAD_BYTES);
  const start = head === undefined ? await reader.take(10) : head;
  const text = Buffer.from(start.subarray(0, 10)).toString("latin1");
  if (!/^WARC\/1\.\d\r\n/.test(text)) throw refused("a WARC record", JSON.stringify(text));
  if (head === undefined) throw refused(`a WARC head of at most ${MAX_HEAD_BYTES} bytes`, "one without an end");
  return head;
}

/** At most `keptBytes` of the block. The reader is behind the whole record then. */
async function takeBlock(
  reader: ByteReader,
  blockBytes: number,
  keptBytes: number,
  refused: Refused,
): Promise<Uint8Array> {
  const block = await reader.take(Math.min(blockBytes, keptBytes));
  const skipped = await reader.skip(blockBytes - block.length);
  if (block.length + skipped < blockBytes) throw refused(`a block of ${blockBytes} bytes`, "the end of the file");
  const end = await reader.take(HEAD_END.length);
  if (HEAD_END.compare(end) === 0) return block;
  throw refused(
    `a block of ${blockBytes} bytes`,
    end.length < HEAD_END.length ? "the end of the file" : "a longer one",
  );
}

function lengthOf(head: string): number | undefined {
  const lengths = Array.from(head.matchAll(/^Content-Length:[ \t]*(\d{1,15})[ \t]*\r$/gim), ([, digits]) => digits);
  return lengths.length === 1 ? Number(lengths[0]) : undefined;
}
