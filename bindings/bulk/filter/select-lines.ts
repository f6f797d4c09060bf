/** Copies lines out of a block: those of one group, to decide them, and those of one verdict, to write them. */

import type { OriginIndex } from "./origin-index.ts";
import type { LineIndex } from "./url-field.ts";

/** The lines of one group in one piece: copied only where they are not already contiguous in the block. */
export class GroupLines {
  #bytes: Uint8Array = new Uint8Array(65_536);

  /** Valid until the next call. */
  of(window: OriginIndex, group: number): Uint8Array {
    const { bytes, originRuns, runLines, runNext } = window;
    const first = originRuns.values[group]!;
    let length = 0;
    for (let run = first; run >= 0; run = runNext.values[run]!) {
      const start = window.lineStart(runLines.values[run]!);
      const end = window.lineStart(window.runEnd(run));
      if (run === first && runNext.values[run]! < 0) return bytes.subarray(start, end);
      const copy = this.#roomFor(length + end - start);
      // Most runs are one line, which a loop copies faster than a call of set().
      for (let i = start; i < end; i++) copy[length++] = bytes[i]!;
    }
    return this.#bytes.subarray(0, length);
  }

  #roomFor(bytes: number): Uint8Array {
    if (bytes > this.#bytes.length) {
      const larger = new Uint8Array(2 * bytes);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}

/** Copies the lines with this verdict to `to`, which may be the block itself, in input order; returns the filled part. */
export function selectLines<T extends ArrayBufferLike>(
  lines: LineIndex,
  verdicts: Uint8Array,
  verdict: number,
  to: Uint8Array<T>,
): Uint8Array<T> {
  const { bytes } = lines;
  let length = 0;
  for (let line = verdicts.indexOf(verdict); line >= 0; line = verdicts.indexOf(verdict, line)) {
    const start = lines.lineStart(line);
    while (line < verdicts.length && verdicts[line] === verdict) line++;
    const end = lines.lineStart(line);
    if (to !== bytes) to.set(bytes.subarray(start, end), length);
    else if (start !== length) to.copyWithin(length, start, end);
    length += end - start;
  }
  return to.subarray(0, length);
}
