/** Reads the numbers of a page. Every read is checked, so damaged bytes end in an error and never read outside the page. */

/** Beyond 2^53 numbers are not exact; lengths and counts are far smaller. */
const MAX_NUMBER: number = Number.MAX_SAFE_INTEGER;

export class Cursor {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset;
  }

  byte(): number {
    return this.take(1)[0]!;
  }

  /** The next bytes, not copied. */
  take(length: number): Uint8Array {
    if (length > this.remaining) throw new Error("a page that ends early");
    this.#offset += length;
    return this.#bytes.subarray(this.#offset - length, this.#offset);
  }

  /** Little-endian. */
  u32(): number {
    const [a, b, c, d] = this.take(4) as unknown as [number, number, number, number];
    return a + b * 2 ** 8 + c * 2 ** 16 + d * 2 ** 24;
  }

  /** ULEB128, as Parquet's encodings and Snappy use it. */
  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (value > MAX_NUMBER) throw new Error("a number that is too large");
      if (byte < 128) return value;
    }
  }

  /** 0, -1, 1, -2, … are written as 0, 1, 2, 3, … */
  zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
