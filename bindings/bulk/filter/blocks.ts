/**
 * Input in blocks of whole lines: the bounded window within which URLs are grouped. Memory is one block and, where a line
 * is longer than a block, that line up to a limit; what is longer still is skipped and counted. Runs in Node only.
 */
import { Unreadable } from "./unreadable.ts";

/** Lines up to here, or to the size of a block, are decided; Node's own limit of an HTTP header is 16 KiB, so no URL that is used comes near. */
export const MAX_LINE_BYTES: number = 4 * 2 ** 20;

const LF = 10;

export interface Block {
  /** Whole lines, each ended by LF. The array owns its buffer, so that it can be handed to another thread. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of the first byte, and of the byte after the last, in the input. */
  readonly offset: number;
  readonly end: number;
  /** Lines too long to be held, which lay between this block and the one before it. */
  readonly overlong: number;
}

const allocate = (bytes: number): Uint8Array<ArrayBuffer> => Buffer.allocUnsafeSlow(bytes);

export interface Cut {
  readonly blockBytes: number;
  /** Where in the input the first chunk starts, and how much of it is left out. */
  readonly offset: number;
  readonly skip: number;
  /** After it the chunks may end anywhere, so that what follows the last LF is no line. */
  readonly signal: AbortSignal;
}

/** Cuts chunks of any size into blocks of about `blockBytes`. */
export async function* blocksOf(chunks: AsyncIterable<Uint8Array>, cut: Cut): AsyncGenerator<Block> {
  const cutter = new Cutter(cut);
  for await (const chunk of chunks) yield* cutter.add(chunk);
  if (!cut.signal.aborted) yield* cutter.finish();
}

class Cutter {
  readonly #blockBytes: number;
  #toSkip: number;
  #lastSkipped: number = LF;
  #buffer: Uint8Array<ArrayBuffer>;
  #length = 0;
  #offset: number;
  #position: number;
  #skipsLine = false;
  #overlong = 0;

  constructor({ blockBytes, offset, skip }: Cut) {
    this.#blockBytes = blockBytes;
    this.#toSkip = skip;
    this.#buffer = allocate(blockBytes);
    this.#offset = offset + skip;
    this.#position = offset + skip;
  }

  *add(chunk: Uint8Array): Generator<Block> {
    const skipped = this.#skip(chunk);
    for (let from = skipped; from < chunk.length; ) {
      from = this.#skipsLine ? this.#endSkipped(chunk, from) : this.#fill(chunk, from);
      if (this.#length === this.#buffer.length) yield* this.#cut();
    }
  }

  /** How much of the chunk lies before the offset. What goes on there must start a line, or it would be half a URL. */
  #skip(chunk: Uint8Array): number {
    const skipped = Math.min(this.#toSkip, chunk.length);
    this.#toSkip -= skipped;
    if (skipped > 0) this.#lastSkipped = chunk[skipped - 1]!;
    if (skipped < chunk.length && this.#lastSkipped !== LF)
      throw new Unreadable(`the input at byte ${this.#offset}`, "expected the start of a line; got the inside of one");
    return skipped;
  }

  /** What is left; a last line without its end gets one. */
  *finish(): Generator<Block> {
    if (this.#toSkip > 0) throw new Unreadable("the input", `expected at least ${this.#offset} bytes; got fewer`);
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

  /** The buffer is full: its whole lines are a block, or its line goes on in a larger buffer, or is too long. */
  *#cut(): Generator<Block> {
    const end = this.#buffer.lastIndexOf(LF) + 1;
    if (end > 0) {
      const rest = this.#buffer.subarray(end);
      const next = this.#larger(rest);
      const block = this.#block(this.#buffer.subarray(0, end), this.#position - rest.length);
      this.#restart(next, rest.length);
      yield block;
    } else if (this.#buffer.length < MAX_LINE_BYTES) {
      this.#buffer = this.#larger(this.#buffer);
    } else {
      this.#overlong++;
      this.#skipsLine = true;
      this.#restart(allocate(this.#blockBytes), 0);
    }
  }

  /** A buffer with the beginning of a line in it, and room for more. */
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
