/** Decides a block, and makes of it what is written: lines by verdict, JSON or verdicts alone, and counts. */
import { LF } from "../../base/characters.ts";
import type { Block } from "../files/blocks.ts";
import {
  ALLOWED,
  type BlockResult,
  INVALID,
  type InvalidLine,
  type OutputSpec,
  REFUSED,
  UNKNOWN_ORIGIN,
} from "./block-result.ts";
import type { Decision, LineDecider } from "./line-decider.ts";
import { type SelectLines, selectionOf } from "./select-lines.ts";
import { fieldLines, type UrlField } from "./url-field.ts";

/** The characters of verdicts, by their number: refused, allowed, invalid, undecided (refused), of an unknown origin. */
const CHARACTERS = Uint8Array.from("01-0?", (character) => character.charCodeAt(0));

/** One character for each line, also for those that were too long to read. */
function verdictBytes(verdicts: Uint8Array, overlong: number, withLines: boolean): Uint8Array<ArrayBuffer> {
  const width = withLines ? 2 : 1;
  const output = new Uint8Array(width * (overlong + verdicts.length)).fill(LF);
  for (let i = 0; i < overlong; i++) output[width * i] = CHARACTERS[INVALID]!;
  for (let i = 0; i < verdicts.length; i++) output[width * (overlong + i)] = CHARACTERS[verdicts[i]!]!;
  return output;
}

/** How much of an invalid line to show. */
const SHOWN_BYTES = 100;

export class BlockFilter {
  readonly #decider: LineDecider;
  readonly #output: OutputSpec;
  readonly #field: UrlField | undefined;

  /** @param field where the URL is in a line; by default the line is the URL */
  constructor(decider: LineDecider, output: OutputSpec, field?: UrlField) {
    this.#decider = decider;
    this.#output = output;
    this.#field = field;
  }

  /** Call it for one block at a time. */
  async decide(block: Block): Promise<BlockResult> {
    const field = this.#field;
    const { bytes, end, overlong } = block;
    const decision = await this.#decider.decide(field === undefined ? bytes : fieldLines(bytes, field));
    const { verdicts, lookups } = decision;
    const select = field === undefined ? decision.select : selectionOf(bytes, verdicts);
    const counts = [0, 0, 0, 0, 0]; // by verdict, as block-result.ts numbers them
    for (let i = 0; i < verdicts.length; i++) counts[verdicts[i]!]!++;
    return {
      end,
      lines: verdicts.length + overlong,
      allowed: counts[ALLOWED]!,
      refused: counts[REFUSED]!,
      invalid: counts[INVALID]! + overlong,
      unknown: counts[UNKNOWN_ORIGIN]!,
      firstInvalid: firstInvalid(block, verdicts),
      lookups,
      refusedLines: this.#output.refused ? select(REFUSED) : undefined,
      invalidLines: this.#output.invalid ? select(INVALID) : undefined,
      output: this.#outputOf(decision, select, overlong),
    };
  }

  #outputOf({ verdicts, json }: Decision, select: SelectLines, overlong: number): Uint8Array<ArrayBuffer> {
    const { format } = this.#output;
    if (format === "json") return json!;
    if (format === "lines") return select(ALLOWED);
    return verdictBytes(verdicts, overlong, format === "verdicts");
  }
}

function firstInvalid({ bytes, offset, starts }: Block, verdicts: Uint8Array): InvalidLine | undefined {
  const line = verdicts.indexOf(INVALID);
  if (line < 0) return undefined;
  const start = lineStart(bytes, line);
  const shown = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(SHOWN_BYTES, bytes.length - start));
  return { offset: offset + (starts?.[line] ?? start), text: shown.toString("utf8").split(/\r?\n/)[0]! };
}

function lineStart(bytes: Uint8Array, line: number): number {
  let at = 0;
  for (let i = 0; i < line; i++) at = bytes.indexOf(LF, at) + 1;
  return at;
}
