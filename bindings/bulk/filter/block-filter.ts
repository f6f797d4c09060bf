/**
 * Decides a block: one batch of bytes an origin, verdicts by line, then the lines that are allowed and the ones that are
 * not, each in the order in which they came. Lines that are no URLs go nowhere and are counted.
 */

import type { Block } from "./blocks.ts";
import { Gatherer } from "./gathered.ts";
import type { Access } from "./origin-rules.ts";
import type { Answer, Origins } from "./origins.ts";
import { picked } from "./picked.ts";
import { ALLOWED, NO_URL, type NoUrl, REFUSED, type Result, type Wanted } from "./result.ts";
import { jsonLines } from "./verdict-lines.ts";
import { Window } from "./window.ts";

/** Of a line that is shown. */
const SHOWN_BYTES = 100;

export class BlockFilter {
  readonly #origins: Origins;
  readonly #wanted: Wanted;
  readonly #window: Window = new Window();
  readonly #gatherer: Gatherer = new Gatherer();
  #verdicts: Uint8Array = new Uint8Array(4096);

  constructor(origins: Origins, wanted: Wanted) {
    this.#origins = origins;
    this.#wanted = wanted;
  }

  /** Takes the block over: its bytes become the output. One block at a time. */
  async decide(block: Block): Promise<Result> {
    this.#window.read(block.bytes);
    const verdicts = this.#freshVerdicts(this.#window.lineCount);
    const answers = await this.#answers();
    answers.forEach((answer, group) => {
      if (answer !== undefined) this.#decideGroup(group, answer, verdicts);
    });
    return this.#result(block, verdicts, answers);
  }

  #freshVerdicts(lines: number): Uint8Array {
    if (this.#verdicts.length < lines) this.#verdicts = new Uint8Array(2 * lines);
    return this.#verdicts.subarray(0, lines).fill(NO_URL);
  }

  /** What is known of each group's origin. Origins that must be fetched are fetched together. */
  async #answers(): Promise<Answer[]> {
    const { bytes, groups } = this.#window;
    const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const answers = new Array<Answer | Promise<Answer>>(groups.count);
    let waits = false;
    for (let group = 0; group < groups.count; group++) {
      const spelling = block.toString("latin1", groups.starts.values[group]!, groups.ends.values[group]!);
      const answer = this.#origins.find(spelling);
      waits ||= answer instanceof Promise;
      answers[group] = answer;
    }
    return waits ? Promise.all(answers) : (answers as Answer[]);
  }

  #decideGroup(group: number, { rules }: Access, verdicts: Uint8Array): void {
    const window = this.#window;
    const { groupRuns, runLines, runNext } = window;
    const decided = rules.isAllowedLines(this.#gatherer.linesOf(window, group));
    let at = 0;
    for (let run = groupRuns.values[group]!; run >= 0; run = runNext.values[run]!) {
      const end = window.runEnd(run);
      for (let line = runLines.values[run]!; line < end; line++) verdicts[line] = decided[at++]!;
    }
  }

  #result(block: Block, verdicts: Uint8Array, answers: readonly Answer[]): Result {
    const { bytes, end, overlong } = block;
    const window = this.#window;
    const counts = [0, 0, 0];
    for (const verdict of verdicts) counts[verdict]!++;
    const { json, denied } = this.#wanted;
    return {
      end,
      lines: verdicts.length + overlong,
      allowed: counts[ALLOWED]!,
      refused: counts[REFUSED]!,
      noUrls: counts[NO_URL]! + overlong,
      firstNoUrl: this.#firstNoUrl(block, verdicts),
      lookups: this.#origins.takeLookups(),
      denied: denied ? picked(window, verdicts, REFUSED, new Uint8Array(bytes.length)) : undefined,
      // Last, because it overwrites the block.
      output: json ? jsonLines(window, answers) : picked(window, verdicts, ALLOWED, bytes),
    };
  }

  #firstNoUrl({ bytes, offset }: Block, verdicts: Uint8Array): NoUrl | undefined {
    const line = verdicts.indexOf(NO_URL);
    if (line < 0) return undefined;
    const start = this.#window.lineStart(line);
    const shown = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(SHOWN_BYTES, bytes.length - start));
    return { offset: offset + start, text: shown.toString("utf8").split(/\r?\n/)[0]! };
  }
}
