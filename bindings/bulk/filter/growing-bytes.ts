/** Bytes appended piece by piece, their number unknown beforehand. */

/** A UTF-16 unit takes at most so many bytes of UTF-8. */
const BYTES_OF_UNIT = 3;

export class GrowingBytes {
  #bytes: Buffer<ArrayBuffer>;
  /** Whoever writes what `roomFor` returns moves it. */
  length = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.from(new ArrayBuffer(capacity));
  }

  /** The bytes, with room for `more` from `length` on. */
  roomFor(more: number): Uint8Array {
    const wanted = this.length + more;
    if (wanted > this.#bytes.length) {
      const larger = Buffer.from(new ArrayBuffer(Math.max(wanted, this.#bytes.length * 2)));
      larger.set(this.#bytes.subarray(0, this.length));
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  append(more: Uint8Array): void {
    this.roomFor(more.length).set(more, this.length);
    this.length += more.length;
  }

  appendText(text: string): void {
    this.roomFor(BYTES_OF_UNIT * text.length);
    this.length += this.#bytes.write(text, this.length);
  }

  /** Not a copy: append nothing afterwards. */
  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.buffer, 0, this.length);
  }
}
