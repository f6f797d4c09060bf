/** Verdicts as JSON, one object for each URL: the verdict, the reason and, if a rule decided, that rule with its line. */
import { LF } from "../../base/characters.ts";
import { GrowingBytes } from "../../base/growing-bytes.ts";
import type { Explanation } from "../../index.ts";
import { INVALID } from "./block-result.ts";
import type { OriginIndex } from "./origin-index.ts";
import type { Cause } from "./origin-rules.ts";
import type { OriginLookup } from "./origins.ts";
import { strictestOf } from "./rewriting.ts";

/** Output is appended in pieces: the verdicts of a large window would exceed the longest string. */
const PIECE_CHARACTERS = 65_536;

/** One verdict of `filter --json`. */
export interface LineVerdict {
  readonly url: string;
  readonly allowed: boolean;
  readonly reason: Explanation["reason"] | Cause;
  readonly rule?: Explanation["rule"];
}

export function jsonLines(window: OriginIndex, found: readonly OriginLookup[]): Uint8Array<ArrayBuffer> {
  const { runLines, runGroups, rewrittenLines } = window;
  const rewritten = new Set(rewrittenLines.values.subarray(0, rewrittenLines.length));
  const output = new GrowingBytes(window.bytes.length);
  let text = "";
  for (let run = 0; run < runLines.length; run++) {
    const origin = found[runGroups.values[run]!];
    if (origin === undefined) continue;
    for (let line = runLines.values[run]!; line < window.runEnd(run); line++) {
      const url = window.urlOf(line);
      const explanation = rewritten.has(line) ? strictestOf(origin.rules, url) : origin.rules.explain(url);
      text += `${JSON.stringify(verdictOf(url, explanation, origin.cause))}\n`;
      if (text.length < PIECE_CHARACTERS) continue;
      output.append(Buffer.from(text));
      text = "";
    }
  }
  output.append(Buffer.from(text));
  return output.bytes();
}

/** The characters of verdicts, by their number: refused, allowed, invalid. */
const CHARACTERS = Uint8Array.from("01-", (character) => character.charCodeAt(0));

/** One character for each line, also for those that were too long to read. */
export function verdictBytes(verdicts: Uint8Array, overlong: number, withLines: boolean): Uint8Array<ArrayBuffer> {
  const width = withLines ? 2 : 1;
  const output = new Uint8Array(width * (overlong + verdicts.length)).fill(LF);
  for (let i = 0; i < overlong; i++) output[width * i] = CHARACTERS[INVALID]!;
  for (let i = 0; i < verdicts.length; i++) output[width * (overlong + i)] = CHARACTERS[verdicts[i]!]!;
  return output;
}

function verdictOf(line: Uint8Array, { allowed, reason, rule }: Explanation, cause: Cause | undefined): LineVerdict {
  const url = Buffer.from(line.buffer, line.byteOffset, line.length).toString("utf8");
  if (cause !== undefined && reason !== "robots-txt") return { url, allowed, reason: cause };
  return { url, allowed, reason, ...(rule !== undefined && { rule }) };
}
