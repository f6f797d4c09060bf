/** Splits newline-separated bytes: LF or CRLF ends a line, and a final line end starts no further line. */
import { CR, LF } from "./characters.ts";

export function endOfLine(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(LF, from);
  return at < 0 ? bytes.length : at;
}

export function withoutCr(line: Uint8Array): Uint8Array {
  return line[line.length - 1] === CR ? line.subarray(0, -1) : line;
}

export function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = endOfLine(bytes, from);
    lines.push(withoutCr(bytes.subarray(from, end)));
    from = end + 1;
  }
  return lines;
}
