/**
 * Reads the records of a WARC file (ISO 28500), plain or gzip, in bounded memory: heads up to 64 KiB, blocks up to 4 MiB. The
 * file is read in pieces, and all records that end in a piece are read at once. Runs in Node only.
 */
import { createReadStream } from "node:fs";
import { CR, LF } from "../../base/characters.ts";
import { gunzipped } from "../files/gunzip.ts";
import { inputError, isInputFault } from "../files/input-error.ts";
import { utf8Head } from "./head-fields.ts";

export const MAX_HEAD_BYTES = 65_536;
/** The types of ISO 28500 §6 that do not say what was at a URL. */
export const OTHER_TYPES: ReadonlySet<string> = new Set([
  "warcinfo",
  "request",
  "metadata",
  "resource",
  "conversion",
  "continuation",
]);
/** The most that is kept of a block: enough for 500 KiB of robots.txt (RFC 9309 §2.5) in any coding. */
export const MAX_BLOCK_BYTES = 4_194_304;
const PIECE_BYTES = 2 ** 18;
export const HEAD_END: Buffer = Buffer.from("\r\n\r\n");

export interface WarcRecord {
  /** WARC-Type in lower case: `response`, `request` and so on; "" unless the head has exactly one well-formed line of it. */
  readonly type: string;
  /** Includes the empty line that ends it. */
  readonly head: string;
  /** At most the first MAX_BLOCK_BYTES; empty unless the record is a response or a revisit. */
  readonly block: Buffer;
  /** The length of the whole block. */
  readonly blockBytes: number;
}

/**
 * Yields the records that end in each piece of the file.
 * @param onRead called with the bytes of each piece
 * @throws an Error (ERR_INPUT) if the file is not a WARC, is damaged, or is truncated; system errors.
 */
export async function* recordsOf(
  path: string,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Iterable<WarcRecord>> {
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES });
  file.on("data", (piece) => onRead(piece.length)).pause();
  const refused = (got: string): Error => inputError(path, `expected complete gzip members; got ${got}`);
  const records = new RecordReader(path);
  try {
    for await (const piece of gunzipped(file, refused)) yield records.read(piece);
    records.end();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw isInputFault(error) && code !== "ERR_INPUT" ? inputError(path, message) : error;
  } finally {
    file.destroy();
  }
}

/** Reads records from pieces of a file. Memory: the record that is not complete, and one piece. */
export class RecordReader {
  readonly #path: string;
  /** What has come and is not yet read: from #at. It lies in #room, which all pieces use: others would be left to the garbage collector. */
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #room: Buffer = this.#bytes;
  /** The bytes of the file before #bytes. */
  #before = 0;
  /** The record that is being read, from its head on. Its block is empty until as much of it has come as is kept. */
  #open: { type: string; head: string; block: Buffer; blockBytes: number } | undefined;
  /** Where it begins in the file. */
  #start = 0;
  #hasBlock = false;
  /** Of the line ends before the record. */
  #lineEndBytes: number = HEAD_END.length;
  /** What is left to skip of its block. */
  #skip = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Yields the records that are complete now; all of them must be taken before the next call, which overwrites their blocks. */
  *read(piece: Uint8Array): Generator<WarcRecord> {
    this.#append(piece);
    for (let record = this.#next(); record !== undefined; record = this.#next()) yield record;
  }

  /** @throws an Error (ERR_INPUT) if the file ended within a record, or had none */
  end(): void {
    if (this.#open !== undefined) throw this.#refusedBlock("the end of the file");
    this.#skipLineEnds();
    if (this.#lineEndBytes < HEAD_END.length) throw this.#refused("a record with two line ends", "the end of the file");
    if (this.#bytes.length > this.#at) throw this.#refusedHead(this.#bytes.subarray(this.#at));
    if (this.#before + this.#at === 0) throw inputError(this.#path, "expected WARC records; got an empty file");
  }

  #append(piece: Uint8Array): void {
    // The block of a record whose end has not come.
    if (this.#hasBlock) this.#open!.block = Buffer.from(this.#open!.block);
    const rest = this.#bytes.subarray(this.#at);
    const length = rest.length + piece.length;
    if (length > this.#room.length) this.#room = Buffer.allocUnsafeSlow(2 * length);
    this.#room.set(rest);
    this.#room.set(piece, rest.length);
    this.#bytes = this.#room.subarray(0, length);
    this.#before += this.#at;
    this.#at = 0;
  }

  #next(): WarcRecord | undefined {
    if (this.#open === undefined && !this.#takeHead()) return undefined;
    if (!this.#hasBlock && !this.#takeBlock()) return undefined;
    if (!this.#isAtEnd()) return undefined;
    const record = this.#open;
    this.#open = undefined;
    this.#hasBlock = false;
    return record;
  }

  /** False until the whole head has come. */
  #takeHead(): boolean {
    const bytes = this.#bytes;
    this.#skipLineEnds();
    const start = this.#at;
    this.#start = this.#before + start;
    const end = bytes.indexOf(HEAD_END, start);
    const isLong = end < 0 ? bytes.length - start >= MAX_HEAD_BYTES + HEAD_END.length : end - start > MAX_HEAD_BYTES;
    if (end < 0 && !isLong) return false;
    const head = isLong ? "" : bytes.toString("latin1", start, end + HEAD_END.length);
    if (!VERSION.test(head)) throw this.#refusedHead(bytes.subarray(start));
    const { type, length } = framingIn(head);
    if (!/^\d{1,15}$/.test(length))
      throw this.#refused("a record with one Content-Length", "none, several, or a malformed one");
    this.#at = end + HEAD_END.length;
    const text = OTHER_TYPES.has(type) ? head : utf8Head(head, bytes.subarray(start, this.#at));
    this.#open = { type, head: text, block: NOTHING, blockBytes: Number(length) };
    return true;
  }

  #skipLineEnds(): void {
    if (this.#before + this.#at === 0) return;
    for (; isLineEnd(this.#bytes[this.#at]); this.#at++) this.#lineEndBytes++;
  }

  /** Takes what is kept of the block; false until that has come. */
  #takeBlock(): boolean {
    const { type, blockBytes } = this.#open!;
    const kept = type === "response" || type === "revisit" ? Math.min(blockBytes, MAX_BLOCK_BYTES) : 0;
    if (this.#bytes.length - this.#at < kept) return false;
    if (kept > 0) this.#open!.block = this.#bytes.subarray(this.#at, this.#at + kept);
    this.#at += kept;
    this.#skip = blockBytes - kept;
    this.#hasBlock = true;
    return true;
  }

  /**
   * Skips the rest of the block, and the first byte of the empty lines that end it; false until it has come. Writers differ on how many
   * lines there are, and some count one byte of the block too few.
   */
  #isAtEnd(): boolean {
    const skipped = Math.min(this.#skip, this.#bytes.length - this.#at);
    this.#at += skipped;
    this.#skip -= skipped;
    const [bytes, at] = [this.#bytes, this.#at];
    if (this.#skip > 0 || at === bytes.length) return false;
    if (!isLineEnd(bytes[at])) throw this.#refusedBlock("a longer one");
    this.#lineEndBytes = 0;
    return true;
  }

  #refusedHead(some: Buffer): Error {
    const start = some.toString("latin1", 0, 10);
    if (!VERSION.test(start)) return this.#refused("a WARC record", JSON.stringify(start) + hintFor(start));
    return this.#refused(`a WARC head of at most ${MAX_HEAD_BYTES} bytes`, "one without an end");
  }

  #refusedBlock(got: string): Error {
    return this.#refused(`a block of ${this.#open!.blockBytes} bytes`, got);
  }

  #refused(expected: string, got: string): Error {
    return inputError(this.#path, `expected ${expected} at byte ${this.#start} (uncompressed); got ${got}`);
  }
}

/** What other files begin with. */
const OTHER_FILES: readonly (readonly [start: string, what: string])[] = [
  ["filedesc:", "an ARC file: convert it to WARC"],
  ["\x1f\x8b", "gzip inside gzip: decompress it once"],
  ["\x28\xb5\x2f\xfd", "Zstandard: decompress it"],
  ["<", "HTML or XML, such as the answer to a failed download"],
  ["WARC/1.0\n", "a head whose lines end in LF instead of CR LF"],
  ["WARC/1.1\n", "a head whose lines end in LF instead of CR LF"],
];

function hintFor(start: string): string {
  const what = OTHER_FILES.find(([prefix]) => start.startsWith(prefix))?.[1];
  return what === undefined ? "" : `, ${what}`;
}

const NOTHING = Buffer.alloc(0);
const isLineEnd = (byte: number | undefined): boolean => byte === CR || byte === LF;
const VERSION = /^WARC\/1\.\d\r\n/;

/**
 * The lines of these fields, and all that some readers take for one. Of a well-formed line, its value: one word, with no line
 * after it that continues it.
 */
const FRAMING = /([\r\n][ \t]*)(WARC-Type|Content-Length)([ \t\0]*):(?:(?=[ \t]*(\S+)[ \t]*\r\n(?![ \t]))|)/gi;

interface Framing {
  readonly type: string;
  readonly length: string;
}

/** The values of two fields; "" unless the head has the field in one line, and well-formed: readers differ on all others. */
function framingIn(head: string): Framing {
  const values: { type?: string; length?: string } = {};
  FRAMING.lastIndex = 0;
  for (let line = FRAMING.exec(head); line !== null; line = FRAMING.exec(head)) {
    const [, start, field, blank, value = ""] = line;
    const name = field!.length === "WARC-Type".length ? "type" : "length";
    values[name] = values[name] === undefined && start === "\n" && blank === "" ? value : "";
  }
  const { type = "", length = "" } = values;
  return { type: type.toLowerCase(), length };
}
