/**
 * Decides a block: one batch of lines for each origin, then the allowed and the refused lines in input order. Lines that
 * are not URLs are left out and counted.
 */

import { ALLOWED, type BlockResult, INVALID, type InvalidLine, type OutputSpec, REFUSED } from "./block-result.ts";
import type { Block } from "./blocks.ts";
import { GroupLines, selectLines } from "./lines.ts";
import type { OriginRules } from "./origin-rules.ts";
import type { OriginLookup, Origins } from "./origins.ts";
import { jsonLines } from "./verdict-lines.ts";
import { Window } from "./window.ts";

/** How much of an invalid line to show. */
const SHOWN_BYTES = 100;

export class BlockFilter {
  readonly #origins: Origins;
  readonly #output: OutputSpec;
  readonly #window: Window = new Window();
  readonly #groupLines: GroupLines = new GroupLines();
  #verdicts: Uint8Array = new Uint8Array(4096);

  constructor(origins: Origins, output: OutputSpec) {
    this.#origins = origins;
    this.#output = output;
  }

  /** Takes ownership of the block: its bytes are reused for the output. Call it for one block at a time. */
  async decide(block: Block): Promise<BlockResult> {
    this.#window.read(block.bytes);
    const verdicts = this.#freshVerdicts(this.#window.lineCount);
    const found = await this.#lookUpGroups();
    found.forEach((origin, group) => {
      if (origin !== undefined) this.#decideGroup(group, origin, verdicts);
    });
    return this.#result(block, verdicts, found);
  }

  #freshVerdicts(lines: number): Uint8Array {
    if (this.#verdicts.length < lines) this.#verdicts = new Uint8Array(2 * lines);
    return this.#verdicts.subarray(0, lines).fill(INVALID);
  }

  /** Looks up each group's origin. Origins that must be fetched are fetched concurrently. */
  async #lookUpGroups(): Promise<OriginLookup[]> {
    const { bytes, groups } = this.#window;
    const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const found = new Array<OriginLookup | Promise<OriginLookup>>(groups.count);
    let waits = false;
    for (let group = 0; group < groups.count; group++) {
      const spelling = block.toString("latin1", groups.starts.values[group]!, groups.ends.values[group]!);
      const origin = this.#origins.find(spelling);
      waits ||= origin instanceof Promise;
      found[group] = origin;
    }
    return waits ? Promise.all(found) : (found as OriginLookup[]);
  }

  #decideGroup(group: number, { rules }: OriginRules, verdicts: Uint8Array): void {
    const window = this.#window;
    const { groupRuns, runLines, runNext } = window;
    const decided = rules.isAllowedLines(this.#groupLines.of(window, group));
    let at = 0;
    for (let run = groupRuns.values[group]!; run >= 0; run = runNext.values[run]!) {
      const end = window.runEnd(run);
      for (let line = runLines.values[run]!; line < end; line++) verdicts[line] = decided[at++]!;
    }
  }

  #result(block: Block, verdicts: Uint8Array, found: readonly OriginLookup[]): BlockResult {
    const { bytes, end, overlong } = block;
    const window = this.#window;
    const counts = [0, 0, 0];
    for (const verdict of verdicts) counts[verdict]!++;
    const { json, denied } = this.#output;
    return {
      end,
      lines: verdicts.length + overlong,
      allowed: counts[ALLOWED]!,
      refused: counts[REFUSED]!,
      invalid: counts[INVALID]! + overlong,
      firstInvalid: this.#firstInvalid(block, verdicts),
      lookups: this.#origins.takeLookups(),
      denied: denied ? selectLines(window, verdicts, REFUSED, new Uint8Array(bytes.length)) : undefined,
      // Comes last because it overwrites the block.
      output: json ? jsonLines(window, found) : selectLines(window, verdicts, ALLOWED, bytes),
    };
  }

  #firstInvalid({ bytes, offset }: Block, verdicts: Uint8Array): InvalidLine | undefined {
    const line = verdicts.indexOf(INVALID);
    if (line < 0) return undefined;
    const start = this.#window.lineStart(line);
    const shown = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(SHOWN_BYTES, bytes.length - start));
    return { offset: offset + start, text: shown.toString("utf8").split(/\r?\n/)[0]! };
  }
}
