/**
 * Decides a block: one batch of lines for each origin, then the allowed and the refused lines in input order. Lines that
 * are not URLs are left out and counted.
 */
import { isUtf8 } from "node:buffer";
import { ALLOWED, type BlockResult, INVALID, type InvalidLine, type OutputSpec, REFUSED } from "./block-result.ts";
import type { Block } from "./blocks.ts";
import { OriginIndex } from "./origin-index.ts";
import type { OriginRules } from "./origin-rules.ts";
import type { OriginLookup, Origins } from "./origins.ts";
import { rewritingAt, strictestOf } from "./rewriting.ts";
import { GroupLines, selectLines } from "./select-lines.ts";
import { fieldLines, indexLines, type LineIndex, type UrlField } from "./url-field.ts";
import { jsonLines, verdictBytes } from "./verdict-lines.ts";

/** How much of an invalid line to show. */
const SHOWN_BYTES = 100;

export class BlockFilter {
  readonly #origins: Origins;
  readonly #output: OutputSpec;
  readonly #field: UrlField | undefined;
  readonly #window: OriginIndex = new OriginIndex();
  readonly #groupLines: GroupLines = new GroupLines();
  #verdicts: Uint8Array = new Uint8Array(4096);

  /** @param field where the URL is in a line; by default the line is the URL */
  constructor(origins: Origins, output: OutputSpec, field?: UrlField) {
    this.#origins = origins;
    this.#output = output;
    this.#field = field;
  }

  /** Takes ownership of the block: its bytes are reused for the output. Call it for one block at a time. */
  async decide(block: Block): Promise<BlockResult> {
    const field = this.#field;
    this.#window.read(field === undefined ? block.bytes : fieldLines(block.bytes, field));
    const verdicts = this.#freshVerdicts(this.#window.lineCount);
    const found = await this.#lookUpGroups();
    found.forEach((origin, group) => {
      if (origin !== undefined) this.#decideGroup(group, origin, verdicts);
    });
    this.#decideRewritten(verdicts, found);
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
    const { originRuns, runLines, runNext } = window;
    const first = originRuns.values[group]!;
    const firstLine = runLines.values[first]!;
    // One call for one line: a batch of one costs several times as much.
    if (runNext.values[first]! < 0 && window.runEnd(first) === firstLine + 1) {
      verdicts[firstLine] = rules.isAllowed(window.urlOf(firstLine)) ? ALLOWED : REFUSED;
      return;
    }
    const decided = rules.isAllowedLines(this.#groupLines.of(window, group));
    let at = 0;
    for (let run = first; run >= 0; run = runNext.values[run]!) {
      const end = window.runEnd(run);
      for (let line = runLines.values[run]!; line < end; line++) verdicts[line] = decided[at++]!;
    }
  }

  #decideRewritten(verdicts: Uint8Array, found: readonly OriginLookup[]): void {
    const window = this.#window;
    const { bytes, rewrittenLines, rewrittenGroups } = window;
    const isText = rewrittenLines.length > 0 && isUtf8(bytes);
    for (let i = 0; i < rewrittenLines.length; i++) {
      const line = rewrittenLines.values[i]!;
      const rules = found[rewrittenGroups.values[i]!]?.rules;
      if (rules === undefined || verdicts[line] !== ALLOWED) continue;
      if (isText && rewritingAt(bytes, window.lineStart(line), rules.dialect) < 0) continue;
      if (!strictestOf(rules, window.urlOf(line)).allowed) verdicts[line] = REFUSED;
    }
  }

  #result(block: Block, verdicts: Uint8Array, found: readonly OriginLookup[]): BlockResult {
    const { bytes, end, overlong } = block;
    const lines = this.#field === undefined ? this.#window : indexLines(bytes);
    const counts = [0, 0, 0];
    for (const verdict of verdicts) counts[verdict]!++;
    const { denied, invalid } = this.#output;
    const select = (verdict: number) => selectLines(lines, verdicts, verdict, new Uint8Array(bytes.length));
    return {
      end,
      lines: verdicts.length + overlong,
      allowed: counts[ALLOWED]!,
      refused: counts[REFUSED]!,
      invalid: counts[INVALID]! + overlong,
      firstInvalid: this.#firstInvalid(block, lines, verdicts),
      lookups: this.#origins.takeLookups(),
      denied: denied ? select(REFUSED) : undefined,
      invalidLines: invalid ? select(INVALID) : undefined,
      // Comes last because it overwrites the block.
      output: this.#outputOf(block, lines, verdicts, found),
    };
  }

  #outputOf(
    { bytes, overlong }: Block,
    lines: LineIndex,
    verdicts: Uint8Array,
    found: readonly OriginLookup[],
  ): Uint8Array<ArrayBuffer> {
    const { format } = this.#output;
    if (format === "json") return jsonLines(this.#window, found);
    if (format === "lines") return selectLines(lines, verdicts, ALLOWED, bytes as Uint8Array<ArrayBuffer>);
    return verdictBytes(verdicts, overlong, format === "verdicts");
  }

  #firstInvalid({ bytes, offset }: Block, lines: LineIndex, verdicts: Uint8Array): InvalidLine | undefined {
    const line = verdicts.indexOf(INVALID);
    if (line < 0) return undefined;
    const start = lines.lineStart(line);
    const shown = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(SHOWN_BYTES, bytes.length - start));
    return { offset: offset + start, text: shown.toString("utf8").split(/\r?\n/)[0]! };
  }
}
