/** A line of a log, as a part of its block, both as text and as bytes: reading in place takes less time than cutting texts. */
export class Line {
  /** The text of the block, one byte a character. */
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Its place in the block, without the line end. */
  at = 0;
  end = 0;

  constructor(block: Uint8Array) {
    this.text = Buffer.from(block.buffer, block.byteOffset, block.length).toString("latin1");
    this.bytes = block;
    this.view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  }

  /** Whether a text is at a place in the line. */
  has(text: Uint8Array, at: number): boolean {
    return at + text.length <= this.end && isAt(this.bytes, at, text);
  }

  /** The whole line, one byte a character. */
  toString(): string {
    return this.text.slice(this.at, this.end);
  }
}

/** Whether a text is at a place in bytes. For the few bytes of a key or a mark, this takes less time than `isSame`. */
export function isAt(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return false;
  return true;
}

/** A block of one line. @param text one byte a character */
export function lineOf(text: string): Line {
  const line = new Line(Buffer.from(text, "latin1"));
  line.end = text.length;
  return line;
}
