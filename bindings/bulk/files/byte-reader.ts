/** Reads pieces of any length from a stream of chunks. Memory: the piece being read, and one chunk. */
export class ByteReader {
  /** Bytes taken so far. */
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
