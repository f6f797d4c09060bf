/**
 * Splits the input into blocks of whole lines: the bounded window within which URLs are grouped. A line longer than a
 * block gets a larger block, up to a limit; longer lines are skipped and counted. Runs in Node only.
 */
import { LF } from "../../base/characters.ts";
import { decodedByStart } from "../../base/gzip.ts";
import { hasUtf8Mark } from "../../base/utf8.ts";
import { inputError } from "./input-error.ts";

/** A byte order mark in UTF-8, which editors and spreadsheets write before the first line. */
const MARK_BYTES = 3;

/** The longest line that is decided, with its LF. Node's limit for HTTP headers is 16 KiB. */
export const MAX_LINE_BYTES: number = 4 * 2 ** 20;

export interface Block {
  /**
   * Whole lines, each ended by LF. Valid until the next block is read, unless the buffer is transferred to another thread: the
   * next block uses the same buffer, because collecting the garbage of buffers takes more time than reading lines.
   */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Input offsets of the first byte and just past the last. */
  readonly offset: number;
  readonly end: number;
  /** Where each line starts, counted from the offset, if others were between them. */
  readonly starts?: Uint32Array;
  /** How many lines between the previous block and this one were too long. */
  readonly overlong: number;
}

const allocate = (bytes: number): Uint8Array<ArrayBuffer> => Buffer.allocUnsafeSlow(bytes);

interface SplitOptions {
  readonly blockBytes: number;
  /** The input offset of the first chunk, and how many bytes to skip from there. */
  readonly offset: number;
  readonly skip: number;
  /** Once it aborts, the chunks may end anywhere, so bytes after the last LF are not a line. */
  readonly signal: AbortSignal;
}

/** Splits chunks of any size into blocks of about `blockBytes`. A chunk need only be valid until the next one is asked for. */
export async function* blocksOf(chunks: AsyncIterable<Uint8Array>, options: SplitOptions): AsyncGenerator<Block> {
  const splitter = new BlockSplitter(options);
  // The first chunk has four bytes at least, unless there are fewer: a byte order mark is in one piece.
  try {
    for await (const chunk of decodedByStart(chunks, () => undefined)) yield* splitter.add(chunk);
  } catch (error) {
    yield* splitter.whole();
    throw error;
  }
  if (!options.signal.aborted) yield* splitter.finish();
}

class BlockSplitter {
  readonly #blockBytes: number;
  #toSkip: number;
  #lastSkipped: number = LF;
  #buffer: Uint8Array<ArrayBuffer>;
  #length = 0;
  #offset: number;
  #position: number;
  #skipsLine = false;
  #overlong = 0;

  constructor({ blockBytes, offset, skip }: SplitOptions) {
    this.#blockBytes = blockBytes;
    this.#toSkip = skip;
    this.#buffer = allocate(blockBytes);
    this.#offset = offset + skip;
    this.#position = offset + skip;
  }

  *add(chunk: Uint8Array): Generator<Block> {
    let start = this.#skip(chunk);
    if (this.#position === 0 && hasUtf8Mark(chunk)) start = this.#offset = this.#position = MARK_BYTES;
    for (let from = start; from < chunk.length; ) {
      from = this.#skipsLine ? this.#endSkipped(chunk, from) : this.#fill(chunk, from);
      if (this.#length === this.#buffer.length) yield* this.#split();
    }
  }

  /** How much of the chunk lies before the offset. A line must start at the offset, or half a URL would be decided. */
  #skip(chunk: Uint8Array): number {
    const skipped = Math.min(this.#toSkip, chunk.length);
    this.#toSkip -= skipped;
    if (skipped > 0) this.#lastSkipped = chunk[skipped - 1]!;
    if (skipped < chunk.length && this.#lastSkipped !== LF)
      throw inputError(`the input at byte ${this.#offset}`, "expected the start of a line; got the inside of one");
    return skipped;
  }

  /** Yields the rest; a last line without LF gets one. */
  *finish(): Generator<Block> {
    if (this.#toSkip > 0) throw inputError("the input", `expected at least ${this.#offset} bytes; got fewer`);
    if (this.#length === 0 && this.#overlong === 0) return;
    const bytes = allocate(this.#length + 1);
    bytes.set(this.#buffer.subarray(0, this.#length));
    bytes[this.#length] = LF;
    const isEnded = this.#length === 0 || bytes[this.#length - 1] === LF;
    yield this.#block(isEnded ? bytes.slice(0, this.#length) : bytes, this.#position);
  }

  #fill(chunk: Uint8Array, from: number): number {
    const taken = Math.min(chunk.length - from, this.#buffer.length - this.#length);
    this.#buffer.set(chunk.subarray(from, from + taken), this.#length);
    this.#length += taken;
    this.#position += taken;
    return from + taken;
  }

  #endSkipped(chunk: Uint8Array, from: number): number {
    const end = chunk.indexOf(LF, from);
    const next = end < 0 ? chunk.length : end + 1;
    this.#position += next - from;
    this.#skipsLine = end < 0;
    if (!this.#skipsLine) this.#offset = this.#position;
    return next;
  }

  /** Yields the whole lines before damage. */
  *whole(): Generator<Block> {
    const end = this.#buffer.subarray(0, this.#length).lastIndexOf(LF) + 1;
    if (end > 0) yield this.#block(this.#buffer.subarray(0, end), this.#position - this.#length + end);
  }

  /** The buffer is full: yields its whole lines; if there are none, grows the buffer or skips the line. */
  *#split(): Generator<Block> {
    const end = this.#buffer.lastIndexOf(LF) + 1;
    if (end > 0) {
      const rest = new Uint8Array(this.#buffer.subarray(end));
      yield this.#block(this.#buffer.subarray(0, end), this.#position - rest.length);
      this.#restart(this.#again(rest), rest.length);
    } else if (this.#buffer.length < MAX_LINE_BYTES) {
      this.#buffer = this.#larger(this.#buffer);
    } else {
      this.#overlong++;
      this.#skipsLine = true;
      this.#restart(allocate(this.#blockBytes), 0);
    }
  }

  /** The last buffer, unless it was transferred or has grown. It starts with the beginning of a line. */
  #again(start: Uint8Array): Uint8Array<ArrayBuffer> {
    if (this.#buffer.length !== this.#blockBytes) return this.#larger(start);
    this.#buffer.set(start);
    return this.#buffer;
  }

  /** A buffer that starts with the beginning of a line and has room for more. */
  #larger(start: Uint8Array): Uint8Array<ArrayBuffer> {
    const buffer = allocate(Math.max(this.#blockBytes, Math.min(2 * start.length, MAX_LINE_BYTES)));
    buffer.set(start);
    return buffer;
  }

  #restart(buffer: Uint8Array<ArrayBuffer>, length: number): void {
    this.#buffer = buffer;
    this.#length = length;
    this.#offset = this.#position - length;
  }

  #block(bytes: Uint8Array<ArrayBuffer>, end: number): Block {
    const block = { bytes, offset: this.#offset, end, overlong: this.#overlong };
    this.#overlong = 0;
    return block;
  }
}
