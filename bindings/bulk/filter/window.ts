/**
 * One block seen by line and by origin. Lines that follow one another and spell their origin alike are a run; the runs of
 * one spelling, its group, are chained. One pass, numbers only: nothing is decoded.
 */
import { Groups } from "./groups.ts";
import { Ints } from "./ints.ts";
import { originEnd } from "./spelling.ts";

const LF = 10;

/** The group of lines that cannot be URLs, and the end of a chain. */
export const NONE = -1;

export class Window {
  bytes: Uint8Array = new Uint8Array();
  /** Of each line, the byte after its LF. */
  readonly lineEnds: Ints = new Ints();
  readonly groups: Groups = new Groups();
  /** Of each group, its first and its last run. */
  readonly groupRuns: Ints = new Ints();
  readonly #groupLastRuns: Ints = new Ints();
  /** Of each run, its first line, its group, or NONE, and the next run of that group, or NONE. */
  readonly runLines: Ints = new Ints();
  readonly runGroups: Ints = new Ints();
  readonly runNext: Ints = new Ints();

  /** Reads a block whose lines all end in LF. */
  read(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.groups.restart(bytes);
    const { lineEnds, groupRuns, runLines, runGroups, runNext } = this;
    for (const list of [lineEnds, groupRuns, this.#groupLastRuns, runLines, runGroups, runNext]) list.length = 0;
    let group = NONE;
    for (let start = 0; start < bytes.length; ) {
      const origin = originEnd(bytes, start);
      const next = origin < 0 ? NONE : this.#groupOf(group, start, origin);
      if (next !== group || start === 0) this.#startRun(next);
      group = next;
      start = lineEnd(bytes, Math.max(start, origin));
      lineEnds.push(start);
    }
  }

  get lineCount(): number {
    return this.lineEnds.length;
  }

  lineStart(line: number): number {
    return line === 0 ? 0 : this.lineEnds.values[line - 1]!;
  }

  /** The line after a run's last. */
  runEnd(run: number): number {
    return run + 1 < this.runLines.length ? this.runLines.values[run + 1]! : this.lineCount;
  }

  /** Most lines are of the group of the line before, or else looked up. */
  #groupOf(last: number, start: number, end: number): number {
    return last !== NONE && this.groups.isSpelled(last, start, end) ? last : this.groups.of(start, end);
  }

  #startRun(group: number): void {
    const run = this.runLines.length;
    this.runLines.push(this.lineCount);
    this.runGroups.push(group);
    this.runNext.push(NONE);
    if (group === NONE) return;
    if (group === this.groupRuns.length) {
      this.groupRuns.push(run);
      this.#groupLastRuns.push(run);
      return;
    }
    this.runNext.values[this.#groupLastRuns.values[group]!] = run;
    this.#groupLastRuns.values[group] = run;
  }
}

/** The byte after the LF that ends the line. */
function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] !== LF) at++;
  return at + 1;
}
