/** Writes JSON lines that begin with a URL. Most URLs need no escapes, so their bytes are copied. */
import { BACKSLASH, DELETE, SPACE } from "../../base/characters.ts";
import { GrowingBytes } from "./growing-bytes.ts";

const START = Buffer.from('{"url":"');
const DOUBLE_QUOTE = 0x22;

export class JsonWriter {
  readonly #output: GrowingBytes;

  constructor(capacity: number) {
    this.#output = new GrowingBytes(capacity);
  }

  /** Writes the line of the URL [start, end). @param rest what follows it, from the comma on */
  append(from: Uint8Array, start: number, end: number, rest: string): void {
    if (!this.#copyPlain(from, start, end)) this.#appendEscaped(from.subarray(start, end));
    this.#output.appendText(rest);
  }

  /** False for text that needs escapes. It is faster to copy so few bytes here than by `set`. */
  #copyPlain(from: Uint8Array, start: number, end: number): boolean {
    const bytes = this.#output.roomFor(START.length + (end - start) + 1);
    let to = this.#output.length;
    for (let i = 0; i < START.length; i++) bytes[to++] = START[i]!;
    for (let at = start; at < end; at++) {
      const byte = from[at]!;
      if (byte < SPACE || byte === DOUBLE_QUOTE || byte === BACKSLASH || byte >= DELETE) return false;
      bytes[to++] = byte;
    }
    bytes[to++] = DOUBLE_QUOTE;
    this.#output.length = to;
    return true;
  }

  /** Bytes that are not UTF-8 become U+FFFD. */
  #appendEscaped(url: Uint8Array): void {
    const text = Buffer.from(url.buffer, url.byteOffset, url.length).toString("utf8");
    this.#output.appendText(`{"url":${JSON.stringify(text)}`);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#output.bytes();
  }
}
