/** Takes bytes from a stream in pieces of its own choice. Memory: what is looked for or taken at a time, and a chunk. */
export class ByteReader {
  /** Bytes taken and skipped so far. */
  offset = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next byte, still to be taken; undefined at the end. */
  async peek(): Promise<number | undefined> {
    while (this.#buffer.length === 0) if (!(await this.#fill())) return undefined;
    return this.#buffer[0];
  }

  /** All up to and with `mark`, if that begins within `limit` bytes; undefined otherwise, and at the end. */
  async takeThrough(mark: Uint8Array, limit: number): Promise<Uint8Array | undefined> {
    for (;;) {
      const at = this.#buffer.subarray(0, limit + mark.length).indexOf(mark);
      if (at >= 0) return this.#take(at + mark.length);
      if (this.#buffer.length >= limit + mark.length || !(await this.#fill())) return undefined;
    }
  }

  /** So many bytes, or as many as there are. */
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

  /** How many of so many bytes there were. */
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
