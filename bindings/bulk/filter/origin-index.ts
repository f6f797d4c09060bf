/**
 * Indexes a block by line and by origin. Consecutive lines with the same spelling of an origin form a run; all runs of one
 * spelling form a group, chained as a list. One pass over bytes: nothing is decoded.
 */
import { CR, LF } from "../../base/characters.ts";
import { authorityEnd } from "./authority.ts";
import { MAX_LINE_BYTES } from "./blocks.ts";
import { rewritingAt } from "./rewriting.ts";
import { Int32List, SpellingTable } from "./spelling-table.ts";

/** The group of lines that are not URLs; also the end of a chain. */
export const NONE = -1;

export class OriginIndex {
  bytes: Uint8Array = new Uint8Array();
  /** For each line, the byte after its LF. */
  readonly lineEnds: Int32List = new Int32List();
  readonly groups: SpellingTable = new SpellingTable();
  /** For each group, its first and its last run. */
  readonly originRuns: Int32List = new Int32List();
  readonly #groupLastRuns: Int32List = new Int32List();
  /** For each run, its first line, its group or NONE, and the next run of that group or NONE. */
  readonly runLines: Int32List = new Int32List();
  readonly runGroups: Int32List = new Int32List();
  readonly runNext: Int32List = new Int32List();
  /** Lines whose path URL parsers may change (rewriting.ts), and the group of each. */
  readonly rewrittenLines: Int32List = new Int32List();
  readonly rewrittenGroups: Int32List = new Int32List();

  /** Indexes a block whose lines all end in LF. */
  read(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.groups.restart(bytes);
    this.#clear();
    let group = NONE;
    for (let start = 0; start < bytes.length; ) {
      const origin = authorityEnd(bytes, start);
      const path = Math.max(start, origin);
      const rewriting = rewritingAt(bytes, path);
      const end = rewriting < 0 ? -rewriting : lineEnd(bytes, rewriting);
      // A large block may hold lines that a smaller one skips: the limit is the same.
      const isUrl = origin >= 0 && end - start <= MAX_LINE_BYTES;
      const next = isUrl ? this.#groupOf(group, start, origin) : NONE;
      if (next !== group || start === 0) this.#startRun(next);
      if (rewriting >= 0 && next !== NONE) this.#noteRewritten(next);
      group = next;
      start = end;
      this.lineEnds.push(end);
    }
  }

  #clear(): void {
    const { lineEnds, originRuns, runLines, runGroups, runNext, rewrittenLines, rewrittenGroups } = this;
    const lists = [
      lineEnds,
      originRuns,
      this.#groupLastRuns,
      runLines,
      runGroups,
      runNext,
      rewrittenLines,
      rewrittenGroups,
    ];
    for (const list of lists) list.length = 0;
  }

  #noteRewritten(group: number): void {
    this.rewrittenLines.push(this.lineCount);
    this.rewrittenGroups.push(group);
  }

  get lineCount(): number {
    return this.lineEnds.length;
  }

  lineStart(line: number): number {
    return line === 0 ? 0 : this.lineEnds.values[line - 1]!;
  }

  /** The bytes of a line without its LF or CRLF. */
  urlOf(line: number): Uint8Array {
    const end = this.lineEnds.values[line]! - 1;
    return this.bytes.subarray(this.lineStart(line), this.bytes[end - 1] === CR ? end - 1 : end);
  }

  /** The line after the last of a run. */
  runEnd(run: number): number {
    return run + 1 < this.runLines.length ? this.runLines.values[run + 1]! : this.lineCount;
  }

  /** Most lines belong to the same group as the line before; only others are looked up. */
  #groupOf(last: number, start: number, end: number): number {
    return last !== NONE && this.groups.isSpelled(last, start, end) ? last : this.groups.of(start, end);
  }

  #startRun(group: number): void {
    const run = this.runLines.length;
    this.runLines.push(this.lineCount);
    this.runGroups.push(group);
    this.runNext.push(NONE);
    if (group === NONE) return;
    if (group === this.originRuns.length) {
      this.originRuns.push(run);
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
