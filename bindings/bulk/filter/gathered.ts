/** The lines of one group, one after another in one piece: where they do not lie so in the block, they are copied. */
import type { Window } from "./window.ts";

export class Gatherer {
  #bytes: Uint8Array = new Uint8Array(65_536);

  /** Valid until the next call. */
  linesOf(window: Window, group: number): Uint8Array {
    const { bytes, groupRuns, runLines, runNext } = window;
    const first = groupRuns.values[group]!;
    let length = 0;
    for (let run = first; run >= 0; run = runNext.values[run]!) {
      const start = window.lineStart(runLines.values[run]!);
      const end = window.lineStart(window.runEnd(run));
      if (run === first && runNext.values[run]! < 0) return bytes.subarray(start, end);
      const gathered = this.#roomFor(length + end - start);
      // Most runs are one line: shorter than what a call to copy it costs.
      for (let i = start; i < end; i++) gathered[length++] = bytes[i]!;
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
