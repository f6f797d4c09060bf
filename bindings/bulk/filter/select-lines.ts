/** Copies the lines of one verdict out of a block. */
import type { LineIndex } from "./url-field.ts";

/** In the order of the input. */
export function selectLines(lines: LineIndex, verdicts: Uint8Array, verdict: number): Uint8Array<ArrayBuffer> {
  const { bytes } = lines;
  const to = new Uint8Array(bytes.length);
  let length = 0;
  for (let line = verdicts.indexOf(verdict); line >= 0; line = verdicts.indexOf(verdict, line)) {
    const start = lines.lineStart(line);
    while (line < verdicts.length && verdicts[line] === verdict) line++;
    const end = lines.lineStart(line);
    to.set(bytes.subarray(start, end), length);
    length += end - start;
  }
  return to.subarray(0, length);
}
