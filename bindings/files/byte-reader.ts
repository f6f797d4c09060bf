/** Reads pieces of any length from a stream of chunks. Memory: the piece being read, and one chunk. */
export class ByteReader {
  /** Bytes taken and skipped so far. */
  offset = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next byte, without taking it; undefined at the end. */
  async peek(): Promise<number | undefined> {
    while (this.#buffer.length === 0) if (!(await this.#fill())) return undefined;
    return this.#buffer[0];
  }

  /** Takes everything through `mark` if it starts within `limit` bytes; otherwise undefined, as at the end. */
  async takeThrough(mark: Uint8Array, limit: number): Promise<Uint8Array | undefined> {
    for (;;) {
      const at = this.#buffer.subarray(0, limit + mark.length).indexOf(mark);
      if (at >= 0) return this.#take(at + mark.length);
      if (this.#buffer.length >= limit + mark.length || !(await this.#fill())) return undefined;
    }
  }

  /** Takes `length` bytes, or all that are left. */
  async take(length: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let missing = length;
    while (missing > 0 && (await this.peek()) !== undefined) {
      const piece = this.#take(Math.min(missing, this.#buffer.length));
      pieces.push(piece);
      missing -= piece.length;
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  /** Skips `length` bytes, or all that are left; returns how many it skipped. */
  async skip(length: number): Promise<number> {
    let missing = length;
    while (missing > 0 && (await this.peek()) !== undefined)
      missing -= this.#take(Math.min(missing, this.#buffer.length)).length;
    return length - missing;
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    this.offset += length;
    return taken;
  }

  async #fill(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#buffer =
      this.#buffer.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.length)
        : Buffer.concat([this.#buffer, value]);
    return true;
  }
}
