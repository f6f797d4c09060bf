/** The lines of one verdict out of a block, in the order in which they came. */
import type { Window } from "./window.ts";

/** Copies them to `to`, which may be the block itself; returns the part of it that they fill. */
export function picked<T extends ArrayBufferLike>(
  window: Window,
  verdicts: Uint8Array,
  verdict: number,
  to: Uint8Array<T>,
): Uint8Array<T> {
  const { bytes } = window;
  let length = 0;
  for (let line = verdicts.indexOf(verdict); line >= 0; line = verdicts.indexOf(verdict, line)) {
    const start = window.lineStart(line);
    while (line < verdicts.length && verdicts[line] === verdict) line++;
    const end = window.lineStart(line);
    if (to !== bytes) to.set(bytes.subarray(start, end), length);
    else if (start !== length) to.copyWithin(length, start, end);
    length += end - start;
  }
  return to.subarray(0, length);
}
