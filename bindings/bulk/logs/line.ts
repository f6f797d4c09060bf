/** A line of a log, as text with one byte a character and as bytes of its block: reading them takes less time than cutting texts. */
export class Line {
  /** Without the line end. */
  text = "";
  /** Where it starts in the bytes. */
  at = 0;
  readonly bytes: Uint8Array;
  readonly view: DataView;

  constructor(block: Uint8Array) {
    this.bytes = block;
    this.view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  }
}

/** @param text one byte a character */
export function lineOf(text: string): Line {
  const line = new Line(Buffer.from(text, "latin1"));
  line.text = text;
  return line;
}
