/**
 * Decides a block: one batch of bytes an origin, verdicts by line, then the lines that are allowed and the ones that are
 * not, each in the order in which they came. Lines that are no URLs go nowhere and are counted.
 */
import type { Access } from "./access.ts";
import type { Block } from "./blocks.ts";
import type { Answer, Lookups, Origins } from "./origins.ts";
import { jsonLines } from "./verdict-lines.ts";
import { Window } from "./window.ts";

export const REFUSED = 0;
export const ALLOWED = 1;
export const NO_URL = 2;

/** What is made of each block: lines that are allowed, and refused ones if wanted; or a verdict a line as JSON. */
export interface Wanted {
  readonly denied: boolean;
  readonly json: boolean;
}

export interface Result {
  /** Of the byte after the block in the input. */
  readonly end: number;
  readonly output: Uint8Array<ArrayBuffer>;
  readonly denied: Uint8Array<ArrayBuffer> | undefined;
  readonly lines: number;
  readonly allowed: number;
  readonly refused: number;
  readonly noUrls: number;
  /** Where the first line that is no URL starts in the input, and its beginning. */
  readonly firstNoUrl: { readonly offset: number; readonly text: string } | undefined;
  readonly lookups: Lookups;
}

/** Of a line that is shown. */
const SHOWN_BYTES = 100;

export class BlockFilter {
  readonly #origins: Origins;
  readonly #wanted: Wanted;
  readonly #window: Window = new Window();
  #verdicts: Uint8Array = new Uint8Array(4096);
  /** Lines of a group that do not lie together are copied here. */
  #gathered: Uint8Array = new Uint8Array(65536);

  constructor(origins: Origins, wanted: Wanted) {
    this.#origins = origins;
    this.#wanted = wanted;
  }

  /** Takes the block over: its bytes become the output. */
  async decide(block: Block): Promise<Result> {
    const window = this.#window;
    window.read(block.bytes);
    if (this.#verdicts.length < window.lineCount) this.#verdicts = new Uint8Array(2 * window.lineCount);
    const verdicts = this.#verdicts.subarray(0, window.lineCount).fill(NO_URL);
    const answers = await this.#answers();
    answers.forEach((answer, group) => {
      if (answer !== undefined) this.#decideGroup(group, answer, verdicts);
    });
    return this.#result(block, verdicts, answers);
  }

  /** What is known of each group's origin. Origins that must be fetched are fetched together. */
  async #answers(): Promise<Answer[]> {
    const { bytes, groupCount, groupRuns, groupSpellings, runStarts } = this.#window;
    const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const answers = new Array<Answer | Promise<Answer>>(groupCount);
    let waits = false;
    for (let group = 0; group < groupCount; group++) {
      const start = runStarts[groupRuns[group]!]!;
      const answer = this.#origins.find(block.toString("latin1", start, start + groupSpellings[group]!));
      waits ||= answer instanceof Promise;
      answers[group] = answer;
    }
    return waits ? Promise.all(answers) : (answers as Answer[]);
  }

  #decideGroup(group: number, access: Access, verdicts: Uint8Array): void {
    const { groupRuns, runNext } = this.#window;
    const first = groupRuns[group]!;
    const decided = access.rules.isAllowedLines(this.#bytesOf(first));
    let at = 0;
    for (let run = first; run >= 0; run = runNext[run]!) {
      const [from, to] = this.#linesOf(run);
      for (let line = from; line < to; line++) verdicts[line] = decided[at++]!;
    }
  }

  /** The first line of a run and the line after its last. */
  #linesOf(run: number): readonly [number, number] {
    const { runLines, runCount, lineCount } = this.#window;
    return [runLines[run]!, run + 1 < runCount ? runLines[run + 1]! : lineCount];
  }

  /** The lines of a chain of runs, one after another. */
  #bytesOf(first: number): Uint8Array {
    const { bytes, runStarts, runEnds, runNext } = this.#window;
    if (runNext[first]! < 0) return bytes.subarray(runStarts[first], runEnds[first]);
    let length = 0;
    for (let run = first; run >= 0; run = runNext[run]!) {
      const start = runStarts[run]!;
      const end = runEnds[run]!;
      if (length + end - start > this.#gathered.length) this.#growGathered(length + end - start);
      const gathered = this.#gathered;
      // Most runs are one line: shorter than what a call to copy it costs.
      for (let i = start; i < end; i++) gathered[length++] = bytes[i]!;
    }
    return this.#gathered.subarray(0, length);
  }

  #growGathered(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, 2 * this.#gathered.length));
    larger.set(this.#gathered);
    this.#gathered = larger;
  }

  #result({ bytes, offset, end, overlong }: Block, verdicts: Uint8Array, answers: readonly Answer[]): Result {
    const { lineEnds } = this.#window;
    const counts = [0, 0, 0];
    for (const verdict of verdicts) counts[verdict]!++;
    const { json, denied } = this.#wanted;
    const refused = denied ? new Uint8Array(bytes.length) : undefined;
    const refusedBytes = refused === undefined ? 0 : pick(bytes, lineEnds, verdicts, REFUSED, refused);
    const first = verdicts.indexOf(NO_URL);
    const start = first <= 0 ? 0 : lineEnds[first - 1]!;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(SHOWN_BYTES, bytes.length - start));
    const firstNoUrl =
      first < 0 ? undefined : { offset: offset + start, text: text.toString("utf8").split(/\r?\n/)[0]! };
    const output = json
      ? jsonLines(this.#window, verdicts, answers)
      : bytes.subarray(0, pick(bytes, lineEnds, verdicts, ALLOWED, bytes));
    return {
      end,
      output,
      denied: refused?.subarray(0, refusedBytes),
      lines: verdicts.length + overlong,
      allowed: counts[ALLOWED]!,
      refused: counts[REFUSED]!,
      noUrls: counts[NO_URL]! + overlong,
      firstNoUrl,
      lookups: this.#origins.takeLookups(),
    };
  }
}

/** Copies the lines of one verdict to `to`, which may be `bytes` itself; returns how many bytes they are. */
function pick(bytes: Uint8Array, lineEnds: Int32Array, verdicts: Uint8Array, verdict: number, to: Uint8Array): number {
  let length = 0;
  for (let line = 0; line < verdicts.length; ) {
    if (verdicts[line] !== verdict) {
      line++;
      continue;
    }
    const start = line === 0 ? 0 : lineEnds[line - 1]!;
    while (line < verdicts.length && verdicts[line] === verdict) line++;
    const end = lineEnds[line - 1]!;
    if (to !== bytes) to.set(bytes.subarray(start, end), length);
    else if (start !== length) bytes.copyWithin(length, start, end);
    length += end - start;
  }
  return length;
}
