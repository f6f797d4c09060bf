/** Writes JSON lines that begin with a URL. Most URLs need no escapes, so their bytes are copied. */
import { BACKSLASH, DELETE, SPACE } from "../../base/characters.ts";

const START = Buffer.from('{"url":"');
const DOUBLE_QUOTE = 0x22;
/** A UTF-16 unit takes at most so many bytes of UTF-8. */
const BYTES_OF_UNIT = 3;

export class JsonLines {
  #bytes: Buffer<ArrayBuffer>;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.from(new ArrayBuffer(capacity));
  }

  /** Writes the line of the URL [start, end). @param rest what follows it, from the comma on */
  append(from: Uint8Array, start: number, end: number, rest: string): void {
    this.#makeRoom(START.length + (end - start) + 1);
    if (!this.#copyPlain(from, start, end)) this.#writeEscaped(from.subarray(start, end));
    this.#write(rest);
  }

  /** False for text that needs escapes. It is faster to copy so few bytes here than by `set`. */
  #copyPlain(from: Uint8Array, start: number, end: number): boolean {
    const bytes = this.#bytes;
    let to = this.#length;
    for (let i = 0; i < START.length; i++) bytes[to++] = START[i]!;
    for (let at = start; at < end; at++) {
      const byte = from[at]!;
      if (byte < SPACE || byte === DOUBLE_QUOTE || byte === BACKSLASH || byte >= DELETE) return false;
      bytes[to++] = byte;
    }
    bytes[to++] = DOUBLE_QUOTE;
    this.#length = to;
    return true;
  }

  /** Bytes that are not UTF-8 become U+FFFD. */
  #writeEscaped(url: Uint8Array): void {
    const text = Buffer.from(url.buffer, url.byteOffset, url.length).toString("utf8");
    this.#write(`{"url":${JSON.stringify(text)}`);
  }

  #write(text: string): void {
    this.#makeRoom(BYTES_OF_UNIT * text.length);
    this.#length += this.#bytes.write(text, this.#length);
  }

  #makeRoom(more: number): void {
    const wanted = this.#length + more;
    if (wanted <= this.#bytes.length) return;
    const larger = Buffer.from(new ArrayBuffer(Math.max(wanted, this.#bytes.length * 2)));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.buffer, 0, this.#length);
  }
}
