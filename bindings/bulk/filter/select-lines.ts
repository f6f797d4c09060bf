/** Copies the lines of one verdict out of a block. */
import { indexLines, type LineIndex } from "./url-field.ts";

/** The lines that have a verdict, in their order. */
export type SelectLines = (verdict: number) => Uint8Array<ArrayBuffer>;

/** Selects by line ends: of these lines, or of others that were decided by a part of each. */
export function selectionOf(bytes: Uint8Array, verdicts: Uint8Array): SelectLines {
  const lines = indexLines(bytes);
  return (verdict) => selectLines(lines, verdicts, verdict);
}

function selectLines(lines: LineIndex, verdicts: Uint8Array, verdict: number): Uint8Array<ArrayBuffer> {
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
